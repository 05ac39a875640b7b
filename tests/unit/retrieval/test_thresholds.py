"""Thresholds drop, and do nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.place import Place
from desktop_rag.domain.query import Query
from desktop_rag.ports.retrieval import Postprocessor
from desktop_rag.retrieval.postprocessing.thresholds import (
    AdaptiveThreshold,
    FixedThreshold,
    threshold_named,
)
from tests.unit.retrieval.bench import hit_of

_QUERY = Query("x")


def _hits(*scores: float) -> list[Hit]:
    return [
        hit_of(Chunk(n, 1, ChunkDraft(n, "t", Place((0, 1)), "document")), rerank=score)
        for n, score in enumerate(scores, 1)
    ]


def _kept(threshold: Postprocessor, *scores: float) -> list[float]:
    return [hit.rerank.score for hit in threshold.refine(_QUERY, _hits(*scores)) if hit.rerank]


def test_a_fixed_threshold_keeps_what_is_at_least_the_number() -> None:
    assert _kept(FixedThreshold(), 0.9, 0.5, 0.49) == [0.9, 0.5]


def test_an_adaptive_threshold_follows_its_formula() -> None:
    # median 0.5, deviations 0.4 0.1 0 0.1 0.4 → MAD 0.1, minimum 0.5 - 0.6 · 0.1 = 0.44
    assert _kept(AdaptiveThreshold(), 0.9, 0.6, 0.5, 0.4, 0.1) == [0.9, 0.6, 0.5]
    # m = 1: minimum 0.4
    assert _kept(AdaptiveThreshold(1.001), 0.9, 0.6, 0.5, 0.4, 0.1) == [0.9, 0.6, 0.5, 0.4]


def test_the_adaptive_minimum_is_never_below_zero() -> None:
    assert _kept(AdaptiveThreshold(1.0), 0.3, -0.1, -0.5, -0.9) == [0.3]


def test_one_hit_alone_is_never_dropped() -> None:
    assert _kept(AdaptiveThreshold(), -3.0) == [-3.0]


def test_equal_scores_drop_nothing() -> None:
    assert _kept(AdaptiveThreshold(), 0.2, 0.2, 0.2, -0.4) == [0.2, 0.2, 0.2, -0.4]


@given(st.lists(st.floats(-5, 5), max_size=20), st.floats(0, 2))
def test_an_adaptive_threshold_keeps_the_order(scores: list[float], mads: float) -> None:
    _is_subsequence(_kept(AdaptiveThreshold(mads), *scores), scores)


@given(st.lists(st.floats(-5, 5), max_size=20), st.floats(-5, 5))
def test_a_fixed_threshold_keeps_the_order(scores: list[float], minimum: float) -> None:
    _is_subsequence(_kept(FixedThreshold(minimum), *scores), scores)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=20), st.floats(0, 1))
def test_the_best_hit_passes_the_adaptive_threshold(scores: list[float], mads: float) -> None:
    assert max(scores) in _kept(AdaptiveThreshold(mads), *scores)


def test_the_threshold_sees_the_raw_reranker_score_not_the_blend() -> None:
    chunk = Chunk(1, 1, ChunkDraft(0, "t", Place((0, 1)), "document"))
    assert FixedThreshold(0.5).refine(_QUERY, [hit_of(chunk, 3.0, rerank=0.4)]) == []
    assert FixedThreshold(0.5).refine(_QUERY, [hit_of(chunk, 0.6)])


def test_a_setting_names_a_threshold() -> None:
    assert threshold_named("none") is None
    fixed, adaptive = threshold_named("fixed:0.3"), threshold_named("adaptive")
    assert isinstance(fixed, FixedThreshold)
    assert fixed.minimum == 0.3
    assert isinstance(adaptive, AdaptiveThreshold)
    assert adaptive.mads == 0.6


@pytest.mark.parametrize("text", ["", "fixed:x", "sometimes", "adaptive:-1"])
def test_a_setting_that_names_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest, match="not a threshold"):
        threshold_named(text)


def _is_subsequence(kept: list[float], scores: list[float]) -> None:
    rest = iter(scores)
    assert all(any(score == other for other in rest) for score in kept)
