"""Token vectors of passages, kept for the next question within a memory limit."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chunk import Chunk
from desktop_rag.inference.windows import QUERY_PIECES
from desktop_rag.ports.embedding import Embedder, TokenVectors

LARGEST = 127
_QUESTIONS = 4  # a search asks for its own three times; some run side by side
_Key = tuple[int, int, int]  # a chunk's id, and its first and last character in the document


@dataclass(frozen=True, slots=True)
class _Kept:
    """Vectors as whole numbers from -127 to 127, a scale each."""

    numbers: NDArray[np.int8]
    scales: NDArray[np.float16]
    offsets: NDArray[np.uint16] | NDArray[np.uint32]

    @property
    def size(self) -> int:
        return self.numbers.nbytes + self.scales.nbytes + self.offsets.nbytes


class TokenVectorCache:
    """Fills `ports.retrieval.TokenVectorSource`.

    Keeps at most `max_bytes` of vectors (a byte a number, which moves a passage's score by less
    than 0.001) and forgets what was not used for longest. A chunk's id and characters always mean
    the same text (a hit that was joined with its neighbours spans more under the same id), so
    nothing kept here can be out of date. The last questions are kept too, whole. Safe from several
    threads.
    """

    def __init__(self, embedder: Embedder, max_bytes: int = 200_000_000) -> None:
        if max_bytes < 0:
            raise ValueError(f"max_bytes must be 0 or more, not {max_bytes}")
        self._embedder = embedder
        self._max_bytes = max_bytes
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._bytes = 0
        self._questions: OrderedDict[str, TokenVectors] = OrderedDict()
        self._guard = threading.Lock()

    def of_query(self, text: str) -> TokenVectors:
        """The token vectors of a question, of a very long one those of its first pieces."""
        with self._guard:
            known = self._questions.get(text)
        if known is not None:
            return known
        *_, (_, end) = self._embedder.split(text)[:QUERY_PIECES]
        tokens = self._embedder.token_vectors([text[:end]])[0]
        with self._guard:
            self._questions[text] = tokens
            while len(self._questions) > _QUESTIONS:
                self._questions.popitem(last=False)
        return tokens

    def of_chunks(self, chunks: Sequence[Chunk]) -> list[TokenVectors]:
        """One per chunk, in order; those not kept are embedded together."""
        with self._guard:
            found = {key: self._kept[key] for key in map(_key, chunks) if key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
        missing = {_key(chunk): chunk.text for chunk in chunks if _key(chunk) not in found}
        embedded = self._embedder.token_vectors(list(missing.values()))
        for key, tokens in zip(missing, embedded, strict=True):
            found[key] = _pack(tokens)
        with self._guard:
            for key in missing:
                self._keep(key, found[key])
        return [_unpack(found[_key(chunk)]) for chunk in chunks]

    @property
    def bytes_kept(self) -> int:
        """Bytes of vectors and offsets in memory."""
        return self._bytes

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._kept.clear()
            self._questions.clear()
            self._bytes = 0

    def _keep(self, key: _Key, kept: _Kept) -> None:
        if key in self._kept:
            return  # another thread was faster
        self._kept[key] = kept
        self._bytes += kept.size
        while self._bytes > self._max_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.size


def _key(chunk: Chunk) -> _Key:
    return chunk.id, *chunk.place.chars


def _pack(tokens: TokenVectors) -> _Kept:
    largest = np.abs(tokens.vectors).max(axis=1, keepdims=True, initial=0.0)
    scales = np.where(largest > 0, largest / LARGEST, 1.0)
    numbers = np.rint(tokens.vectors / scales).astype(np.int8)
    last = max((end for _, end in tokens.offsets), default=0)
    offsets = np.array(tokens.offsets, np.uint32).reshape(-1, 2)
    near = last <= np.iinfo(np.uint16).max
    return _Kept(numbers, scales.astype(np.float16), offsets.astype(np.uint16) if near else offsets)


def _unpack(kept: _Kept) -> TokenVectors:
    vectors = kept.numbers.astype(np.float32) * kept.scales.astype(np.float32)
    return TokenVectors(vectors, tuple((start, end) for start, end in kept.offsets.tolist()))
