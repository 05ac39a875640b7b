"""Reading what was stored: chunks by id, files of documents, a document's text and boxes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import FileRef
from desktop_rag.domain.place import Region
from desktop_rag.domain.query import Filters
from desktop_rag.stores.chunk_rows import CHUNK_COLUMNS, chunk_of, regions_of
from desktop_rag.stores.filtering import NANOSECONDS, file_condition
from desktop_rag.stores.stored_paths import real_path

_BATCH = 500

__all__ = ["CHUNK_COLUMNS", "chunks", "files_of", "regions", "text"]


def chunks(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Chunk]:
    """The searchable chunks among `ids`, by id."""
    found: dict[int, Chunk] = {}
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        rows = connection.execute(
            f"SELECT {CHUNK_COLUMNS} FROM chunks c "
            "JOIN documents d ON d.id = c.document AND d.state = 'complete' "
            f"WHERE c.id IN ({', '.join('?' * len(batch))})",
            batch,
        )
        found.update((row[0], chunk_of(row)) for row in rows)
    return found


def files_of(
    connection: sqlite3.Connection, documents: Sequence[int], filters: Filters
) -> dict[int, FileRef]:
    """For each document the file to show it under and its other places."""
    condition, values = file_condition(filters)
    wanted = list(dict.fromkeys(documents))
    rows: list[tuple[int, str, str, str, str, str, int, int]] = []
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        rows += connection.execute(
            "SELECT f.document, f.path, r.path, d.title, d.media_type, d.content_hash, "
            f"f.mtime_ns, {condition} FROM files f JOIN roots r ON r.id = f.root "
            "JOIN documents d ON d.id = f.document AND d.state = 'complete' "
            f"WHERE f.document IN ({', '.join('?' * len(batch))}) "
            "ORDER BY r.online DESC, f.path",
            (*values, *batch),
        ).fetchall()
    places: dict[int, list[tuple[int, str, str, str, str, str, int, int]]] = {}
    for row in rows:
        places.setdefault(row[0], []).append(row)
    found: dict[int, FileRef] = {}
    for document, known in places.items():
        shown = next((row for row in known if row[7]), None)
        if shown is None:
            continue
        found[document] = FileRef(
            path=real_path(shown[1]),
            root=real_path(shown[2]),
            title=shown[3],
            media_type=shown[4],
            content_hash=shown[5],
            modified=shown[6] / NANOSECONDS,
            also_at=tuple(real_path(row[1]) for row in known if row is not shown),
        )
    return found


def text(connection: sqlite3.Connection, document: int, start: int, end: int) -> tuple[str, int]:
    """A document's text[start:end] joined from its chunks, and the whole text's length."""
    row = connection.execute(
        "SELECT characters FROM documents WHERE id = ? AND state = 'complete'", (document,)
    ).fetchone()
    if row is None:
        return "", 0
    pieces: list[str] = []
    position = max(start, 0)
    for first, last, body in connection.execute(
        "SELECT first, last, text FROM chunks "
        "WHERE document = ? AND first < ? AND last > ? ORDER BY first, ordinal",
        (document, end, start),
    ):
        stop = min(last, end)
        if stop > position:
            pieces.append(body[max(position - first, 0) : stop - first])
            position = stop
    return "".join(pieces), int(row[0])


def regions(
    connection: sqlite3.Connection, document: int, start: int, end: int
) -> tuple[Region, ...]:
    """The regions that share a character with [start, end) of the document's text."""
    rows = connection.execute(
        "SELECT boxes FROM regions WHERE document = ? AND first < ? AND last > ? ORDER BY id",
        (document, end, start),
    )
    return regions_of((row[0] for row in rows), start, end)
