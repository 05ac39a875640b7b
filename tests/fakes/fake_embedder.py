"""An embedder without a model: words are hashed to directions, a text is their mean."""

from __future__ import annotations

import hashlib
import re

import numpy as np

from desktop_rag.inference.windows import cut_at_spaces
from desktop_rag.ports.embedding import TokenVectors, Vectors

_TOKEN = re.compile(r"\w+|[^\w\s]")
_SPECIAL = 2


class FakeEmbedder:
    """Deterministic bag of words. Texts that share words are near each other, in any process.

    One token is one word or one sign; the window counts two special tokens beside them. `texts`
    lists everything that was embedded, so that a test can see what a change cost.
    """

    def __init__(
        self,
        name: str = "fake",
        *,
        dimensions: int = 64,
        window: int = 32,
        languages: frozenset[str] = frozenset(),
    ) -> None:
        if window <= _SPECIAL:
            raise ValueError(f"window must be more than {_SPECIAL} tokens, not {window}")
        self.name = name
        self.fingerprint = f"{name}-{dimensions}-{window}"
        self.dimensions = dimensions
        self.window = window
        self.languages = languages
        self.texts: list[str] = []

    def split(self, text: str) -> list[tuple[int, int]]:
        """Ranges of at most `window - 2` words and signs."""
        return cut_at_spaces(text, _offsets(text), self._room)

    def embed(self, texts: list[str]) -> Vectors:
        """[len(texts), dimensions]; raises `ValueError` for a text over the window."""
        for text in texts:
            if len(_offsets(text)) > self._room:
                raise ValueError(f"a text is longer than the window of {self.window} tokens")
        self.texts.extend(texts)
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._pooled(text)
        return vectors

    def embed_query(self, text: str) -> Vectors:
        """[dimensions]; the mean over all words, however long the query is."""
        pieces = [self._pooled(text[start:end]) for start, end in self.split(text)]
        return _unit(np.mean(pieces, axis=0))

    def token_vectors(self, texts: list[str]) -> list[TokenVectors]:
        """One per text, one vector a word."""
        found: list[TokenVectors] = []
        for text in texts:
            offsets = _offsets(text)
            rows = [self._direction(text[start:end]) for start, end in offsets]
            vectors = np.array(rows, dtype=np.float32).reshape(len(rows), self.dimensions)
            found.append(TokenVectors(vectors, tuple(offsets)))
        return found

    def unload(self, idle_s: float) -> bool:
        """There are no weights to let go."""
        return False

    @property
    def _room(self) -> int:
        return self.window - _SPECIAL

    def _pooled(self, text: str) -> Vectors:
        words = [text[start:end] for start, end in _offsets(text)] or [""]
        return _unit(np.mean([self._direction(word) for word in words], axis=0))

    def _direction(self, word: str) -> Vectors:
        seed = hashlib.blake2b(word.casefold().encode(), digest_size=8).digest()
        random = np.random.default_rng(int.from_bytes(seed, "big"))
        return _unit(random.standard_normal(self.dimensions))


def _offsets(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _TOKEN.finditer(text)]


def _unit(vector: np.ndarray) -> Vectors:  # type: ignore[type-arg]  # any float goes in
    unit: Vectors = (vector / np.linalg.norm(vector)).astype(np.float32)
    return unit
