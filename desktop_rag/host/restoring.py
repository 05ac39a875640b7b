"""A backup that is to take a library's place waits beside it until no engine runs."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from desktop_rag.domain.errors import InvalidRequest, LibraryReadOnly
from desktop_rag.host.paths import private_folder

_WAITING = "restore.sqlite3"


def waiting_backup(library: Path) -> Path:
    """Where the backup waits; the next engine takes it, or refuses it."""
    return library / _WAITING


def let_wait(library: Path, backup: Path) -> None:
    """Copy a backup to where it waits; whole or not at all. Raises `InvalidRequest` when it can't
    be read, `LibraryReadOnly` when there is no room or no right to write."""
    if not backup.is_file():
        raise InvalidRequest(f"There is no file {backup}.", "Name a backup of a library.")
    waiting = waiting_backup(library)
    fresh = waiting.with_name(f"{waiting.name}.new")
    try:
        private_folder(library)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as target, backup.open("rb") as source:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        os.replace(fresh, waiting)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise LibraryReadOnly(
            f"The backup {backup} could not be copied into the library's folder.",
            "Make room there, check its rights, and try again.",
            detail=str(error),
        ) from error
