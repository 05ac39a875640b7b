"""Renames and moves: paths change, content stays."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from desktop_rag.domain.source import FileStamp
from desktop_rag.stores.dropping import drop_unreferenced
from desktop_rag.stores.linking import stamp_values
from desktop_rag.stores.stored_paths import stored_path, suffix_of

Move = tuple[str, str, int, FileStamp]


def move_files(connection: sqlite3.Connection, moves: Iterable[Move]) -> None:
    """Give files new paths, all at once, so that two may swap names. What stood at a new path and
    is not moved itself is forgotten. A file that is being read waits again under its new path."""
    known = []
    for old, new, root, stamp in moves:
        row = connection.execute(
            "SELECT id FROM files WHERE path = ?", (stored_path(old),)
        ).fetchone()
        if row is not None:
            known.append((row[0], new, root, stamp))
    # No path holds a NUL: these names are free while the new ones are given.
    connection.executemany(
        "UPDATE files SET path = ? WHERE id = ?", [(f"\0{file}", file) for file, *_ in known]
    )
    for file, new, root, stamp in known:
        gone = connection.execute(
            "DELETE FROM files WHERE path = ? RETURNING document", (stored_path(new),)
        ).fetchall()
        connection.execute(
            "UPDATE files SET path = ?, suffix = ?, root = ?, size = ?, mtime_ns = ?, inode = ?, "
            "state = CASE WHEN state = 'reading' THEN 'waiting' ELSE state END, changed = 0 "
            "WHERE id = ?",
            (stored_path(new), suffix_of(new), root, *stamp_values(stamp), file),
        )
        drop_unreferenced(connection, [row[0] for row in gone])
