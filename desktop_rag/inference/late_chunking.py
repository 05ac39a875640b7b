"""Late chunking: a document goes through the model as a whole, and the vector of each passage is
the mean of its tokens' vectors, which know what stands around them (Günther, Mohr, Williams, Wang,
Xiao, "Late chunking: contextual chunk embeddings using long-context embedding models", 2024).

A document longer than the window goes through in windows that overlap by a quarter. Of each window
only its middle counts, so that every token is seen with text on both sides of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import EmbedderFacts
from desktop_rag.inference.windows import Range
from desktop_rag.ports.embedding import Embedder, Vectors

LEAST_WINDOW = 1024  # tokens: a passage of usual size and as much again on both sides
_SPARE = 8  # a stretch cut out of a text may come to a few tokens more than inside it
_OVERLAP = 4  # a quarter of a window is seen by the next one too


def why_not_late(facts: EmbedderFacts) -> str:
    """Why late chunking is of no use with an embedder, as a sentence; nothing when it is."""
    if facts.window < LEAST_WINDOW:
        return (
            f"The embedder {facts.name} sees {facts.window} tokens at a time, hardly more than one "
            "passage, so that late chunking could not tell it what stands around a passage."
        )
    if not facts.pools_mean:
        return (
            f"The embedder {facts.name} does not make a text's vector from those of all its "
            "tokens, which late chunking needs."
        )
    return ""


def span_embedder(embedder: Embedder) -> LateChunker | None:
    """Late chunking with this embedder, None where it is of no use."""
    if isinstance(embedder, SentenceTransformerEmbedder) and not why_not_late(embedder.facts):
        return LateChunker(embedder)
    return None


class LateChunker:
    """Fills `ports.embedding.SpanEmbedder`. `window`: tokens seen at once, special ones included;
    the embedder's own unless said otherwise."""

    def __init__(self, embedder: SentenceTransformerEmbedder, window: int = 0) -> None:
        self._embedder = embedder
        self._window = window or embedder.window

    def embed_spans(self, text: str, spans: Sequence[Range]) -> Vectors:
        """[len(spans), dimensions], unit length. Spans are in order, not empty, and do not overlap;
        one without any token of its own is embedded alone."""
        sums = np.zeros((len(spans), self._embedder.dimensions), np.float64)
        starts = [start for start, _ in spans]
        windows = self._windows(text)
        texts = [text[start:end] for (start, end), _ in windows]
        for ((begin, _), (low, high)), (states, offsets) in zip(
            windows, self._embedder.token_states(texts), strict=True
        ):
            for state, (start, _) in zip(states, offsets, strict=True):
                at = begin + start
                span = bisect_right(starts, at) - 1
                if low <= at < high and span >= 0 and at < spans[span][1]:
                    sums[span] += state
        return self._units(sums, text, spans)

    def _windows(self, text: str) -> list[tuple[Range, Range]]:
        """Stretches of the text that fit the window, each with the part of it that counts."""
        offsets = self._embedder.token_offsets(text)
        room = self._embedder.room(self._window) - _SPARE
        if len(offsets) <= room:
            return [((0, len(text)), (0, len(text)))]
        overlap = room // _OVERLAP
        first = list(range(0, len(offsets) - overlap, room - overlap))
        begins = [offsets[token][0] if token else 0 for token in first]
        ends = [
            offsets[token + room][0] if token + room < len(offsets) else len(text)
            for token in first
        ]
        borders = [offsets[token + overlap // 2][0] for token in first[1:]]
        middles = zip([0, *borders], [*borders, len(text)], strict=True)
        return list(zip(zip(begins, ends, strict=True), middles, strict=True))

    def _units(self, sums: np.ndarray, text: str, spans: Sequence[Range]) -> Vectors:
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        unit: Vectors = (sums / np.maximum(lengths, 1e-12)).astype(np.float32)
        for row in np.flatnonzero(lengths[:, 0] == 0).tolist():
            start, end = spans[row]
            unit[row] = self._embedder.embed_query(text[start:end])
        return unit
