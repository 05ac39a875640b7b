"""From a raw reranker score to the chance that the answer is among the hits.

One half in probability is meant to be where at most one answerable question in ten is refused.
That score differs between sets (0.592 for English reading comprehension, 0.626 for real web
questions, 0.595 for Spanish); the lowest of each language's was taken and, for English, rounded
down, because on the half of the questions that was not fitted on 0.592 refused 13 in a hundred.
Where unanswerable means that the answering passage was taken away, about eight in ten are refused
so; of web questions about subjects that are there, fewer. The slope is Platt's fit with both kinds
weighing the same. `python -m tests.quality.calibrate` fits and judges any question set anew.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibration:
    """P(answerable | best score s) = 1 / (1 + exp(-slope · (s - middle))).

    Source of the form: Platt, "Probabilistic outputs for support vector machines", 1999."""

    slope: float
    middle: float

    def probability(self, score: float) -> float:
        """The chance in [0, 1]; rises with the score."""
        return 1.0 / (1.0 + math.exp(-self.slope * (score - self.middle)))


_CALIBRATIONS = {
    ("late_interaction", "all-MiniLM-L6-v2", False): Calibration(20.6, 0.585),
    ("late_interaction", "all-MiniLM-L6-v2", True): Calibration(26.4, 0.594),
}


def confidence_of(best: float, scorer: str, embedder: str, *, foreign: bool) -> float | None:
    """The calibrated chance for the best raw score, or None for a pair of reranker and embedder
    that was never calibrated. `foreign`: the embedder does not know the language."""
    calibration = _CALIBRATIONS.get((scorer, embedder, foreign))
    return None if calibration is None else calibration.probability(best)
