"""Indexes and a chunk source in memory: real enough for a search, small enough to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import FileRef
from desktop_rag.domain.phrase import holds
from desktop_rag.domain.place import Place, Region
from desktop_rag.domain.query import Filters
from desktop_rag.domain.search_form import fold, words
from desktop_rag.ports.embedding import Embedder, TokenVectors, Vectors
from desktop_rag.ports.retrieval import KeywordMatch, VectorMatch


@dataclass
class FakeLibrary:
    """Chunks in memory; fills `ChunkSource`. Documents are numbered by path from 1."""

    _chunks: dict[int, Chunk] = field(default_factory=dict)
    _paths: dict[int, str] = field(default_factory=dict)

    def add(
        self,
        path: str,
        *texts: str,
        kind: ContentKind = "document",
        language: str = "",
        breadcrumb: tuple[str, ...] = (),
    ) -> list[Chunk]:
        """One document of these chunks, each on a page of its own."""
        document = len(self._paths) + 1
        self._paths[document] = path
        added = []
        start = 0
        for ordinal, text in enumerate(texts):
            place = Place((start, start + len(text)), page=ordinal + 1, last_page=ordinal + 1)
            draft = ChunkDraft(ordinal, text, place, kind, breadcrumb=breadcrumb, language=language)
            chunk = Chunk(len(self._chunks) + 1, document, draft)
            self._chunks[chunk.id] = chunk
            added.append(chunk)
            start += len(text)
        return added

    def put(self, chunk: Chunk) -> None:
        """Another version of a chunk in its place."""
        self._chunks[chunk.id] = chunk

    def forget(self, chunk: int) -> None:
        """Remove one chunk, as if its file had gone between the tiers and the look-up."""
        del self._chunks[chunk]

    def all(self) -> list[Chunk]:
        """Every chunk, by id."""
        return list(self._chunks.values())

    def admits(self, chunk: Chunk, filters: Filters) -> bool:
        """True when the chunk's file, language and text pass the filters."""
        path = self._paths[chunk.document]
        if filters.under and not any(path.startswith(folder) for folder in filters.under):
            return False
        if filters.types and path.rsplit(".", 1)[-1] not in filters.types:
            return False
        if filters.path_parts and not any(part in path for part in filters.path_parts):
            return False
        if filters.languages and chunk.draft.language not in filters.languages:
            return False
        said = " ".join((*chunk.draft.breadcrumb, chunk.text))
        return all(holds(said, phrase) for phrase in filters.phrases) and not any(
            holds(said, phrase) for phrase in filters.without
        )

    def chunks(self, ids: Sequence[int]) -> dict[int, Chunk]:
        """Those that still exist."""
        return {id: self._chunks[id] for id in ids if id in self._chunks}

    def files_of(self, documents: Sequence[int], filters: Filters) -> dict[int, FileRef]:
        """The one path of each document."""
        return {
            document: FileRef(self._paths[document], "/", title=self._paths[document])
            for document in documents
            if not filters.under
            or any(self._paths[document].startswith(folder) for folder in filters.under)
        }

    def regions(self, chunk: Chunk, start: int = 0, end: int | None = None) -> tuple[Region, ...]:
        """One box over the whole range."""
        base, stop = chunk.place.chars[0], len(chunk.text) if end is None else end
        return (Region(base + start, base + stop, chunk.place.page or 1, (0.0, 0.0, 1.0, 1.0)),)

    def neighbours(self, chunk: Chunk, before: int, after: int) -> list[Chunk]:
        """Chunks of the same document around this one; none when it is gone."""
        if chunk.id not in self._chunks:
            return []
        own = [c for c in self._chunks.values() if c.document == chunk.document]
        place = own.index(chunk)
        return own[max(0, place - before) : place + after + 1]


@dataclass
class FakeKeywordIndex:
    """Counts the words of the query that a chunk holds; `failure` is raised when set."""

    library: FakeLibrary
    failure: DesktopRagError | None = None
    asked: list[str] = field(default_factory=list)

    def search(self, text: str, limit: int, filters: Filters) -> list[KeywordMatch]:
        """Chunks by number of shared words."""
        self.asked.append(text)
        if self.failure:
            raise self.failure
        asked = set(words(fold(text)))
        found = []
        for chunk in self.library.all():
            shared = len(asked & set(words(fold(chunk.text))))
            if shared and self.library.admits(chunk, filters):
                found.append(KeywordMatch(chunk.id, float(shared), terms=float(shared)))
        return sorted(found, key=lambda m: (-m.score, m.chunk))[:limit]


@dataclass
class FakeVectorIndex:
    """Exact cosine over an embedder's vectors; `failure` is raised when set."""

    library: FakeLibrary
    embedder: Embedder
    failure: DesktopRagError | None = None

    def search(self, vector: Vectors, limit: int, filters: Filters) -> list[VectorMatch]:
        """Nearest chunks first."""
        if self.failure:
            raise self.failure
        found = [
            VectorMatch(chunk.id, float(vector @ self.embedder.embed_query(chunk.text)))
            for chunk in self.library.all()
            if self.library.admits(chunk, filters)
        ]
        return sorted(found, key=lambda m: (-m.score, m.chunk))[:limit]


@dataclass
class FakeTokenVectors:
    """Token vectors straight from an embedder, nothing kept."""

    embedder: Embedder

    def of_query(self, text: str) -> TokenVectors:
        """The question's."""
        return self.embedder.token_vectors([text])[0]

    def of_chunks(self, chunks: Sequence[Chunk]) -> list[TokenVectors]:
        """One per chunk."""
        return self.embedder.token_vectors([chunk.text for chunk in chunks])


def tokens_of(*rows: Sequence[float]) -> TokenVectors:
    """Token vectors with these rows, one character each; rows are made unit length."""
    vectors = np.array(rows, dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return TokenVectors(vectors, tuple((i, i + 1) for i in range(len(rows))))
