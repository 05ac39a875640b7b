"""Weighted reciprocal rank fusion."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.retrieval.fusing import Match, RankedList, weighted_rrf

_matches = st.lists(st.integers(1, 30), unique=True, max_size=20).map(
    lambda ids: [Match(id, float(100 - n)) for n, id in enumerate(ids)]
)
_lists = st.lists(
    st.builds(RankedList, st.sampled_from(["keyword", "vector"]), _matches, st.floats(0, 10)),
    max_size=5,
)


@given(_lists, st.integers(1, 1000))
def test_the_contributions_add_up_exactly_to_the_score(lists: list[RankedList], k: int) -> None:
    for fused in weighted_rrf(lists, k):
        assert fused.score == math.fsum(t.contribution for t in fused.tiers.values())
        assert fused.score == sum(t.contribution for t in fused.tiers.values())


@given(_lists)
def test_the_order_follows_the_score_and_nothing_is_lost(lists: list[RankedList]) -> None:
    fused = weighted_rrf(lists)
    scores = [f.score for f in fused]
    assert scores == sorted(scores, reverse=True)
    assert {f.chunk for f in fused} == {m.chunk for r in lists if r.weight > 0 for m in r.matches}


def test_a_rank_counts_by_the_formula() -> None:
    keyword = RankedList("keyword", [Match(7, 3.0), Match(8, 2.0)], 2.0)
    vector = RankedList("vector", [Match(8, 0.9)], 1.0)
    first, second = weighted_rrf([keyword, vector], 60)
    assert (first.chunk, second.chunk) == (8, 7)
    assert first.score == pytest.approx(2 / 62 + 1 / 61)
    assert first.tiers["keyword"].rank == 2
    assert first.tiers["keyword"].score == 2.0


def test_ties_are_broken_by_best_rank_then_by_chunk() -> None:
    one = RankedList("keyword", [Match(9, 1.0), Match(3, 1.0)])
    other = RankedList("vector", [Match(3, 1.0), Match(9, 1.0)])
    assert [f.chunk for f in weighted_rrf([one, other])] == [3, 9]


def test_a_list_of_weight_zero_brings_nothing() -> None:
    assert weighted_rrf([RankedList("vector", [Match(1, 1.0)], 0.0)]) == []


def test_two_wordings_in_one_tier_add_up_and_show_the_rank_of_the_original() -> None:
    own = RankedList("vector", [Match(1, 0.9), Match(2, 0.8)], 1.0)
    other = RankedList("vector", [Match(2, 0.7)], 0.5)
    found = {f.chunk: f for f in weighted_rrf([own, other])}
    assert found[2].tiers["vector"].rank == 2
    assert found[2].tiers["vector"].score == 0.8
    assert found[2].score == pytest.approx(1 / 62 + 0.5 / 61)


def test_k_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="k must be at least 1"):
        weighted_rrf([], 0)
