"""SQLite's and Chroma's errors as the application's own kinds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from desktop_rag.domain.errors import (
    DesktopRagError,
    DiskFull,
    InternalError,
    LibraryBusy,
    LibraryDamaged,
    LibraryReadOnly,
    SearchFailed,
)

_PRIMARY = 0xFF  # the low byte of an extended result code is the primary one
_READ_ONLY = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_Result = TypeVar("_Result")


def library_error(error: sqlite3.Error, path: Path) -> DesktopRagError:
    """The named failure that `error`, raised for the database at `path`, stands for."""
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    detail = f"{type(error).__name__}: {error}"
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(
            "There is no room left on the disk of the library.",
            "Free some space; indexing then goes on by itself.",
            detail=detail,
        )
    if code in _READ_ONLY:
        return LibraryReadOnly(
            f"The library in {path.parent} cannot be written to.",
            "Choose another folder with --library, or make this one writable.",
            detail=detail,
        )
    if code in _BUSY:
        return LibraryBusy(
            "Another program is using the library's database.",
            "Close the other program and try again.",
            detail=detail,
        )
    if code in _DAMAGED:
        return damaged(path, detail)
    if code == sqlite3.SQLITE_IOERR:
        return LibraryReadOnly(
            f"The disk that holds the library in {path.parent} reports errors.",
            "Check the disk and its connection, then try again.",
            detail=detail,
        )
    return InternalError(
        "The library's database refused a step.",
        "Run the doctor; if it finds nothing, report this as a fault.",
        detail=detail,
    )


def damaged(path: Path, detail: str) -> LibraryDamaged:
    """The database at `path` is not a sound library."""
    return LibraryDamaged(
        f"The library file {path} is damaged or is not a library.",
        "Restore a backup, or move the file away and add your folders again.",
        detail=detail,
    )


def guarded(step: Callable[[], _Result]) -> _Result:
    """Run a step of Chroma; whatever it raises becomes `SearchFailed`."""
    try:
        return step()
    except Exception as error:
        raise search_failed(f"{type(error).__name__}: {error}") from error


def search_failed(detail: str) -> SearchFailed:
    """The vector store could not do a step."""
    return SearchFailed(
        "The search by meaning failed.", "Run the doctor with repair.", detail=detail
    )
