"""Putting a file to its document."""

from __future__ import annotations

import json
import sqlite3

from desktop_rag.domain.source import FileStamp, FileState
from desktop_rag.stores.dropping import drop_unreferenced
from desktop_rag.stores.stored_paths import stored_path

_SIGN = 1 << 63


def link_file(
    connection: sqlite3.Connection,
    path: str,
    document: int,
    stamp: FileStamp,
    mode: str,
    now: float,
) -> bool:
    """Let the file at `path` show `document`; its old document is dropped when no file refers to
    it. A file that changed meanwhile stays waiting. False when the ledger has no such file."""
    row = connection.execute(
        "SELECT id, document, changed FROM files WHERE path = ?", (stored_path(path),)
    ).fetchone()
    if row is None:
        return False
    file, old, changed = row
    state, code, reason = _outcome(connection, document)
    connection.execute(
        "UPDATE files SET document = ?, mode = CASE WHEN ? = '' THEN mode ELSE ? END, state = ?, "
        "code = ?, reason = ?, remedy = '', changed = 0, attempts = 0, interrupted = 0, "
        "priority = CASE WHEN changed THEN priority ELSE 0 END, indexed = ?, "
        "content_hash = (SELECT content_hash FROM documents WHERE id = ?) WHERE id = ?",
        (
            document,
            mode,
            mode,
            "waiting" if changed else state,
            code,
            reason,
            now,
            document,
            file,
        ),
    )
    if not changed:
        connection.execute(
            "UPDATE files SET size = ?, mtime_ns = ?, inode = ? WHERE id = ?",
            (*stamp_values(stamp), file),
        )
    drop_unreferenced(connection, [old])
    return True


def stamp_values(stamp: FileStamp) -> tuple[int, int, int]:
    """Size, time and inode; inodes above 2^63 (some file systems have them) wrap to fit SQLite."""
    inode = stamp.inode - 2 * _SIGN if stamp.inode >= _SIGN else stamp.inode
    return stamp.size, stamp.mtime_ns, inode


def stamp_of(size: int, mtime_ns: int, inode: int) -> FileStamp:
    """The stamp that `stamp_values` was made from."""
    return FileStamp(size, mtime_ns, inode + 2 * _SIGN if inode < 0 else inode)


def _outcome(connection: sqlite3.Connection, document: int) -> tuple[FileState, str, str]:
    chunks, partial, notices = connection.execute(
        "SELECT chunks, partial, notices FROM documents WHERE id = ?", (document,)
    ).fetchone()
    reason = " ".join(json.loads(notices))
    if not chunks:
        return "empty", "empty", reason or "There is no text in this file."
    return ("partial" if partial else "indexed"), "", reason
