"""What the vector index reads from SQLite: the outbox, the stores' places in it, the vectors."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.ports.embedding import Vectors
from desktop_rag.stores.database import Database
from desktop_rag.stores.vector_blobs import vectors_of

_BATCH = 500
_GIVEN_UP_AFTER = 100_000  # changes that a store did not follow
_SWEPT = "vectors.swept."  # meta: how far a store was when all of it was tried, by fingerprint
# Pieces of searchable chunks that have a vector of one embedder.
_FROM = (
    "FROM chunks c JOIN documents d ON d.id = c.document AND d.state = 'complete' "
    "JOIN pieces p ON p.chunk = c.id "
    "JOIN vectors v ON v.text_hash = p.text_hash "
    "  AND v.embedder = (SELECT id FROM embedders WHERE fingerprint = ?) "
)


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the outbox: a chunk is new (`pieces` 0) or was deleted and had so many pieces."""

    id: int
    chunk: int
    pieces: int

    def names(self) -> list[str]:
        """The ids that the deleted chunk had in a store."""
        return [f"{self.chunk}.{piece}" for piece in range(self.pieces)]


@dataclass(frozen=True, slots=True)
class PieceVector:
    """A piece of a chunk with its unit vector."""

    chunk: int
    piece: int
    vector: NDArray[np.float32]

    @property
    def name(self) -> str:
        """The id in a store."""
        return f"{self.chunk}.{self.piece}"


@dataclass(frozen=True, slots=True)
class VectorStoreRow:
    """Where the store of an embedder lies (a folder's name, empty while it is first built), how
    far it followed the outbox, how many vectors were deleted from it since it was built, and how
    far it had followed when every vector of it was last tried."""

    folder: str
    applied: int
    deleted: int
    swept: int


def store_row(connection: sqlite3.Connection, fingerprint: str) -> VectorStoreRow | None:
    """The store that serves an embedder."""
    row = connection.execute(
        "SELECT folder, applied, deleted, coalesce((SELECT CAST(value AS INTEGER) FROM meta "
        f"WHERE key = '{_SWEPT}' || fingerprint), 0) FROM vector_stores WHERE fingerprint = ?",
        (fingerprint,),
    ).fetchone()
    return None if row is None else VectorStoreRow(*row)


def register(connection: sqlite3.Connection, fingerprint: str, folder: str, applied: int) -> None:
    """A store was built that holds everything up to change `applied`."""
    connection.execute(
        "INSERT INTO vector_stores(fingerprint, folder, applied) VALUES (?, ?, ?) "
        "ON CONFLICT(fingerprint) DO UPDATE SET folder = excluded.folder, "
        "applied = excluded.applied, deleted = 0",
        (fingerprint, folder, applied),
    )
    connection.execute("DELETE FROM meta WHERE key = ?", (_SWEPT + fingerprint,))


def note_swept(connection: sqlite3.Connection, fingerprint: str, applied: int) -> None:
    """Every vector of a store was tried when it had followed up to change `applied`."""
    connection.execute(
        "INSERT INTO meta(key, value) VALUES (?, ?) "
        "ON CONFLICT(key) DO UPDATE SET value = excluded.value",
        (_SWEPT + fingerprint, str(applied)),
    )


def unregister(connection: sqlite3.Connection, fingerprint: str) -> None:
    """The store of an embedder is gone."""
    connection.execute("DELETE FROM vector_stores WHERE fingerprint = ?", (fingerprint,))
    connection.execute("DELETE FROM meta WHERE key = ?", (_SWEPT + fingerprint,))


def advance(connection: sqlite3.Connection, fingerprint: str, applied: int, deleted: int) -> None:
    """A store took over everything up to change `applied`; what all stores have goes. A store that
    nobody has opened for very long is given up, so that the outbox stays bounded: it would be built
    anew."""
    connection.execute(
        "UPDATE vector_stores SET applied = ?, deleted = deleted + ? WHERE fingerprint = ?",
        (applied, deleted, fingerprint),
    )
    connection.execute(
        "DELETE FROM vector_stores WHERE fingerprint <> ? AND applied < ?",
        (fingerprint, applied - _GIVEN_UP_AFTER),
    )
    clear_taken(connection)


def clear_taken(connection: sqlite3.Connection) -> None:
    """Delete the changes that all stores have."""
    connection.execute("DELETE FROM outbox WHERE id <= (SELECT min(applied) FROM vector_stores)")


def folders_in_use(connection: sqlite3.Connection) -> set[str]:
    """The folders of all stores."""
    return {row[0] for row in connection.execute("SELECT folder FROM vector_stores")}


def newest_change(connection: sqlite3.Connection) -> int:
    """The number of the newest change, also when it was cleared away."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
    return 0 if row is None else int(row[0])


def pending(connection: sqlite3.Connection, applied: int, limit: int) -> list[Change]:
    """The changes after `applied`, oldest first."""
    rows = connection.execute(
        "SELECT id, chunk, pieces FROM outbox WHERE id > ? ORDER BY id LIMIT ?", (applied, limit)
    )
    return [Change(*row) for row in rows]


def piece_vectors(
    connection: sqlite3.Connection, fingerprint: str, dimensions: int, chunks: Sequence[int]
) -> list[PieceVector]:
    """The vectors of searchable chunks."""
    wanted = list(dict.fromkeys(chunks))
    rows: list[tuple[int, int, bytes]] = []
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        rows += connection.execute(
            f"SELECT c.id, p.piece, v.vector {_FROM} WHERE c.id IN ({', '.join('?' * len(batch))})",
            (fingerprint, *batch),
        ).fetchall()
    return _decoded(rows, dimensions)


def all_vectors(
    database: Database, fingerprint: str, dimensions: int, chunks: int
) -> Iterator[list[PieceVector]]:
    """The vectors of all searchable chunks, those of so many chunks at a time. No transaction
    stays open between two batches; what changes meanwhile is in the outbox."""
    last = 0
    while (batch := next_vectors(database, fingerprint, dimensions, last, chunks)) is not None:
        last, found = batch
        yield found


def next_vectors(
    database: Database, fingerprint: str, dimensions: int, after: int, chunks: int
) -> tuple[int, list[PieceVector]] | None:
    """The vectors of the next searchable chunks after an id, and the last id looked at; None when
    there are no more chunks."""
    with database.read() as connection:
        ids = [
            row[0]
            for row in connection.execute(
                "SELECT id FROM chunks WHERE id > ? ORDER BY id LIMIT ?", (after, chunks)
            )
        ]
        found = piece_vectors(connection, fingerprint, dimensions, ids)
    return (ids[-1], found) if ids else None


def expected_names(connection: sqlite3.Connection, fingerprint: str) -> set[str]:
    """The ids that a store holds once it followed the whole outbox."""
    rows = connection.execute(f"SELECT c.id, p.piece {_FROM}", (fingerprint,))
    return {f"{chunk}.{piece}" for chunk, piece in rows}


def expected_count(connection: sqlite3.Connection) -> int:
    """How many pieces searchable documents have."""
    row = connection.execute(
        "SELECT coalesce(sum(vectors), 0) FROM documents WHERE state = 'complete'"
    ).fetchone()
    return int(row[0])


def sample(
    connection: sqlite3.Connection, fingerprint: str, dimensions: int, size: int
) -> list[PieceVector]:
    """Vectors of up to `size` chunks taken at random over all ids."""
    first, last = connection.execute("SELECT min(id), max(id) FROM chunks").fetchone()
    if first is None:
        return []
    chosen = {
        connection.execute(
            "SELECT id FROM chunks WHERE id >= ? ORDER BY id LIMIT 1",
            (random.randint(first, last),),
        ).fetchone()[0]
        for _ in range(size)
    }
    return piece_vectors(connection, fingerprint, dimensions, sorted(chosen))


def stacked(pieces: Sequence[PieceVector], dimensions: int) -> Vectors:
    """float32 [pieces, dimensions]."""
    if not pieces:
        return np.empty((0, dimensions), np.float32)
    return np.stack([piece.vector for piece in pieces])


def _decoded(rows: list[tuple[int, int, bytes]], dimensions: int) -> list[PieceVector]:
    vectors = vectors_of((row[2] for row in rows), dimensions)
    return [
        PieceVector(chunk, piece, vector)
        for (chunk, piece, _), vector in zip(rows, vectors, strict=True)
    ]
