"""Content: documents, their chunks, pieces, vectors and regions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.errors import InternalError
from desktop_rag.domain.hit import FileRef
from desktop_rag.domain.place import Region
from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FileStamp
from desktop_rag.ports.clock import Clock
from desktop_rag.stores import chunk_lookup, keyword_writing
from desktop_rag.stores.chunk_rows import (
    PreparedChunk,
    chunk_of,
    details_of,
    piece_text,
    region_rows,
)
from desktop_rag.stores.database import Database
from desktop_rag.stores.dropping import drop_unreferenced, purge_dropped
from desktop_rag.stores.linking import link_file
from desktop_rag.stores.stored_paths import stored_path, whole_characters
from desktop_rag.stores.vector_blobs import embedder_id, known_hashes, store_vectors

_SWEEP_BATCH = 2_000


class Documents:
    """What the library holds, as content: a document is found by hash and strategy and may lie at
    many paths. Fills `ports.retrieval.ChunkSource`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    # --- writing a document ---------------------------------------------------------------------

    def find(self, content_hash: str, strategy: str) -> int | None:
        """The finished document with this content, cut by this strategy."""
        with self._database.read() as connection:
            return _find(connection, content_hash, strategy)

    def begin(self, content_hash: str, strategy: str, media_type: str) -> int:
        """Start a document; no search sees it before `finish`."""
        with self._database.write() as connection:
            cursor = connection.execute(
                "INSERT INTO documents(content_hash, strategy, state, media_type, created) "
                "VALUES (?, ?, 'writing', ?, ?)",
                (content_hash, strategy, media_type, self._clock.now()),
            )
            return _row_id(cursor)

    def append(
        self, document_id: int, chunks: list[PreparedChunk], regions: Sequence[Region]
    ) -> None:
        """Add chunks and regions (offsets count in the whole document); one transaction."""
        with self._database.write() as connection:
            _require_writing(connection, document_id)
            added = [(_insert_chunk(connection, document_id, c.draft), c) for c in chunks]
            connection.executemany(
                "INSERT INTO pieces(chunk, piece, text_hash, first, last) VALUES (?, ?, ?, ?, ?)",
                [
                    (chunk, number, piece.text_hash, piece.start, piece.end)
                    for chunk, prepared in added
                    for number, piece in enumerate(prepared.pieces)
                ],
            )
            connection.executemany(
                "UPDATE vectors SET orphaned = NULL WHERE text_hash = ? AND orphaned IS NOT NULL",
                [(piece.text_hash,) for prepared in chunks for piece in prepared.pieces],
            )
            keyword_writing.add_to_index(
                connection, [(chunk, prepared.draft) for chunk, prepared in added]
            )
            connection.executemany(
                "INSERT INTO regions(document, first, last, boxes) VALUES (?, ?, ?, ?)",
                region_rows(document_id, regions),
            )

    def finish(
        self, document_id: int, facts: DocumentFacts, *, mode: str, path: str, stamp: FileStamp
    ) -> bool:
        """Make the document searchable under `path` in one transaction; the file's old document
        goes when no other file refers to it.

        A file that changed while it was read stays waiting. False when the file was forgotten
        meanwhile: nothing refers to the document then, and it is dropped."""
        now = self._clock.now()
        with self._database.write() as connection:
            content_hash, strategy = _require_writing(connection, document_id)
            twin = _find(connection, content_hash, strategy)
            _complete(connection, document_id, facts)
            if twin is None:
                connection.execute(
                    "INSERT INTO outbox(chunk, pieces) "
                    "SELECT c.id, 0 FROM chunks c WHERE c.document = ? AND EXISTS "
                    "(SELECT 1 FROM pieces p JOIN vectors v ON v.text_hash = p.text_hash "
                    " WHERE p.chunk = c.id) ORDER BY c.id",
                    (document_id,),
                )
            linked = link_file(
                connection, path, document_id if twin is None else twin, stamp, mode, now
            )
            drop_unreferenced(connection, [document_id])
        purge_dropped(self._database, now)
        return linked

    def link(
        self, path: str, document_id: int, stamp: FileStamp, content_hash: str, mode: str = ""
    ) -> bool:
        """Put the file at `path` to a document that is there already: a copy or a rename. False
        when the file or the document was forgotten meanwhile."""
        now = self._clock.now()
        with self._database.write() as connection:
            row = connection.execute(
                "SELECT 1 FROM documents WHERE id = ? AND content_hash = ? AND state = 'complete'",
                (document_id, content_hash),
            ).fetchone()
            linked = row is not None and link_file(connection, path, document_id, stamp, mode, now)
        purge_dropped(self._database, now)
        return linked

    def discard(self, document_id: int) -> None:
        """Drop a document that was begun and will not be finished."""
        with self._database.write() as connection:
            connection.execute(
                "UPDATE documents SET state = 'dropped' WHERE id = ? AND state = 'writing'",
                (document_id,),
            )
        purge_dropped(self._database, self._clock.now())

    # --- vectors --------------------------------------------------------------------------------

    def known_vectors(self, fingerprint: str, hashes: Collection[bytes]) -> set[bytes]:
        """Those of the hashes of texts that need no embedding."""
        with self._database.read() as connection:
            return known_hashes(connection, fingerprint, hashes)

    def put_vectors(self, fingerprint: str, vectors: Mapping[bytes, NDArray[np.float32]]) -> None:
        """Keep unit vectors by the hash of their text, rounded to float16."""
        with self._database.write() as connection:
            store_vectors(connection, fingerprint, vectors, self._clock.now())

    def missing_vectors(
        self, fingerprint: str, limit: int = 1000
    ) -> list[tuple[int, int, bytes, str]]:
        """(chunk, piece, hash, text) of searchable pieces without a vector of this embedder, one
        for each text; at most `limit`. `text` is what to embed."""
        with self._database.read() as connection:
            embedder = embedder_id(connection, fingerprint)
            rows = connection.execute(
                "SELECT p.text_hash, min(p.chunk), p.piece, p.first, p.last FROM pieces p "
                "JOIN chunks c ON c.id = p.chunk "
                "JOIN documents d ON d.id = c.document AND d.state = 'complete' "
                "WHERE NOT EXISTS (SELECT 1 FROM vectors v "
                "  WHERE v.text_hash = p.text_hash AND v.embedder IS ?) "
                "GROUP BY p.text_hash LIMIT ?",
                (embedder, limit),
            ).fetchall()
            chunks = chunk_lookup.chunks(connection, [row[1] for row in rows])
        return [
            (chunk, piece, text_hash, piece_text(chunks[chunk].draft, text_hash, first, last))
            for text_hash, chunk, piece, first, last in rows
        ]

    def sweep(self, older_than_s: float) -> int:
        """Delete vectors that no chunk has referred to for so many seconds; how many went."""
        limit = self._clock.now() - older_than_s
        swept = 0
        while True:
            with self._database.write() as connection:
                gone = connection.execute(
                    "DELETE FROM vectors WHERE id IN "
                    "(SELECT id FROM vectors WHERE orphaned <= ? LIMIT ?)",
                    (limit, _SWEEP_BATCH),
                ).rowcount
            swept += gone
            if gone < _SWEEP_BATCH:
                return swept

    def forget_words(self, older_than_s: float) -> None:
        """Forget the words that only removed chunks held, once so many seconds have passed since
        the first was removed."""
        with self._database.read() as connection:
            left = keyword_writing.words_left(connection, self._clock.now() - older_than_s)
        if left is not None:
            with self._database.write() as connection:
                keyword_writing.forget_words(connection, left)

    def renew_words(self) -> bool:
        """One short step of making the keyword index of an older version anew; False when nothing
        is left to do."""
        with self._database.read() as connection:
            if not keyword_writing.has_old_forms(connection):
                return False
        with self._database.write() as connection:
            keyword_writing.renew_some(connection)
        return True

    def forget_embedders(self, keep: Collection[str]) -> int:
        """Delete the vectors of all embedders but these; how many went."""
        marks = ", ".join("?" * len(keep))
        others = f"(SELECT id FROM embedders WHERE fingerprint NOT IN ({marks}))"
        forgotten = 0
        while True:
            with self._database.write() as connection:
                gone = connection.execute(
                    "DELETE FROM vectors WHERE id IN "
                    f"(SELECT id FROM vectors WHERE embedder IN {others} LIMIT ?)",
                    (*keep, _SWEEP_BATCH),
                ).rowcount
                if not gone:
                    connection.execute(f"DELETE FROM embedders WHERE id IN {others}", tuple(keep))
            forgotten += gone
            if not gone:
                return forgotten

    # --- looking up -----------------------------------------------------------------------------

    def chunks(self, ids: Sequence[int]) -> dict[int, Chunk]:
        """The searchable chunks among `ids`, by id."""
        with self._database.read() as connection:
            return chunk_lookup.chunks(connection, ids)

    def files_of(self, documents: Sequence[int], filters: Filters) -> dict[int, FileRef]:
        """For each document the file to show it under: one that passes the filters, on a
        reachable root if there is one. Documents without such a file are left out."""
        with self._database.read() as connection:
            return chunk_lookup.files_of(connection, documents, filters)

    def regions(
        self, chunk: Chunk | int, start: int = 0, end: int | None = None
    ) -> tuple[Region, ...]:
        """The boxes of chunk.text[start:end]; of [start, end) of the document's text when a
        document's id is given. Offsets count in the whole document."""
        if isinstance(chunk, Chunk):
            first, last = chunk.place.chars
            stop = last if end is None else min(first + end, last)
            return self._regions(chunk.document, first + start, stop)
        return self._regions(chunk, start, 2**62 if end is None else end)

    def neighbours(self, chunk: Chunk, before: int, after: int) -> list[Chunk]:
        """The chunk with up to so many chunks of its document around it, in order."""
        ordinal = chunk.draft.ordinal
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT {chunk_lookup.CHUNK_COLUMNS} FROM chunks c "
                "WHERE c.document = ? AND c.ordinal BETWEEN ? AND ? ORDER BY c.ordinal",
                (chunk.document, ordinal - before, ordinal + after),
            )
            return [chunk_of(row) for row in rows]

    def text(self, document_id: int, start: int, end: int) -> tuple[str, int]:
        """The document's text[start:end] and the whole text's length in characters."""
        with self._database.read() as connection:
            return chunk_lookup.text(connection, document_id, start, end)

    def document_at(self, path: str, content_hash: str = "") -> int | None:
        """The document that lies at `path`; with `content_hash` the one with that content, at
        `path` or, when the file was moved or changed, wherever it still lies."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT d.id FROM files f JOIN documents d ON d.id = f.document "
                "WHERE f.path = ?1 AND (?2 = '' OR d.content_hash = ?2) "
                "UNION ALL SELECT id FROM documents "
                "WHERE ?2 <> '' AND content_hash = ?2 AND state = 'complete' LIMIT 1",
                (stored_path(path), content_hash),
            ).fetchone()
        return None if row is None else int(row[0])

    def counts(self) -> tuple[int, int, int]:
        """Searchable documents, their chunks, and the pieces these are embedded by."""
        with self._database.read() as connection:
            documents, chunks, vectors = connection.execute(
                "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(vectors), 0) "
                "FROM documents WHERE state = 'complete'"
            ).fetchone()
        return documents, chunks, vectors

    def _regions(self, document: int, start: int, end: int) -> tuple[Region, ...]:
        with self._database.read() as connection:
            return chunk_lookup.regions(connection, document, start, end)


def _find(connection: sqlite3.Connection, content_hash: str, strategy: str) -> int | None:
    row = connection.execute(
        "SELECT id FROM documents WHERE content_hash = ? AND strategy = ? AND state = 'complete'",
        (content_hash, strategy),
    ).fetchone()
    return None if row is None else int(row[0])


def _require_writing(connection: sqlite3.Connection, document: int) -> tuple[str, str]:
    row = connection.execute(
        "SELECT content_hash, strategy FROM documents WHERE id = ? AND state = 'writing'",
        (document,),
    ).fetchone()
    if row is None:
        raise InternalError(
            "A document was written to that was not begun.",
            "Index the file again.",
            detail=f"document {document}",
        )
    return row[0], row[1]


def _insert_chunk(connection: sqlite3.Connection, document: int, draft: ChunkDraft) -> int:
    cursor = connection.execute(
        "INSERT INTO chunks(document, ordinal, first, last, language, details, text) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            document,
            draft.ordinal,
            *draft.place.chars,
            draft.language,
            details_of(draft),
            whole_characters(draft.text),
        ),
    )
    return _row_id(cursor)


def _complete(connection: sqlite3.Connection, document: int, facts: DocumentFacts) -> None:
    connection.execute(
        "UPDATE documents SET state = 'complete', media_type = ?2, kind = ?3, title = ?4, "
        "language = ?5, pages = ?6, pages_with_text = ?7, pages_ocr = ?8, partial = ?9, "
        "notices = ?10, extra = ?11, "
        "chunks = (SELECT count(*) FROM chunks WHERE document = ?1), "
        "vectors = (SELECT count(*) FROM pieces p JOIN chunks c ON c.id = p.chunk "
        "  WHERE c.document = ?1), "
        "characters = (SELECT coalesce(max(last), 0) FROM chunks WHERE document = ?1) "
        "WHERE id = ?1",
        (
            document,
            facts.media_type,
            facts.kind,
            whole_characters(facts.title),
            facts.language,
            facts.pages,
            facts.pages_with_text,
            facts.pages_ocr,
            facts.partial,
            json.dumps(facts.notices),
            json.dumps(facts.extra),
        ),
    )


def _row_id(cursor: sqlite3.Cursor) -> int:
    assert cursor.lastrowid is not None
    return cursor.lastrowid
