"""The sockets of a search: what comes before it, what follows it, and the two indexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.place import Region
from desktop_rag.domain.query import Filters, Query
from desktop_rag.ports.embedding import TokenVectors, Vectors


class Preprocessor(Protocol):
    """Changes a query before the search; the original text always stays. `prepare` returns the
    query unchanged when it has nothing to add; a passing failure raises `DesktopRagError`, after
    which the plain query is searched."""

    name: str

    def prepare(self, query: Query) -> Query: ...


class Postprocessor(Protocol):
    """Changes the list of hits after the search: reorders, drops, merges. Must not invent hits."""

    name: str

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]: ...


class Scorer(Protocol):
    """A reranker: one raw score per passage, on the reranker's own scale (higher is better)."""

    name: str

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]: ...


@dataclass(frozen=True, slots=True)
class KeywordMatch:
    """One chunk found by keyword. `score` = phrase + terms + fuzzy, higher is better."""

    chunk: int
    score: float
    phrase: float = 0.0
    terms: float = 0.0
    fuzzy: float = 0.0


@dataclass(frozen=True, slots=True)
class VectorMatch:
    """One chunk found by vector: cosine in [-1, 1] of its best vector, and which piece of the
    chunk (0-based) that vector stands for."""

    chunk: int
    score: float
    piece: int = 0


class KeywordIndex(Protocol):
    """The keyword tier. Any text is a legal query; the index quotes and analyses it itself."""

    def search(self, text: str, limit: int, filters: Filters) -> list[KeywordMatch]:
        """Best first, at most `limit`; raises `SearchFailed`, never returns a failure as empty."""


class VectorIndex(Protocol):
    """The vector tier."""

    def search(self, vector: Vectors, limit: int, filters: Filters) -> list[VectorMatch]:
        """Nearest chunks by cosine, best first, at most one match per chunk."""


@dataclass(frozen=True, slots=True)
class Holding:
    """How a document holds what was asked for: the first of its passages that do (the id of a
    chunk), and how many do."""

    chunk: int
    passages: int = 1


class DocumentIndex(Protocol):
    """Finds whole documents, all of them, by id."""

    def all(self, filters: Filters) -> dict[int, Holding]:
        """Every searchable document that passes the filters, shown by its first passage."""

    def places(self, filters: Filters) -> dict[int, int]:
        """For each document how many files that pass the filters have its content."""

    def holding(
        self,
        alternatives: Sequence[str],
        filters: Filters,
        *,
        phrase: bool = False,
        names: bool = False,
    ) -> dict[int, Holding]:
        """Documents with a passage that holds the words of one of the alternatives close together
        (`phrase`: one after the other, as they are). `names`: or whose file is called so. Raises
        `SearchFailed`, never returns a failure as empty."""


class ChunkSource(Protocol):
    """Looks up what the indexes found."""

    def chunks(self, ids: Sequence[int]) -> dict[int, Chunk]:
        """The chunks that still exist, by id."""

    def files_of(self, documents: Sequence[int], filters: Filters) -> dict[int, FileRef]:
        """For each document the file to show it under (one that passes the filters; `also_at`
        names its other places)."""

    def regions(self, chunk: Chunk, start: int = 0, end: int | None = None) -> tuple[Region, ...]:
        """The boxes of chunk.text[start:end] on the document's pages, with offsets that count in
        the whole document; empty for documents without pages."""

    def neighbours(self, chunk: Chunk, before: int, after: int) -> list[Chunk]:
        """The chunk with up to so many chunks of the same document around it, in order."""


class TokenVectorSource(Protocol):
    """Token vectors of passages, cached within a memory limit."""

    def of_query(self, text: str) -> TokenVectors: ...

    def of_chunks(self, chunks: Sequence[Chunk]) -> list[TokenVectors]:
        """One per chunk, over `chunk.text` (offsets count in it)."""
