"""The reranked order, and the parts it is made of."""

from __future__ import annotations

import numpy as np
import pytest

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.errors import InternalError
from desktop_rag.domain.hit import Hit
from desktop_rag.retrieval.focusing import focus
from desktop_rag.retrieval.postprocessing.neighbours import Neighbours
from desktop_rag.retrieval.reranking import agreement, rerank
from desktop_rag.retrieval.weighing import Weights
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeLibrary, FakeTokenVectors, tokens_of
from tests.unit.retrieval.bench import hit_of


class Fixed:
    """A reranker that gives these scores."""

    def __init__(self, name: str, *scores: float) -> None:
        self.name = name
        self.scores = list(scores)

    def score(self, query: str, passages: object) -> list[float]:
        return self.scores


@pytest.fixture
def chunks() -> list[Chunk]:
    return FakeLibrary().add("/a", "First one. ", "The valve is red. It is old. ", "Roses. ")


def _hits(chunks: list[Chunk]) -> list[Hit]:
    return [
        hit_of(chunks[0], keyword=8.0, vector=0.6),
        hit_of(chunks[1], keyword=4.0),
        hit_of(chunks[2], vector=0.2),
    ]


def test_late_interaction_is_blended_by_its_formula(chunks: list[Chunk]) -> None:
    weights = Weights(rerank_keyword=0.25, rerank_vector=0.5, agreement=0, rerank_fused=0.3)
    ranked = rerank("q", _hits(chunks), Fixed("late_interaction", 0.1, 0.5, 0.3), weights, None)
    by_chunk = {hit.chunk.id: hit for hit in ranked}
    assert by_chunk[1].score == pytest.approx(0.3 + 0.1 + 0.25 * 8 / 8 + 0.5 * 0.6)
    assert by_chunk[2].score == pytest.approx(
        0.3 + 0.5 + 0.25 * 4 / 8 + 0.5 * 0.2
    )  # lowest cosine seen
    assert by_chunk[3].score == pytest.approx(0.3 + 0.3 + 0.5 * 0.2)
    assert [hit.chunk.id for hit in ranked] == [2, 1, 3]


def test_the_raw_score_is_kept_beside_the_blend(chunks: list[Chunk]) -> None:
    ranked = rerank(
        "q", _hits(chunks), Fixed("late_interaction", 0.1, 0.5, 0.3), Weights(agreement=0), None
    )
    rerank_score = ranked[0].rerank
    assert rerank_score is not None
    assert rerank_score.score == 0.5
    assert rerank_score.blended == ranked[0].score
    assert ranked[0].fused == 1.0


def test_every_other_reranker_decides_alone(chunks: list[Chunk]) -> None:
    ranked = rerank("q", _hits(chunks), Fixed("cross_encoder", -3.0, 7.5, 0.0), Weights(), None)
    assert [hit.score for hit in ranked] == [7.5, 0.0, -3.0]
    assert all(hit.rerank is not None and hit.rerank.blended is None for hit in ranked)


def test_equal_scores_keep_the_fused_order(chunks: list[Chunk]) -> None:
    ranked = rerank("q", _hits(chunks), Fixed("judge", 0.5, 0.5, 0.5), Weights(), None)
    assert [hit.chunk.id for hit in ranked] == [1, 2, 3]


def test_a_reranker_that_loses_passages_is_a_fault(chunks: list[Chunk]) -> None:
    with pytest.raises(InternalError):
        rerank("q", _hits(chunks), Fixed("judge", 0.5), Weights(), None)


def test_agreement_is_the_cosine_with_the_centre_of_the_leaders() -> None:
    passages = [tokens_of([1, 0]), tokens_of([1, 0]), tokens_of([1, 0]), tokens_of([0, 1])]
    near = agreement(np.array([0.9, 0.8, 0.7, 0.1]), passages)
    assert near.tolist() == pytest.approx([1, 1, 1, 0])


def test_a_passage_without_tokens_agrees_with_nothing() -> None:
    empty = tokens_of([1, 0])
    empty = type(empty)(empty.vectors[:0], ())
    assert agreement(np.array([0.9, 0.1]), [tokens_of([1, 0]), empty]).tolist()[1] == 0


def test_the_focus_of_a_merged_passage_is_at_its_new_place(chunks: list[Chunk]) -> None:
    candidates = [hit_of(chunk) for chunk in chunks]
    merged = Neighbours().refine(None, [candidates[1], candidates[0], candidates[2]])  # type: ignore[arg-type]
    tokens = FakeTokenVectors(FakeEmbedder())
    (hit,) = focus("valve red", merged, candidates, tokens)
    assert hit.focus is not None
    assert hit.chunk.text[slice(*hit.focus)] == "The valve is red."


def test_without_an_embedder_words_choose_the_focus(chunks: list[Chunk]) -> None:
    (hit,) = focus("how old is it", [hit_of(chunks[1])], [], None)
    assert hit.focus is not None
    assert hit.chunk.text[slice(*hit.focus)] == "It is old."
