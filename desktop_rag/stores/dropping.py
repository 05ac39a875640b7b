"""Deleting documents: hidden in the caller's transaction, taken apart afterwards in batches, so
that a document of any size goes and an interruption is finished at the next start."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from desktop_rag.stores.database import Database
from desktop_rag.stores.keyword_writing import remove_from_index

_BATCH = 500


def drop_unreferenced(connection: sqlite3.Connection, documents: Iterable[int | None]) -> None:
    """Hide those of the documents that no file refers to any more."""
    connection.executemany(
        "UPDATE documents SET state = 'dropped' WHERE id = ? AND state = 'complete' "
        "AND NOT EXISTS (SELECT 1 FROM files WHERE files.document = documents.id)",
        [(document,) for document in set(documents) if document is not None],
    )


def purge_dropped(database: Database, now: float) -> None:
    """Take apart all documents that are dropped; `now` (seconds since the epoch) is noted on
    vectors that lose their last text."""
    while True:
        with database.read() as connection:
            # the first condition lets the index of the few that are hidden be used
            row = connection.execute(
                "SELECT id FROM documents WHERE state <> 'complete' AND state = 'dropped' LIMIT 1"
            ).fetchone()
        if row is None:
            return
        _purge(database, row[0], now)


def _purge(database: Database, document: int, now: float) -> None:
    while True:
        with database.write() as connection:
            chunks = [
                row[0]
                for row in connection.execute(
                    "SELECT id FROM chunks WHERE document = ? LIMIT ?", (document, _BATCH)
                )
            ]
            if not chunks:
                connection.execute("DELETE FROM regions WHERE document = ?", (document,))
                connection.execute("DELETE FROM documents WHERE id = ?", (document,))
                return
            _delete_chunks(connection, chunks, now)


def _delete_chunks(connection: sqlite3.Connection, chunks: list[int], now: float) -> None:
    remove_from_index(connection, chunks)
    marks = ", ".join("?" * len(chunks))
    pieces = connection.execute(
        f"SELECT chunk, count(*) FROM pieces WHERE chunk IN ({marks}) GROUP BY chunk",
        chunks,
    ).fetchall()
    hashes = connection.execute(
        f"SELECT DISTINCT text_hash FROM pieces WHERE chunk IN ({marks})",
        chunks,
    ).fetchall()
    connection.execute(f"DELETE FROM pieces WHERE chunk IN ({marks})", chunks)
    connection.execute(f"DELETE FROM chunks WHERE id IN ({marks})", chunks)
    connection.executemany("INSERT INTO outbox(chunk, pieces) VALUES (?, ?)", pieces)
    connection.executemany(
        "UPDATE vectors SET orphaned = ? WHERE text_hash = ? AND orphaned IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM pieces WHERE pieces.text_hash = vectors.text_hash)",
        [(now, text_hash) for (text_hash,) in hashes],
    )
