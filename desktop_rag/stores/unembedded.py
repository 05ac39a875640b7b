"""What can be found by words but not yet by meaning: pieces of chunks without a vector."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.strategy import is_late
from desktop_rag.stores.chunk_rows import CHUNK_COLUMNS, chunk_of, piece_text
from desktop_rag.stores.database import Database
from desktop_rag.stores.vector_blobs import embedder_id

_STRETCH = 32  # chunks of a document that are embedded with the text around them in view

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class UnembeddedTexts:
    """Texts of a document that want a vector, by their hashes. `reached`: the ordinal up to which
    its chunks were looked at; `more`: there are chunks after it. Where the document is to be
    embedded as a whole, `context` is the stretch of it that holds these texts with one chunk before
    and after, and `spans` says where each text lies in it."""

    texts: dict[bytes, str]
    reached: int
    more: bool
    context: str = ""
    spans: tuple[Range, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """A piece without a vector."""

    text_hash: bytes
    ordinal: int
    first: int
    last: int


class Unembedded:
    """Looks for pieces of searchable documents that an embedder has no vector of."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def documents(self, fingerprint: str) -> list[tuple[int, int]]:
        """Documents with such pieces, and how many each has: goes through the whole library."""
        with self._database.read() as connection:
            embedder = embedder_id(connection, fingerprint)
            rows = connection.execute(
                "SELECT c.document, count(*) FROM documents d "
                "JOIN chunks c ON c.document = d.id JOIN pieces p ON p.chunk = c.id "
                "WHERE d.state = 'complete' AND NOT EXISTS (SELECT 1 FROM vectors v "
                "  WHERE v.text_hash = p.text_hash AND v.embedder IS ?) GROUP BY c.document",
                (embedder,),
            )
            return [(document, count) for document, count in rows]

    def texts(self, document: int, fingerprint: str, after: int, chunks: int) -> UnembeddedTexts:
        """The texts among so many chunks after ordinal `after` (fewer where they are embedded in
        their document); none when the document is gone."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT chunks, strategy FROM documents WHERE id = ? AND state = 'complete'",
                (document,),
            ).fetchone()
            if row is None:
                return UnembeddedTexts({}, after, False)
            late = is_late(row[1])
            last = after + (min(chunks, _STRETCH) if late else chunks)
            more = last < int(row[0]) - 1
            embedder = embedder_id(connection, fingerprint)
            rows = _rows(connection, document, embedder, after, last)
            if not rows:
                return UnembeddedTexts({}, last, more)
            around = 1 if late else 0
            drafts = _drafts(connection, document, after - around, last + around)
        if late:
            return _in_context(rows, drafts, last, more)
        texts = {
            row.text_hash: piece_text(drafts[row.ordinal], row.text_hash, row.first, row.last)
            for row in rows
        }
        return UnembeddedTexts(texts, last, more)


def _rows(
    connection: sqlite3.Connection, document: int, embedder: int | None, after: int, last: int
) -> list[_Row]:
    found = connection.execute(
        "SELECT p.text_hash, c.ordinal, p.first, p.last FROM chunks c "
        "JOIN pieces p ON p.chunk = c.id "
        "WHERE c.document = ? AND c.ordinal > ? AND c.ordinal <= ? "
        "AND NOT EXISTS (SELECT 1 FROM vectors v "
        "  WHERE v.text_hash = p.text_hash AND v.embedder IS ?) ORDER BY c.ordinal, p.piece",
        (document, after, last, embedder),
    )
    return [_Row(*row) for row in found]


def _drafts(
    connection: sqlite3.Connection, document: int, after: int, last: int
) -> dict[int, ChunkDraft]:
    """The chunks of a stretch by their ordinals, in order."""
    rows = connection.execute(
        f"SELECT {CHUNK_COLUMNS} FROM chunks c "
        "WHERE c.document = ? AND c.ordinal > ? AND c.ordinal <= ? ORDER BY c.ordinal",
        (document, after, last),
    )
    return {chunk.draft.ordinal: chunk.draft for chunk in map(chunk_of, rows)}


def _in_context(
    rows: list[_Row], drafts: dict[int, ChunkDraft], last: int, more: bool
) -> UnembeddedTexts:
    """The texts as parts of the text that their chunks make together."""
    spans: dict[int, Range] = {}
    parts: list[str] = []
    length = 0
    for ordinal, draft in drafts.items():
        own = _own_text(draft)
        spans[ordinal] = (length, length + len(own))
        parts.append(own)
        length += len(own) + 1
    wanted = {
        row.text_hash: (drafts[row.ordinal].embedded_text(breadcrumbs=False), spans[row.ordinal])
        for row in rows
    }
    return UnembeddedTexts(
        {key: text for key, (text, _) in wanted.items()},
        last,
        more,
        "\n".join(parts),
        tuple(span for _, span in wanted.values()),
    )


def _own_text(draft: ChunkDraft) -> str:
    """What is embedded of a chunk, without what it repeats of the chunk before."""
    if draft.spoken is None and draft.searchable is None:
        return draft.text[draft.overlap :]
    return draft.embedded_text(breadcrumbs=False)
