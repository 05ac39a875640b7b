"""The queue of files that wait to be read: it lives in the ledger, so nothing of it is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.source import FileStamp, FileState
from desktop_rag.stores.dropping import drop_unreferenced
from desktop_rag.stores.ledger_rows import WaitingFile
from desktop_rag.stores.linking import stamp_of, stamp_values
from desktop_rag.stores.roots import root_of_row
from desktop_rag.stores.stored_paths import real_path, stored_path, suffix_of

_SAME = (
    "(files.size, files.mtime_ns, files.inode) = (excluded.size, excluded.mtime_ns, excluded.inode)"
)
_NOTE_WAITING = f"""
INSERT INTO files(path, suffix, root, state, size, mtime_ns, inode, priority)
VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?)
ON CONFLICT(path) DO UPDATE SET
    root = excluded.root,
    state = CASE WHEN state = 'reading' THEN 'reading' ELSE 'waiting' END,
    changed = changed OR (state = 'reading' AND NOT {_SAME}),
    attempts = CASE WHEN state = 'reading' OR {_SAME} THEN attempts ELSE 0 END,
    interrupted = CASE WHEN {_SAME} THEN interrupted ELSE 0 END,
    priority = CASE WHEN state IN ('waiting', 'reading')
        THEN max(priority, excluded.priority) ELSE excluded.priority END,
    code = '', reason = '', remedy = '',
    size = excluded.size, mtime_ns = excluded.mtime_ns, inode = excluded.inode
"""
_NOTE_SKIPPED = """
INSERT INTO files(path, suffix, root, state, size, mtime_ns, inode, code, reason, remedy)
VALUES (?, ?, ?, 'skipped', ?, ?, ?, ?, ?, ?)
ON CONFLICT(path) DO UPDATE SET
    root = excluded.root, state = 'skipped', document = NULL, content_hash = '',
    changed = 0, attempts = 0, interrupted = 0, priority = 0, indexed = NULL,
    code = excluded.code, reason = excluded.reason, remedy = excluded.remedy,
    size = excluded.size, mtime_ns = excluded.mtime_ns, inode = excluded.inode
"""
_NO_STAMP = FileStamp(0, 0, 0)

Skipped = tuple[str, FileStamp | None, str, str, str]


def note_waiting(
    connection: sqlite3.Connection,
    root: int,
    files: Iterable[tuple[str, FileStamp]],
    priority: int,
) -> None:
    """Queue files; one that is being read is marked as changed when its stamp is another."""
    connection.executemany(
        _NOTE_WAITING,
        (
            (stored_path(path), suffix_of(path), root, *stamp_values(stamp), priority)
            for path, stamp in files
        ),
    )


def note_skipped(connection: sqlite3.Connection, root: int, files: Iterable[Skipped]) -> None:
    """Record files that are not read, with the reason; what was indexed of them goes."""
    for path, stamp, code, reason, remedy in files:
        stored = stored_path(path)
        old = connection.execute("SELECT document FROM files WHERE path = ?", (stored,)).fetchone()
        values = stamp_values(stamp or _NO_STAMP)
        connection.execute(
            _NOTE_SKIPPED, (stored, suffix_of(path), root, *values, code, reason, remedy)
        )
        drop_unreferenced(connection, old or ())


def next_waiting(
    connection: sqlite3.Connection, limit: int, exclude: Collection[str]
) -> list[WaitingFile]:
    """The first files of the queue on reachable roots, without those in `exclude`."""
    rows = connection.execute(
        "SELECT f.path, f.size, f.mtime_ns, f.inode, f.priority, f.attempts, "
        "r.id, r.path, r.watch, r.mode, r.ignore, r.overrides, r.online "
        "FROM files f INDEXED BY files_waiting JOIN roots r ON r.id = f.root "
        "WHERE f.state = 'waiting' AND r.online AND NOT r.removing "
        "ORDER BY f.priority DESC, f.interrupted, f.size, f.id LIMIT ?",
        (limit + len(exclude),),
    )
    waiting = [
        WaitingFile(real_path(row[0]), root_of_row(row[6:]), stamp_of(*row[1:4]), row[4], row[5])
        for row in rows
    ]
    return [file for file in waiting if file.path not in exclude][:limit]


def begin_attempt(connection: sqlite3.Connection, path: str) -> int:
    """Mark a file as being read; how many attempts that makes, 0 when it is not in the ledger."""
    row = connection.execute(
        "UPDATE files SET state = 'reading', changed = 0, attempts = attempts + 1 "
        "WHERE path = ? RETURNING attempts",
        (stored_path(path),),
    ).fetchone()
    return 0 if row is None else int(row[0])


def end_attempt(
    connection: sqlite3.Connection, path: str, state: FileState, error: DesktopRagError
) -> FileState:
    """Record that a file could not be read and drop what was indexed of it, unless the failure
    may pass by itself. A file that changed meanwhile waits again. The state it has then."""
    row = connection.execute(
        "SELECT id, document, changed FROM files WHERE path = ?", (stored_path(path),)
    ).fetchone()
    if row is None:
        return state
    file, document, changed = row
    if changed:
        connection.execute(
            "UPDATE files SET state = 'waiting', changed = 0, attempts = 0 WHERE id = ?", (file,)
        )
        return "waiting"
    connection.execute(
        "UPDATE files SET state = ?, code = ?, reason = ?, remedy = ?, priority = 0 WHERE id = ?",
        (state, error.code, error.message, error.remedy, file),
    )
    if state not in {"waiting", "failed"} or (state == "failed" and error.permanent):
        connection.execute(
            "UPDATE files SET document = NULL, content_hash = '', indexed = NULL WHERE id = ?",
            (file,),
        )
        drop_unreferenced(connection, [document])
    return state
