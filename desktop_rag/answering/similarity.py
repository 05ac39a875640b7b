"""Late interaction between a text and parts of passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from desktop_rag.domain.chunk import Chunk
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.ports.retrieval import TokenVectorSource


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """Token vectors of the passages of one answer, by source number."""

    source: TokenVectorSource
    passages: dict[int, TokenVectors]

    def compare(self, text: str) -> TextSimilarity:
        """Embeds `text` (about 10 ms) to be compared with any part of any passage."""
        return TextSimilarity(self.source.of_query(text), self.passages)


class TextSimilarity:
    """How close one text is to parts of passages.

    The similarity is the mean, over the text's tokens, of the best cosine with a token of the part
    (Khattab & Zaharia 2020, ColBERT, with a mean in place of the sum); in [-1, 1].
    """

    def __init__(self, text: TokenVectors, passages: dict[int, TokenVectors]) -> None:
        self._cosines = {n: text.vectors @ p.vectors.T for n, p in passages.items()}
        self._starts = {n: np.array([a for a, _ in p.offsets]) for n, p in passages.items()}

    def part(self, n: int, start: int, end: int) -> float:
        """Similarity to the tokens that begin in [start, end) of passage `n`'s text."""
        starts = self._starts[n]
        inside = self._cosines[n][:, (starts >= start) & (starts < end)]
        return float(inside.max(axis=1).mean()) if inside.size else 0.0


def passage_vectors(
    source: TokenVectorSource | None, passages: Sequence[tuple[int, Chunk]]
) -> PassageVectors | None:
    """The vectors of numbered passages, or None when there is no embedder. Raises
    `ModelFailure` as the source does."""
    if source is None or not passages:
        return None
    vectors = source.of_chunks([chunk for _, chunk in passages])
    return PassageVectors(source, {n: v for (n, _), v in zip(passages, vectors, strict=True)})
