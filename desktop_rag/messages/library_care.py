"""Backing up, moving and restoring a library."""

from __future__ import annotations

from desktop_rag.messages.base import Base


class BackUpLibrary(Base, frozen=True):
    """Write the whole library, as it is now, into one file; work goes on. `path`: absolute, of a
    file that does not exist. Replies `LibraryBackedUp`."""

    path: str


class LibraryBackedUp(Base, frozen=True):
    """The backup is whole."""

    path: str
    size_bytes: int


class MoveLibrary(Base, frozen=True):
    """Move the library into another folder (absolute; empty or not there yet). Replies
    `LibraryMoved` when everything is there; then the engine ends, and the next caller is led to the
    new place."""

    folder: str


class LibraryMoved(Base, frozen=True):
    """The library is in `folder` now."""

    folder: str


class RestoreLibrary(Base, frozen=True):
    """Put a backup in the place of the library, which is kept beside it. Replies `Done` when the
    backup was found whole; then the engine ends and the next one opens what was restored."""

    path: str
