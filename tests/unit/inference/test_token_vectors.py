from __future__ import annotations

import threading

import numpy as np
import pytest

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.place import Place
from desktop_rag.inference.token_vectors import TokenVectorCache
from desktop_rag.ports.embedding import TokenVectors
from tests.fakes.fake_embedder import FakeEmbedder


class CountingEmbedder(FakeEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[str]] = []

    def token_vectors(self, texts: list[str]) -> list[TokenVectors]:
        self.batches.append(texts)
        return super().token_vectors(texts)


def _chunk(number: int, text: str) -> Chunk:
    return Chunk(number, 1, ChunkDraft(0, text, Place((0, len(text))), "document"))


def _unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_only_what_is_missing_is_embedded_and_in_one_batch() -> None:
    embedder = CountingEmbedder()
    cache = TokenVectorCache(embedder)
    one, two, three = _chunk(1, "red fox"), _chunk(2, "blue bird"), _chunk(3, "green frog")
    cache.of_chunks([one, two])
    vectors = cache.of_chunks([three, two, one])
    assert embedder.batches == [["red fox", "blue bird"], ["green frog"]]
    for chunk, found in zip([three, two, one], vectors, strict=True):
        fresh = FakeEmbedder().token_vectors([chunk.text])[0]
        assert found.offsets == fresh.offsets
        assert found.vectors.dtype == np.float32
        assert np.allclose(found.vectors, fresh.vectors, atol=5e-3)


def test_a_passage_that_was_joined_with_its_neighbour_has_vectors_of_its_own() -> None:
    cache = TokenVectorCache(FakeEmbedder())
    cache.of_chunks([_chunk(1, "red fox")])
    (found,) = cache.of_chunks([_chunk(1, "red fox and blue bird")])
    assert found.offsets == FakeEmbedder().token_vectors(["red fox and blue bird"])[0].offsets


def test_what_is_kept_scores_as_what_was_embedded() -> None:
    generator = np.random.default_rng(7)
    question, passage = (_unit(generator.normal(size=(n, 384))) for n in (12, 200))

    class Known(FakeEmbedder):
        def token_vectors(self, texts: list[str]) -> list[TokenVectors]:
            return [TokenVectors(passage, tuple((n, n + 1) for n in range(200))) for _ in texts]

    cache = TokenVectorCache(Known())
    (kept,) = cache.of_chunks([_chunk(1, "x" * 200)])
    exact, found = ((question @ vectors.T).max(axis=1) for vectors in (passage, kept.vectors))
    assert np.abs(exact - found).max() < 0.005
    assert abs(exact.mean() - found.mean()) < 0.001
    assert cache.bytes_kept < 0.52 * passage.astype(np.float16).nbytes


def test_a_token_without_a_direction_stays_without_one() -> None:
    class Empty(FakeEmbedder):
        def token_vectors(self, texts: list[str]) -> list[TokenVectors]:
            return [TokenVectors(np.zeros((1, 8), np.float32), ((0, 1),)) for _ in texts]

    (kept,) = TokenVectorCache(Empty()).of_chunks([_chunk(1, "x")])
    assert not kept.vectors.any()


def test_offsets_of_a_long_passage_are_kept_whole() -> None:
    class Far(FakeEmbedder):
        def token_vectors(self, texts: list[str]) -> list[TokenVectors]:
            return [TokenVectors(np.ones((1, 8), np.float32), ((90_000, 90_001),)) for _ in texts]

    (kept,) = TokenVectorCache(Far()).of_chunks([_chunk(1, "x")])
    assert kept.offsets == ((90_000, 90_001),)


def test_the_memory_limit_holds_and_the_oldest_go_first() -> None:
    embedder = CountingEmbedder()
    size = 2 * (64 + 2 + 2 * 2)  # two tokens: their numbers, a scale and two offsets each
    cache = TokenVectorCache(embedder, max_bytes=2 * size)
    for number in (1, 2, 1, 3, 1):
        cache.of_chunks([_chunk(number, f"word{number} more")])
        assert cache.bytes_kept <= 2 * size
    assert len([texts for texts in embedder.batches if texts]) == 3
    cache.of_chunks([_chunk(2, "word2 more")])
    assert embedder.batches[-1] == ["word2 more"]
    cache.clear()
    assert cache.bytes_kept == 0


def test_a_cache_of_no_bytes_still_answers() -> None:
    cache = TokenVectorCache(FakeEmbedder(), max_bytes=0)
    same = _chunk(1, "red fox")
    assert len(cache.of_chunks([same, same])) == 2
    assert cache.bytes_kept == 0
    assert cache.of_chunks([]) == []
    with pytest.raises(ValueError, match="max_bytes"):
        TokenVectorCache(FakeEmbedder(), max_bytes=-1)


def test_threads_share_one_cache() -> None:
    cache = TokenVectorCache(FakeEmbedder(), max_bytes=2000)
    chunks = [_chunk(number, f"word{number} and more") for number in range(20)]
    wrong: list[int] = []

    def read(start: int) -> None:
        for chunk, found in zip(chunks[start:], cache.of_chunks(chunks[start:]), strict=True):
            if len(found.offsets) != len(chunk.text.split()):
                wrong.append(chunk.id)

    threads = [threading.Thread(target=read, args=(start,)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert cache.bytes_kept <= 2000


def test_a_question_is_embedded_word_by_word() -> None:
    assert TokenVectorCache(FakeEmbedder()).of_query("red fox").offsets == ((0, 3), (4, 7))


def test_a_question_is_embedded_once_however_many_steps_ask_for_it() -> None:
    embedder = CountingEmbedder()
    cache = TokenVectorCache(embedder)
    first = cache.of_query("red fox")
    assert cache.of_query("red fox") is first
    assert embedder.batches == [["red fox"]]
    for number in range(9):
        cache.of_query(f"fox {number}")
    cache.of_query("red fox")
    assert len(embedder.batches) == 11


def test_a_question_without_end_is_embedded_by_its_beginning() -> None:
    embedder = CountingEmbedder()
    tokens = TokenVectorCache(embedder).of_query("fox " * 5000)
    assert len(tokens.offsets) == 4 * 30
    assert len(embedder.batches) == 1
