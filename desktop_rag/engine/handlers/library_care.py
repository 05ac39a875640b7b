"""Backing up, moving and restoring the library."""

from __future__ import annotations

import os
from pathlib import Path

from desktop_rag.domain.errors import InvalidRequest, LibraryReadOnly
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.host.moved import leave_word, take_back_word
from desktop_rag.host.paths import LibraryPaths, private_folder
from desktop_rag.host.restoring import let_wait
from desktop_rag.link.server import Reply
from desktop_rag.messages.common import Done
from desktop_rag.messages.library_care import (
    BackUpLibrary,
    LibraryBackedUp,
    LibraryMoved,
    MoveLibrary,
    RestoreLibrary,
)
from desktop_rag.stores.backups import check_backup


def back_up(engine: Engine, message: BackUpLibrary, reply: Reply) -> None:
    """Write the library into one file."""
    target = Path(message.path)
    if not target.is_absolute() or target.is_dir() or not target.parent.is_dir():
        raise InvalidRequest(
            f"{target} cannot be the file of a backup.", "Name a new file in a folder that exists."
        )
    if target.exists():
        raise InvalidRequest(f"There is already something at {target}.", "Choose another name.")
    engine.database.backup(target)
    reply.finish(LibraryBackedUp(str(target), target.stat().st_size))


def move(engine: Engine, message: MoveLibrary, reply: Reply) -> None:
    """Copy the truth to the new place while nobody writes, leave word, and end."""
    old, new = engine.paths.folder.resolve(), _new_folder(message.folder)
    if new == old or old in new.parents:
        raise InvalidRequest(
            "The library cannot be moved into itself.", "Choose a folder outside of it."
        )
    try:
        private_folder(new)
        take_back_word(new)
        engine.database.hand_over(LibraryPaths(new).database)
        engine.stopping.set()
        leave_word(old, new)
    except OSError as error:
        raise LibraryReadOnly(
            f"The library could not be moved to {new}.",
            "Choose a folder that can be written to; the library is still where it was.",
            detail=str(error),
        ) from error
    reply.finish(LibraryMoved(str(new)))


def restore(engine: Engine, message: RestoreLibrary, reply: Reply) -> None:
    """Let a backup wait for the next engine, and end."""
    path = Path(message.path)
    if not path.is_file():
        raise InvalidRequest(f"There is no file {path}.", "Name a backup of a library.")
    check_backup(path)
    let_wait(engine.paths.folder, path)
    reply.finish(Done())
    engine.stopping.set()


def _new_folder(folder: str) -> Path:
    new = Path(folder)
    if not new.is_absolute() or (new.exists() and not new.is_dir()):
        raise InvalidRequest(f"{new} cannot be a library's folder.", "Name a new folder.")
    if new.is_dir() and any(name != "moved-to" for name in os.listdir(new)):
        raise InvalidRequest(f"The folder {new} is not empty.", "Choose an empty or new folder.")
    return new.resolve()


ROUTES: Routes = {BackUpLibrary: back_up, MoveLibrary: move, RestoreLibrary: restore}
