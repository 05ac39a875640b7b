"""From a raw reranker score to the chance that the answer is among the hits."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibration:
    """P(answerable | best score s) = 1 / (1 + exp(-(slope · s + offset))) (Platt 1999)."""

    slope: float
    offset: float

    def probability(self, score: float) -> float:
        """The chance in [0, 1]."""
        return 1.0 / (1.0 + math.exp(-(self.slope * score + self.offset)))


_CALIBRATIONS = {
    ("late_interaction", "all-MiniLM-L6-v2", False): Calibration(20.0, -12.0),
}


def confidence_of(best: float, scorer: str, embedder: str, *, foreign: bool) -> float | None:
    """The calibrated chance for the best raw score, or None for a pair of reranker and embedder
    that was never calibrated."""
    calibration = _CALIBRATIONS.get((scorer, embedder, foreign))
    return None if calibration is None else calibration.probability(best)
