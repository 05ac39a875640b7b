"""Reranking by a GGUF reranker that runs in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop_rag.domain.hit import Hit

Rank = Callable[[Sequence[tuple[str, str]]], list[float]]


class GgufScorer:
    """Fills `ports.retrieval.Scorer` with the model's raw scores: no sigmoid is applied.

    `rank` scores (question, passage) pairs and raises `ModelFailure`.
    """

    def __init__(self, rank: Rank, name: str) -> None:
        self.name = name
        self._rank = rank

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """One raw score per passage; higher is better. All go to the model in one call."""
        if not passages:
            return []
        return self._rank([(query, hit.chunk.draft.search_text()) for hit in passages])
