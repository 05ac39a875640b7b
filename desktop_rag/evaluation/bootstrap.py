"""Is A better than B? A paired bootstrap over questions.

Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993 (percentile interval); its
use for comparing systems on the same questions: Sakai, SIGIR 2006.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Interval:
    """Mean difference B - A with its percentile interval; `share_better` is the share of resamples
    in which B is better."""

    difference: float
    low: float
    high: float
    share_better: float

    @property
    def clear(self) -> bool:
        """True when the interval does not hold 0."""
        return self.low > 0 or self.high < 0


def paired_bootstrap(
    a: Sequence[float],
    b: Sequence[float],
    *,
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> Interval:
    """Compare two series of one measure over the same questions, in the same order. Raises
    `ValueError` when their lengths differ or they are empty. The same input gives the same
    interval."""
    if len(a) != len(b) or not a:
        raise ValueError(f"the two must be of one length above 0, not {len(a)} and {len(b)}")
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, but is {level}")
    differences = np.asarray(b, float) - np.asarray(a, float)
    random = np.random.default_rng(seed)
    means = np.empty(resamples)
    for i in range(resamples):
        means[i] = differences[random.integers(0, len(differences), len(differences))].mean()
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(differences.mean()), float(low), float(high), float((means > 0).mean()))
