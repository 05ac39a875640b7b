"""Question by question: where two settings differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.evaluation.outcomes import Outcome

_TELLING = ("ndcg@10", "mrr", "recall@5")  # the others follow from these


@dataclass(frozen=True, slots=True)
class QuestionDifference:
    """One question whose measures differ; `first` and `second` hold those that do, by name.
    `difference`: the sum of second - first over them (a false refusal counts against)."""

    id: str
    text: str
    first: dict[str, float]
    second: dict[str, float]

    @property
    def difference(self) -> float:
        """How much better the second is; below 0 when it is worse."""
        return sum(
            (self.second[name] - self.first[name]) * (-1 if name == "false_refusals" else 1)
            for name in self.first
        )


def differences(first: Sequence[Outcome], second: Sequence[Outcome]) -> list[QuestionDifference]:
    """Questions that came out differently, those that got worst first. Both hold the same
    questions in the same order."""
    found = []
    for a, b in zip(first, second, strict=True):
        one, other = _telling(a), _telling(b)
        differing = [name for name in one if name in other and one[name] != other[name]]
        if differing:
            found.append(
                QuestionDifference(
                    a.question.id,
                    a.question.text,
                    {name: one[name] for name in differing},
                    {name: other[name] for name in differing},
                )
            )
    return sorted(found, key=lambda question: question.difference)


def _telling(outcome: Outcome) -> dict[str, float]:
    judged = any(outcome.question.relevant.values())
    search = {name: outcome.measures[name] for name in _TELLING} if judged else {}
    return search | outcome.answer_measures()
