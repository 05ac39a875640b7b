"""The ledger's rows: what is known of each file, and pages of it for people."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from desktop_rag.domain.search_form import fold
from desktop_rag.domain.source import FileEntry, FileStamp, FileState, Root
from desktop_rag.stores.filtering import NANOSECONDS
from desktop_rag.stores.linking import stamp_of
from desktop_rag.stores.stored_paths import real_path, stored_path, under_condition, under_values

_ENTRY = (
    "SELECT f.path, r.path, f.state, r.online, f.reason, f.remedy, f.code, f.mode, f.size, "
    "f.mtime_ns, f.indexed, f.attempts, f.content_hash, d.media_type, d.strategy, d.pages, "
    "d.pages_with_text, d.pages_ocr, d.chunks, d.vectors, d.language, d.title "
    "FROM files f JOIN roots r ON r.id = f.root LEFT JOIN documents d ON d.id = f.document"
)
_KNOWN = (
    "SELECT f.path, f.size, f.mtime_ns, f.inode, f.state, f.document, f.content_hash, "
    "d.strategy, f.attempts, f.code FROM files f LEFT JOIN documents d ON d.id = f.document"
)


class KnownFile(NamedTuple):
    """What the ledger knows of a file, to compare with the disk: a row as it is read, for there is
    one for each file. `document` is what is searchable of it now; `content_hash` and `strategy`
    (None without a document) are that document's; `stored` is the path as it is kept."""

    stored: str
    size: int
    mtime_ns: int
    inode: int
    state: FileState
    document: int | None
    content_hash: str
    strategy: str | None
    attempts: int
    code: str

    @property
    def stamp(self) -> FileStamp:
        """What a `stat` said when the file was looked at last."""
        return stamp_of(self.size, self.mtime_ns, self.inode)


@dataclass(frozen=True, slots=True)
class WaitingFile:
    """A file that waits to be read."""

    path: str
    root: Root
    stamp: FileStamp
    priority: int
    attempts: int


@dataclass(frozen=True, slots=True)
class LedgerQuery:
    """Which files are wanted: in a state (or one of several, divided by commas), at or under a
    path, with a text in the path, indexed since a time (seconds since the epoch; 0: whenever)."""

    state: str = ""
    under: str = ""
    contains: str = ""
    since: float = 0.0

    def condition(self) -> tuple[str, list[object]]:
        """SQL over `files f JOIN roots r`, and its values."""
        conditions, values = ["1"], list[object]()
        if self.state:
            states = self.state.split(",")
            # in this form the index by root and state is used: one look for each root
            own = f"(r.online AND f.state IN ({', '.join('?' * len(states))}))"
            conditions.append(f"({own} OR NOT r.online)" if "offline" in states else own)
            values.extend(states)
        if self.under:
            conditions.append(under_condition("f.path"))
            values.extend(under_values(self.under))
        if self.contains:
            conditions.append("instr(fold(f.path), ?) > 0")
            values.append(fold(stored_path(self.contains)))
        if self.since:
            conditions.append("f.indexed >= ?")
            values.append(self.since)
        return " AND ".join(conditions), values


def known_files(connection: sqlite3.Connection, root: int) -> dict[str, KnownFile]:
    """All files of a root, by path."""
    return _known(connection.execute(f"{_KNOWN} WHERE f.root = ?", (root,)))


def known_below(
    connection: sqlite3.Connection, root: int, paths: Collection[str]
) -> dict[str, KnownFile]:
    """The files of a root that have one of these paths or lie under one. What that costs does not
    depend on how many others there are: `+` keeps SQLite from the index by root."""
    found: dict[str, KnownFile] = {}
    for path in paths:
        itself, first, end = under_values(path)
        rows = connection.execute(f"{_KNOWN} WHERE f.path = ? AND +f.root = ?", (itself, root))
        found |= _known(rows)
        rows = connection.execute(
            f"{_KNOWN} WHERE f.path >= ? AND f.path < ? AND +f.root = ?", (first, end, root)
        )
        found |= _known(rows)
    return found


def _known(rows: Iterable[tuple[Any, ...]]) -> dict[str, KnownFile]:
    return {real_path(file.stored): file for file in map(KnownFile._make, rows)}


def list_entries(
    connection: sqlite3.Connection, query: LedgerQuery, after: str, limit: int
) -> list[FileEntry]:
    """Files in path order, those behind the path `after`."""
    condition, values = query.condition()
    rows = connection.execute(
        f"{_ENTRY} WHERE {condition} AND f.path > ? ORDER BY f.path LIMIT ?",
        (*values, stored_path(after), limit),
    )
    return [_entry(row) for row in rows]


def count_entries(connection: sqlite3.Connection, query: LedgerQuery) -> int:
    """How many files there are."""
    condition, values = query.condition()
    row = connection.execute(
        f"SELECT count(*) FROM files f JOIN roots r ON r.id = f.root WHERE {condition}",
        values,
    ).fetchone()
    return int(row[0])


def entry_at(connection: sqlite3.Connection, path: str) -> FileEntry | None:
    """The ledger's line for one path."""
    row = connection.execute(f"{_ENTRY} WHERE f.path = ?", (stored_path(path),)).fetchone()
    return None if row is None else _entry(row)


def _entry(row: tuple[Any, ...]) -> FileEntry:
    path, root, state, online, reason, remedy, code, mode, size, mtime_ns = row[:10]
    indexed, attempts, content_hash, media_type, strategy, pages = row[10:16]
    pages_with_text, pages_ocr, chunks, vectors, language, title = row[16:]
    return FileEntry(
        path=real_path(path),
        root=real_path(root),
        state=state if online else "offline",
        reason=reason,
        remedy=remedy,
        media_type=media_type or "",
        mode=mode,
        strategy=strategy or "",
        bytes=size,
        pages=pages,
        pages_with_text=pages_with_text,
        pages_ocr=pages_ocr or 0,
        chunks=chunks or 0,
        vectors=vectors or 0,
        language=language or "",
        title=title or "",
        content_hash=content_hash,
        modified=mtime_ns / NANOSECONDS,
        indexed=indexed,
        attempts=attempts,
        code=code,
    )
