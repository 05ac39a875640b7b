"""What can be found by words but not yet by meaning: pieces of chunks without a vector."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_rag.stores import chunk_lookup
from desktop_rag.stores.chunk_rows import piece_text
from desktop_rag.stores.database import Database
from desktop_rag.stores.vector_blobs import embedder_id


@dataclass(frozen=True, slots=True)
class UnembeddedTexts:
    """Texts of a document that want a vector, by their hashes. `reached`: the ordinal up to which
    its chunks were looked at; `more`: there are chunks after it."""

    texts: dict[bytes, str]
    reached: int
    more: bool


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
        """The texts among so many chunks after ordinal `after`; none when the document is gone."""
        last = after + chunks
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT chunks FROM documents WHERE id = ? AND state = 'complete'", (document,)
            ).fetchone()
            if row is None:
                return UnembeddedTexts({}, after, False)
            rows = connection.execute(
                "SELECT p.text_hash, c.id, p.first, p.last FROM chunks c "
                "JOIN pieces p ON p.chunk = c.id "
                "WHERE c.document = ? AND c.ordinal > ? AND c.ordinal <= ? "
                "AND NOT EXISTS (SELECT 1 FROM vectors v "
                "  WHERE v.text_hash = p.text_hash AND v.embedder IS ?)",
                (document, after, last, embedder_id(connection, fingerprint)),
            ).fetchall()
            found = chunk_lookup.chunks(connection, list({chunk for _, chunk, _, _ in rows}))
        texts = {
            text_hash: piece_text(found[chunk].draft, text_hash, first, end)
            for text_hash, chunk, first, end in rows
        }
        return UnembeddedTexts(texts, last, last < int(row[0]) - 1)
