"""Late interaction over the embedder's own token vectors: needs no extra model.

Formula: Khattab and Zaharia, "ColBERT", SIGIR 2020 (MaxSim), divided by the number of query tokens,
so that the score is a mean cosine in [-1, 1] that does not grow with the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import Hit
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.ports.retrieval import TokenVectorSource


class LateInteractionScorer:
    """Mean over the query's tokens of the best cosine among the passage's tokens."""

    name = "late_interaction"

    def __init__(self, token_vectors: TokenVectorSource) -> None:
        self._token_vectors = token_vectors

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """One mean cosine per passage; 0 for a passage or question without tokens."""
        asked = self._token_vectors.of_query(query)
        found = self._token_vectors.of_chunks([as_embedded(hit.chunk) for hit in passages])
        return [mean_best_cosine(asked, tokens) for tokens in found]


def as_embedded(chunk: Chunk) -> Chunk:
    """The chunk with the words that were embedded in place of its own, where data was told in
    sentences: signs of punctuation say little to a model of language. Ids of chunks are positive,
    so a twin's token vectors have a place of their own in the cache."""
    draft = chunk.draft
    if draft.spoken is None:
        return chunk
    told = replace(draft, text=draft.spoken, spoken=None, searchable=None)
    return replace(chunk, id=-chunk.id, draft=told)


def mean_best_cosine(query: TokenVectors, passage: TokenVectors) -> float:
    """MaxSim / number of query tokens."""
    best = best_cosines(query, passage)
    return float(best.mean()) if best.size else 0.0


def best_cosines(query: TokenVectors, passage: TokenVectors) -> NDArray[np.float32]:
    """For each query token the best cosine among the passage's tokens; empty when either is."""
    if not len(query.vectors) or not len(passage.vectors):
        return np.zeros(0, np.float32)
    return np.asarray((query.vectors @ passage.vectors.T).max(axis=1), np.float32)
