"""From evidence to the chance that the answer is among the hits.

One half in probability is where one answerable question in ten is refused. English: `support`; its
slope was fitted on every second question of English XQuAD (answerable; its passage, or its whole
article, taken away), its threshold fixed on all of them that are answerable. The form of `support`,
what a sentence counts less without the amount or time asked for, and the middle of tables were
chosen with an eye on CLAPnq and the PDFs below: development data.
Spanish: a logistic regression on XQuAD. Embedder all-MiniLM-L6-v2.

Refused, English: XQuAD .098 of what is answerable (it was fixed there), at least .99 without the
article and .87 without the passage. CLAPnq, at that threshold: .093 of what is answerable
and .660 of what is not (.67 where one in ten of its own answerable questions is refused). Questions
on technical PDFs: .088 of 57. Spanish XQuAD: .100, .948 and .805.
`python -m tests.quality.calibrate` fits and judges through the application.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from desktop_rag.retrieval.evidence import Evidence
from desktop_rag.retrieval.weighing import Language


@dataclass(frozen=True, slots=True)
class Calibration:
    """P(answerable) = 1 / (1 + exp(-(weights · evidence + intercept))); a figure that has no weight
    does not count.

    Source of the form: Platt, "Probabilistic outputs for support vector machines", 1999."""

    intercept: float
    support: float = 0.0
    sentence: float = 0.0
    content: float = 0.0
    coverage: float = 0.0

    def probability(self, evidence: Evidence) -> float:
        """The chance in [0, 1]; never falls with a figure."""
        return _logistic(
            self.support * evidence.support
            + self.sentence * evidence.sentence
            + self.content * evidence.content
            + self.coverage * evidence.coverage
            + self.intercept
        )


_CALIBRATIONS: dict[tuple[str, str, Language], Calibration] = {
    ("late_interaction", "all-MiniLM-L6-v2", "known"): Calibration(-14.88, support=25.0),
    ("late_interaction", "all-MiniLM-L6-v2", "foreign"): Calibration(
        -13.2, sentence=3.8, content=12.0, coverage=7.6
    ),
}
# Tables and records have too few public questions to fit on: the slope is that of the same figure
# over prose (whose middle is .714); the middle is higher, for lists in prose are taken for tables.
_TERSE_SLOPE, _TERSE_MIDDLE = 12.8, 0.75
# A question whose every word two sentences hold, with the amount or time it asks for near them, is
# not refused, however little they are told alike. A rule, not a fitted chance, for English only.
_LITERAL = 0.6
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
    if language != "known":
        return chance
    if evidence.literal:
        chance = max(chance, _LITERAL)
    if evidence.terse is not None:
        chance = max(chance, _logistic(_TERSE_SLOPE * (evidence.terse - _TERSE_MIDDLE)))
    return chance


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))
