"""A small library to search, and hits made by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import FileRef, Hit, RerankScore, SearchResult, TierScore
from desktop_rag.domain.query import Query
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.ports.retrieval import Postprocessor, Preprocessor, Scorer
from desktop_rag.retrieval import SearchPipeline, Steps
from desktop_rag.retrieval.postprocessing.late_interaction import LateInteractionScorer
from desktop_rag.settings.retrieval import RetrievalSettings
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import (
    FakeKeywordIndex,
    FakeLibrary,
    FakeTokenVectors,
    FakeVectorIndex,
)


class Bench:
    """A pipeline over fakes, whose parts a test may change."""

    def __init__(self) -> None:
        self.library = FakeLibrary()
        self.embedder: FakeEmbedder | None = FakeEmbedder()
        self.embedder_problem: DesktopRagError | None = None
        self.keyword = FakeKeywordIndex(self.library)
        self.vector = FakeVectorIndex(self.library, FakeEmbedder())
        self.scorers: dict[str, Callable[[], Scorer]] = {"late_interaction": self._late}
        self.preprocessors: dict[str, Callable[[], Preprocessor]] = {}
        self.postprocessors: dict[str, Callable[[], Postprocessor]] = {}

    def tokens(self) -> FakeTokenVectors | None:
        return FakeTokenVectors(self.embedder) if self.embedder else None

    def _late(self) -> Scorer:
        found = self.tokens()
        assert found is not None
        return LateInteractionScorer(found)

    def pipeline(self) -> SearchPipeline:
        return SearchPipeline(
            keyword=self.keyword,
            vector=self.vector,
            chunks=self.library,
            embedder=lambda: self.embedder,
            embedder_problem=lambda: self.embedder_problem,
            token_vectors=self.tokens,
            steps=Steps(self.scorers, self.preprocessors, self.postprocessors),
        )

    def search(
        self, text: str, settings: RetrievalSettings | None = None, **query: Any
    ) -> SearchResult:
        return self.pipeline().search(Query(text, **query), settings or RetrievalSettings())


def small_library() -> Bench:
    """Four files: three of prose, one of code."""
    made = Bench()
    made.library.add("/docs/pump.pdf", "The pump P-12 starts slowly. Its valve is red.")
    made.library.add("/docs/garden.md", "Roses need water. The garden is green.")
    made.library.add("/docs/invoice.txt", "The invoice for the pump is paid. Nothing is due.")
    made.library.add("/code/run.py", "def start_pump(): return open_valve()", kind="code")
    return made


def hit_of(
    chunk: Chunk,
    score: float = 1.0,
    *,
    path: str = "/docs/a.txt",
    rerank: float | None = None,
    keyword: float | None = None,
    vector: float | None = None,
) -> Hit:
    """A hit with these scores."""
    tiers = {}
    if keyword is not None:
        tiers["keyword"] = TierScore(1, keyword, 0.01)
    if vector is not None:
        tiers["vector"] = TierScore(1, vector, 0.01)
    return Hit(
        chunk,
        FileRef(path, "/docs"),
        score,
        score,
        tiers,
        RerankScore("late_interaction", rerank) if rerank is not None else None,
    )


class FixedTokens:
    """A token vector source that knows its texts by heart."""

    def __init__(self, by_text: dict[str, TokenVectors]) -> None:
        self.by_text = by_text

    def of_query(self, text: str) -> TokenVectors:
        return self.by_text[text]

    def of_chunks(self, chunks: list[Chunk]) -> list[TokenVectors]:
        return [self.by_text[chunk.text] for chunk in chunks]
