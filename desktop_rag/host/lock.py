"""One owner per library, kept by the operating system: the lock goes when its process goes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from desktop_rag.domain.errors import LibraryBusy, LibraryReadOnly


class FileLock:
    """An exclusive lock on a file; `acquire` raises `LibraryBusy` when somebody holds it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self) -> None:
        """Take the lock or raise `LibraryBusy`; `LibraryReadOnly` when the file can't be made."""
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            file = open(descriptor, "r+b")  # noqa: SIM115 - kept open as long as the lock is held
        except OSError as error:
            raise LibraryReadOnly(
                f"The library folder {self._path.parent} cannot be written to.",
                "Choose another folder with --library, or make this one writable.",
                detail=str(error),
            ) from error
        try:
            _lock(file)
        except OSError as error:
            file.close()
            raise LibraryBusy(
                "Another engine is already using this library.",
                "Wait a moment or close the other window.",
                detail=str(error),
            ) from error
        self._file = file

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None


if os.name == "nt":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
