"""A small real library to test the stores with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.place import Place
from desktop_rag.domain.source import FileStamp
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import Piece, PreparedChunk
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.keyword_index import FtsKeywordIndex

FINGERPRINT = "test-embedder"
DIMENSIONS = 32


class TurnedClock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time


def vector_of(text: str) -> NDArray[np.float32]:
    """A unit vector that depends on the text alone."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    vector = np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)
    return vector / np.linalg.norm(vector)


def hash_of(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def prepared(draft: ChunkDraft) -> PreparedChunk:
    text = draft.embedded_text()
    return PreparedChunk(draft, (Piece(hash_of(text), 0, len(text)),))


def drafts_of(
    *texts: str, language: str = "en", breadcrumb: tuple[str, ...] = ()
) -> list[ChunkDraft]:
    found, start = [], 0
    for ordinal, text in enumerate(texts):
        place = Place((start, start + len(text)))
        found.append(
            ChunkDraft(ordinal, text, place, "document", breadcrumb=breadcrumb, language=language)
        )
        start += len(text)
    return found


@dataclass
class Library:
    """All stores over one database in a test's own folder."""

    folder: Path
    clock: TurnedClock = field(default_factory=TurnedClock)

    def __post_init__(self) -> None:
        self.database = Database(self.folder / "library.sqlite3")
        self.database.open()
        self.catalogue = Catalogue(self.database, self.clock)
        self.documents = Documents(self.database, self.clock)
        self.keyword = FtsKeywordIndex(self.database)
        self.root = self.catalogue.add_root("/docs")

    def add(
        self,
        path: str,
        *texts: str,
        language: str = "en",
        breadcrumb: tuple[str, ...] = (),
        stamp: FileStamp | None = None,
        facts: DocumentFacts | None = None,
        root: int | None = None,
    ) -> int:
        """Index a file whose content is these texts; the document's id."""
        mark = stamp or FileStamp(sum(map(len, texts)), 1_700_000_000_000_000_000, 1)
        drafts = drafts_of(*texts, language=language, breadcrumb=breadcrumb)
        content = hashlib.sha256("\0".join(texts).encode()).hexdigest()
        self.catalogue.note_waiting(root or self.root.id, [(path, mark)])
        self.catalogue.begin_attempt(path)
        known = self.documents.find(content, "s1")
        if known is not None:
            self.documents.link(path, known, mark, content)
            return known
        document = self.documents.begin(content, "s1", "text/plain")
        chunks = [prepared(draft) for draft in drafts]
        self.documents.append(document, chunks, [])
        self.documents.put_vectors(FINGERPRINT, self.vectors(drafts))
        self.documents.finish(
            document,
            facts or DocumentFacts("text/plain", "document", language=language),
            mode="document",
            path=path,
            stamp=mark,
        )
        return document

    @staticmethod
    def vectors(drafts: list[ChunkDraft]) -> Mapping[bytes, NDArray[np.float32]]:
        texts = [draft.embedded_text() for draft in drafts]
        return {hash_of(text): vector_of(text) for text in texts}

    def close(self) -> None:
        self.database.close()
