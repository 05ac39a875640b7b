"""Vectors as float16 blobs, by embedder and by the text they stand for."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from desktop_rag.ports.embedding import Vectors

_BATCH = 500


def blob_of(vector: NDArray[np.float32]) -> bytes:
    """One unit vector as little-endian float16."""
    return np.asarray(vector, dtype="<f2").tobytes()


def vectors_of(blobs: Iterable[bytes], dimensions: int) -> Vectors:
    """float32 [count, dimensions] of unit length; rounding to float16 is evened out."""
    joined = b"".join(blobs)
    found = np.frombuffer(joined, dtype="<f2").reshape(-1, dimensions).astype(np.float32)
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    scaled: Vectors = found / np.maximum(lengths, np.float32(1e-12))
    return scaled


def embedder_id(connection: sqlite3.Connection, fingerprint: str) -> int | None:
    """The number of an embedder, None when it has no vectors yet."""
    row = connection.execute(
        "SELECT id FROM embedders WHERE fingerprint = ?", (fingerprint,)
    ).fetchone()
    return None if row is None else int(row[0])


def known_hashes(
    connection: sqlite3.Connection, fingerprint: str, hashes: Collection[bytes]
) -> set[bytes]:
    """Those of the texts' hashes that have a vector of this embedder."""
    embedder = embedder_id(connection, fingerprint)
    if embedder is None:
        return set()
    wanted = list(hashes)
    found: set[bytes] = set()
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        marks = ", ".join("?" * len(batch))
        rows = connection.execute(
            f"SELECT text_hash FROM vectors WHERE embedder = ? AND text_hash IN ({marks})",
            (embedder, *batch),
        )
        found.update(row[0] for row in rows)
    return found


def store_vectors(
    connection: sqlite3.Connection,
    fingerprint: str,
    vectors: Mapping[bytes, NDArray[np.float32]],
    now: float,
) -> None:
    """Keep vectors; searchable chunks that were waiting for one go to the outbox. A vector whose
    text no chunk holds yet counts as orphaned since `now`."""
    connection.execute("INSERT OR IGNORE INTO embedders(fingerprint) VALUES (?)", (fingerprint,))
    embedder = embedder_id(connection, fingerprint)
    connection.executemany(
        "INSERT INTO vectors(embedder, text_hash, orphaned, vector) VALUES (?1, ?2, "
        "CASE WHEN EXISTS (SELECT 1 FROM pieces WHERE text_hash = ?2) THEN NULL ELSE ?3 END, ?4) "
        "ON CONFLICT(text_hash, embedder) DO UPDATE SET vector = excluded.vector",
        [(embedder, text_hash, now, blob_of(v)) for text_hash, v in vectors.items()],
    )
    connection.executemany(
        "INSERT INTO outbox(chunk, pieces) "
        "SELECT p.chunk, 0 FROM pieces p JOIN chunks c ON c.id = p.chunk "
        "JOIN documents d ON d.id = c.document AND d.state = 'complete' WHERE p.text_hash = ?",
        [(text_hash,) for text_hash in vectors],
    )
