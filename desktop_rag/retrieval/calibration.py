"""From evidence to the chance that the answer is among the hits.

One half in probability is where at most one answerable question in ten is refused. The weights are
a logistic regression in which both kinds of questions weigh the same: English on every second
question of XQuAD (answerable; its passage or its whole article taken away) and of CLAPnq
(answerable or not, by its own judgement), Spanish on XQuAD; embedder all-MiniLM-L6-v2. The
intercepts were then set so that, over all questions of each set, the one in ten holds.

Refused of all questions / of the half that the weights did not see: English XQuAD .098 / .101 of
what is answerable, .994 / .998 without the article, .882 / .886 without the passage; CLAPnq
.093 / .100 and, of what is unanswerable, .610 / .580; Spanish XQuAD .100 / .108, .948 / .955 and
.805 / .810. `python -m tests.quality.calibrate` fits and judges any results.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from desktop_rag.retrieval.evidence import Evidence
from desktop_rag.retrieval.weighing import Language


@dataclass(frozen=True, slots=True)
class Calibration:
    """P(answerable) = 1 / (1 + exp(-(weights · evidence + intercept))), the evidence being the
    figures for sentence, content and coverage.

    Source of the form: Platt, "Probabilistic outputs for support vector machines", 1999."""

    sentence: float
    content: float
    coverage: float
    intercept: float

    def probability(self, evidence: Evidence) -> float:
        """The chance in [0, 1]; rises with every figure."""
        return _logistic(
            self.sentence * evidence.sentence
            + self.content * evidence.content
            + self.coverage * evidence.coverage
            + self.intercept
        )


_CALIBRATIONS: dict[tuple[str, str, Language], Calibration] = {
    ("late_interaction", "all-MiniLM-L6-v2", "known"): Calibration(12.5, 6.8, 1.0, -11.92),
    ("late_interaction", "all-MiniLM-L6-v2", "foreign"): Calibration(3.8, 12.0, 7.6, -13.2),
}
# Tables and records have too few public questions to fit on: slope and middle are those of the same
# figure over prose.
_TERSE_SLOPE, _TERSE_MIDDLE = 12.8, 0.714
# Across languages words say nothing: the best raw score, fitted on XQuAD and CLAPnq in English.
_ACROSS_SLOPE, _ACROSS_MIDDLE = 20.6, 0.585


def confidence_of(
    evidence: Evidence, best: float, scorer: str, embedder: str, language: Language
) -> float | None:
    """The calibrated chance, or None for a pair of reranker and embedder that was never calibrated.
    `best`: the best raw score. `language`: what the embedder knows of question and passages."""
    known = _CALIBRATIONS.get((scorer, embedder, "foreign" if language == "foreign" else "known"))
    if known is None:
        return None
    if language == "cross":
        return _logistic(_ACROSS_SLOPE * (best - _ACROSS_MIDDLE))
    chance = known.probability(evidence)
    if language == "known" and evidence.terse is not None:
        return max(chance, _logistic(_TERSE_SLOPE * (evidence.terse - _TERSE_MIDDLE)))
    return chance


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))
