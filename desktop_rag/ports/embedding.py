"""The sockets for embedders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """The vectors of one text's tokens without the special ones.

    `vectors`: float32 [tokens, dimensions], unit length. `offsets`: per token the half-open
    character range of the text it stands for. `pooled`: the text's own unit vector, or None.
    """

    vectors: Vectors
    offsets: tuple[tuple[int, int], ...]


class Embedder(Protocol):
    """Turns text into vectors. Safe to call from several threads at once.

    `fingerprint` changes whenever the same text would get another vector (weights, pooling,
    prompts, window). `window` is in tokens, special tokens included. `languages`: ISO 639-1 codes
    the model knows; empty means all. All vectors are float32 of unit length.
    """

    name: str
    fingerprint: str
    dimensions: int
    window: int
    languages: frozenset[str]

    def split(self, text: str) -> list[tuple[int, int]]:
        """Half-open character ranges that cover all of `text`, each of which fits the window
        (cut at white space where possible). One range when the whole text fits."""

    def embed(self, texts: list[str]) -> Vectors:
        """[len(texts), dimensions]; texts longer than the window raise ValueError."""

    def embed_query(self, text: str) -> Vectors:
        """[dimensions]; a query longer than the window is embedded by the mean of its pieces, of a
        very long one by that of the first ones."""

    def token_vectors(self, texts: list[str]) -> list[TokenVectors]:
        """One per text; text longer than the window is taken in pieces and joined."""

    def unload(self, idle_s: float) -> bool:
        """Let go of the weights when no text came for so many seconds; they come back with the next
        one. True when they went."""


class SpanEmbedder(Protocol):
    """Embeds stretches of a text with the text around them in view."""

    def embed_spans(self, text: str, spans: Sequence[tuple[int, int]]) -> Vectors:
        """[len(spans), dimensions], float32 of unit length. `spans`: half-open character ranges,
        in order, not empty, not overlapping; the text may be longer than the embedder's window."""
