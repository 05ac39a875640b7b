"""The paired bootstrap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.evaluation.bootstrap import paired_bootstrap


def test_a_gain_on_every_question_is_clear() -> None:
    interval = paired_bootstrap([0.1] * 50, [0.3] * 50)
    assert interval.difference == pytest.approx(0.2)
    assert interval.low == pytest.approx(0.2)
    assert interval.clear
    assert interval.share_better == 1


def test_a_gain_on_half_and_a_loss_on_half_is_not_clear() -> None:
    interval = paired_bootstrap([0, 1] * 30, [1, 0] * 30)
    assert interval.low < 0 < interval.high
    assert not interval.clear


def test_the_interval_is_near_that_of_the_normal_distribution() -> None:
    b = [1.0] * 60 + [0.0] * 40  # mean 0.6, standard error sqrt(0.24 / 100) = 0.049
    interval = paired_bootstrap([0.0] * 100, b)
    assert interval.low == pytest.approx(0.6 - 1.96 * 0.049, abs=0.02)
    assert interval.high == pytest.approx(0.6 + 1.96 * 0.049, abs=0.02)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=20))
@settings(max_examples=20, deadline=None)
def test_the_difference_lies_in_the_interval_and_the_result_is_repeatable(
    pairs: list[tuple[float, float]],
) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    interval = paired_bootstrap(a, b, resamples=300)
    assert interval == paired_bootstrap(a, b, resamples=300)
    assert interval.low <= interval.high


def test_series_that_do_not_pair_are_refused() -> None:
    with pytest.raises(ValueError, match="one length"):
        paired_bootstrap([1.0], [1.0, 2.0])
