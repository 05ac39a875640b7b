"""Does a library say what the disk says, and do its three stores say the same?"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field, fields
from pathlib import Path

from desktop_rag.host.paths import LibraryPaths
from desktop_rag.ports.embedding import Vectors
from desktop_rag.stores import vector_rows
from desktop_rag.stores.chroma_store import ChromaStore
from desktop_rag.stores.database import Database
from desktop_rag.stores.vector_blobs import vectors_of

_SAME_VECTOR = 1 - 1e-3
# What must be empty, and the name of the fault when it is not.
_GHOSTS = {
    "document of no file": "SELECT id FROM documents WHERE state <> 'complete' OR "
    "id NOT IN (SELECT document FROM files WHERE document IS NOT NULL)",
    "chunk of no document": "SELECT id FROM chunks WHERE document NOT IN "
    "(SELECT id FROM documents)",
    "piece of no chunk": "SELECT chunk FROM pieces WHERE chunk NOT IN (SELECT id FROM chunks)",
    "words of no chunk": "SELECT id FROM keyword_docsize WHERE id NOT IN (SELECT id FROM chunks)",
    "name of no file": "SELECT rowid FROM file_names WHERE rowid NOT IN (SELECT id FROM files)",
}
_LOST = {
    "chunk without words": "SELECT id FROM chunks WHERE id NOT IN (SELECT id FROM keyword_docsize)",
    "document without chunks": "SELECT id FROM documents d WHERE d.chunks <> "
    "(SELECT count(*) FROM chunks c WHERE c.document = d.id)",
    "piece without vector": "SELECT chunk FROM pieces WHERE text_hash NOT IN "
    "(SELECT text_hash FROM vectors)",
    "file without name": "SELECT id FROM files WHERE id NOT IN (SELECT rowid FROM file_names)",
}
_TWICE = {
    "content twice": "SELECT min(id) FROM documents WHERE state = 'complete' "
    "GROUP BY content_hash, strategy HAVING count(*) > 1",
    "chunk twice": "SELECT min(id) FROM chunks GROUP BY document, first, last, text "
    "HAVING count(*) > 1",
}


@dataclass(slots=True)
class Disagreement:
    """What differs, by kind of lie; each entry names one thing."""

    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    ghosts: list[str] = field(default_factory=list)
    unreachable: list[str] = field(default_factory=list)

    def add(self, other: Disagreement) -> None:
        """Sum with another."""
        for kind in fields(self):
            getattr(self, kind.name).extend(getattr(other, kind.name))

    def any(self) -> bool:
        """True when something differs."""
        return any(getattr(self, kind.name) for kind in fields(self))

    def __str__(self) -> str:
        return "  ".join(f"{kind.name} {len(getattr(self, kind.name))}" for kind in fields(self))


def ledger_against(library: Path, hashes: dict[str, str]) -> Disagreement:
    """SQLite and its keyword index against the disk (path → SHA-256). The engine may run."""
    found = Disagreement()
    database = LibraryPaths(library).database
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        known = {
            path: content if state == "indexed" else state
            for path, content, state in connection.execute(
                "SELECT path, content_hash, state FROM files"
            )
        }
        found.lost += [
            f"{p}: {known.get(p, 'unknown')}" for p, h in hashes.items() if known.get(p) != h
        ]
        found.ghosts += sorted(known.keys() - hashes.keys())
        for kind, queries in ((found.ghosts, _GHOSTS), (found.lost, _LOST), (found.twice, _TWICE)):
            for what, query in queries.items():
                kind += [f"{what} {row[0]}" for row in connection.execute(query)]
    return found


def vectors_against(library: Path, fingerprint: str, dimensions: int) -> Disagreement:
    """Chroma against SQLite, and every vector of it against a search for itself. The engine must
    not run: a store has one owner."""
    found = Disagreement()
    database = Database(LibraryPaths(library).database)
    database.open()
    try:
        with database.read() as connection:
            row = vector_rows.store_row(connection, fingerprint)
            wanted = _expected(connection, fingerprint, dimensions)
            behind = len(vector_rows.pending(connection, row.applied if row else 0, 2**31))
    finally:
        database.close()
    if row is None:
        return Disagreement(lost=[f"vector {name}" for name in wanted])
    if behind:
        found.lost.append(f"{behind} changes were not taken over")
    store = ChromaStore(LibraryPaths(library).vectors / row.folder, fingerprint)
    store.open(create=False)
    try:
        there = store.ids()
        found.lost += [f"vector {name}" for name in wanted.keys() - there]
        found.ghosts += [f"vector {name}" for name in there - wanted.keys()]
        for name, vector in wanted.items():
            nearest = store.nearest(vector, 1)
            if not nearest or nearest[0][1] < _SAME_VECTOR:
                found.unreachable.append(f"vector {name}")
    finally:
        store.close()
    return found


def _expected(
    connection: sqlite3.Connection, fingerprint: str, dimensions: int
) -> dict[str, Vectors]:
    rows = connection.execute(
        "SELECT p.chunk, p.piece, v.vector FROM pieces p "
        "JOIN vectors v ON v.text_hash = p.text_hash "
        "AND v.embedder = (SELECT id FROM embedders WHERE fingerprint = ?)",
        (fingerprint,),
    ).fetchall()
    vectors = vectors_of((row[2] for row in rows), dimensions)
    return {f"{row[0]}.{row[1]}": vector for row, vector in zip(rows, vectors, strict=True)}


def taken_over(library: Path) -> bool:
    """True when the vector stores have followed everything. The engine may run."""
    database = LibraryPaths(library).database
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM outbox").fetchone()[0]) == 0


def different_texts(library: Path) -> int:
    """Different texts with a stored vector; those of texts that went stay for a day."""
    database = LibraryPaths(library).database
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM vectors").fetchone()[0])
