"""Measures against values computed by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.evaluation.measures import (
    exact_match,
    holds_answer,
    ndcg_at,
    precision_at,
    recall_at,
    reciprocal_rank,
    token_f1,
)

_RANKING = ["d3", "d1", "d9", "d2"]
_GRADES = {"d1": 2, "d2": 1, "d5": 1, "d9": 0}


def test_recall_is_the_share_of_the_relevant() -> None:
    assert recall_at(2, _RANKING, _GRADES) == pytest.approx(1 / 3)
    assert recall_at(10, _RANKING, _GRADES) == pytest.approx(2 / 3)


def test_precision_counts_empty_places_as_wrong() -> None:
    assert precision_at(2, _RANKING, _GRADES) == 0.5
    assert precision_at(10, _RANKING, _GRADES) == pytest.approx(0.2)


def test_the_reciprocal_rank_is_that_of_the_first_relevant() -> None:
    assert reciprocal_rank(_RANKING, _GRADES) == 0.5
    assert reciprocal_rank(["d9"], _GRADES) == 0.0


def test_ndcg_discounts_by_rank_and_compares_with_the_ideal() -> None:
    gain = 2 / math.log2(3) + 1 / math.log2(5)
    ideal = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg_at(10, _RANKING, _GRADES) == pytest.approx(gain / ideal)
    assert ndcg_at(1, _RANKING, _GRADES) == 0.0


def test_nothing_relevant_measures_zero() -> None:
    assert recall_at(5, _RANKING, {}) == ndcg_at(5, _RANKING, {"d1": 0}) == 0.0


@given(
    st.permutations(["a", "b", "c", "d"]),
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3)),
)
def test_every_measure_lies_between_zero_and_one(
    ranking: list[str], grades: dict[str, int]
) -> None:
    for value in (
        recall_at(3, ranking, grades),
        precision_at(3, ranking, grades),
        ndcg_at(3, ranking, grades),
        reciprocal_rank(ranking, grades),
    ):
        assert 0 <= value <= 1 + 1e-12


@given(st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3), min_size=1))
def test_the_ideal_order_has_an_ndcg_of_one(grades: dict[str, int]) -> None:
    ideal = sorted(grades, key=lambda id: -grades[id])
    assert ndcg_at(4, ideal, grades) == pytest.approx(1)


def test_answers_are_compared_without_case_articles_and_signs() -> None:
    assert exact_match("The Panthers!", ["panthers"]) == 1
    assert exact_match("¿La planta de Vigo?", ["planta de vigo"]) == 1
    assert exact_match("Panthers won", ["panthers"]) == 0


def test_token_f1_is_the_best_over_the_accepted_answers() -> None:
    # answer has 3 words, 2 shared: precision 2/3, recall 2/2
    assert token_f1("red relief valve", ["valve red", "pump"]) == pytest.approx(0.8)
    assert token_f1("nothing", ["valve"]) == 0
    assert token_f1("卡万肖特", ["卡万·肖特"]) == pytest.approx(8 / 9)


def test_an_answer_is_held_only_as_whole_words() -> None:
    assert holds_answer("It costs 308 dollars.", ["308"]) == 1
    assert holds_answer("It costs 1308 dollars.", ["308"]) == 0
    assert holds_answer("共有308次擒杀", ["308次"]) == 1
