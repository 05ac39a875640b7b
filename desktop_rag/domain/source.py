"""Files and roots: places where content lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

FileState = Literal[
    "waiting",
    "reading",
    "indexed",
    "partial",
    "empty",
    "skipped",
    "failed",
    "quarantined",
    "offline",
]
FILE_STATES: tuple[FileState, ...] = (
    "waiting",
    "reading",
    "indexed",
    "partial",
    "empty",
    "skipped",
    "failed",
    "quarantined",
    "offline",
)
Mode = Literal["auto", "document", "code"]


@dataclass(frozen=True, slots=True)
class Root:
    """A folder, or one single file, that the person added.

    `overrides`: indexing settings given when it was added (`indexing.flatten_data` → `false`);
    they stay with the root. `ignore`: extra glob patterns in gitignore syntax.
    """

    id: int
    path: str
    watch: bool = True
    mode: Mode = "auto"
    ignore: tuple[str, ...] = ()
    overrides: tuple[tuple[str, str], ...] = ()
    online: bool = True


class FileStamp(NamedTuple):
    """What a `stat` says: enough to know that a file did not change. A tuple, which is
    made faster than a dataclass: a comparison with the disk makes one for each file."""

    size: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One line of the ledger: a path, its state and what came of it."""

    path: str
    root: str
    state: FileState
    reason: str = ""
    remedy: str = ""
    media_type: str = ""
    mode: str = ""
    strategy: str = ""
    bytes: int = 0
    pages: int | None = None
    pages_with_text: int | None = None
    pages_ocr: int = 0
    chunks: int = 0
    vectors: int = 0
    language: str = ""
    title: str = ""
    content_hash: str = ""
    modified: float = 0.0
    indexed: float | None = None
    attempts: int = 0
    code: str = ""
