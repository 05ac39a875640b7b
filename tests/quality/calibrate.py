"""Fits the calibration of "not in your documents" on some sets and judges it on others.

    python -m tests.quality.calibrate --fit SET_FOLDER… --judge SET_FOLDER… [--every N]

Each set is added to throw-away libraries and asked through the command line; the evidence stands
in the results' trace (step `judge`). Unanswerable are the questions that a set marks so; of a set
whose questions name their article, each is asked again of libraries without the article, and
without the passage. Weights are fitted, and the threshold is fixed, on the sets of `--fit` alone.
Printed is what they and the application itself refuse of every set, and what could be refused of a
set if the threshold were fixed on that set (one in ten of its answerable questions refused).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop_rag.evaluation import QuestionSet, read_question_set
from tests.quality.command_line import CommandLineLibrary
from tests.quality.refusals import article_sets, rows_without

FALSE_REFUSALS = 0.10
FITTED = [0]  # support, of the figures in the trace
EXPLAIN = "--explain"
Table = NDArray[np.float64]


@dataclass(frozen=True)
class Judged:
    """Evidence [questions, figures] and the application's confidence [questions] of one kind of
    question of one set."""

    set_name: str
    kind: str
    evidence: Table
    confidence: Table

    @property
    def answerable(self) -> bool:
        """True for the questions that are to be answered."""
        return self.kind == "answerable"


def groups_of(asked: QuestionSet) -> Iterator[Judged]:
    """The kinds of questions of a set, each searched."""
    with CommandLineLibrary(asked.files) as library:
        rows = library.search(asked.questions, EXPLAIN)
    marked = {True: "answerable", False: "unanswerable"}
    for answerable, kind in marked.items():
        found = [rows[q.id] for q in asked.questions if q.answerable is answerable]
        yield from _judged(asked.name, kind, found)
    for kind, found in rows_without(asked, article_sets(asked), EXPLAIN):
        yield from _judged(asked.name, kind, found)


def _judged(name: str, kind: str, rows: Iterable[dict[str, Any]]) -> Iterator[Judged]:
    kept = [(scores, row["confidence"]) for row in rows if (scores := _evidence(row))]
    if kept:
        evidence = np.array([[scores[n] for n in FITTED] for scores, _ in kept])
        yield Judged(name, kind, evidence, np.array([confidence for _, confidence in kept]))


def _evidence(row: dict[str, Any]) -> list[float]:
    steps = (step for step in row["trace"] if step["step"] == "judge")
    return next((step.get("scores", []) for step in steps), [])


@dataclass(frozen=True)
class Fit:
    """A question is refused when `evidence @ weights` is below `threshold`."""

    weights: Table
    threshold: float


def fit(groups: list[Judged]) -> Fit:
    """Logistic weights with the least log loss (Newton), answerable and not weighing the same, and
    each kind the same within them; then the threshold below which one answerable question in ten
    lies."""
    sizes = {kind: sum(g.answerable is kind for g in groups) for kind in (True, False)}
    features = np.concatenate([g.evidence for g in groups])
    truth = np.concatenate([np.full(len(g.evidence), float(g.answerable)) for g in groups])
    weight = np.concatenate(
        [np.full(len(g.evidence), 0.5 / len(g.evidence) / sizes[g.answerable]) for g in groups]
    )
    table = np.concatenate([features, np.ones((len(features), 1))], axis=1)
    parameters = np.zeros(table.shape[1])
    for _ in range(100):
        chance = 1 / (1 + np.exp(-table @ parameters))
        gradient = table.T @ (weight * (chance - truth))
        curvature = (table * (weight * chance * (1 - chance))[:, None]).T @ table
        parameters -= np.linalg.solve(curvature + 1e-6 * np.eye(len(parameters)), gradient)
    weights = parameters[:-1]
    return Fit(weights, _one_in_ten(groups, weights))


def _one_in_ten(groups: list[Judged], weights: Table) -> float:
    lowest = [np.quantile(g.evidence @ weights, FALSE_REFUSALS) for g in groups if g.answerable]
    return float(np.mean(lowest)) if lowest else math.nan


def print_judgement(groups: list[Judged], fitted: Fit) -> None:
    """A line a kind of question of one set."""
    own = _one_in_ten(groups, fitted.weights)
    for group in groups:
        value = group.evidence @ fitted.weights
        shares = (group.confidence < 0.5, value < fitted.threshold, value < own)
        said = ", ".join(
            f"{name} {np.mean(refused):.3f}"
            for name, refused in zip(("application", "fit", "fit at its own"), shares, strict=True)
        )
        print(f"{group.set_name:12} {group.kind:16} {len(value):5} refused: {said}", flush=True)


def main() -> None:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", nargs="+", type=Path, required=True)
    parser.add_argument("--judge", nargs="+", type=Path, default=[])
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    found: dict[Path, list[Judged]] = {}
    for folder in dict.fromkeys((*options.fit, *options.judge)):
        asked = read_question_set(folder)
        asked = replace(asked, questions=asked.questions[:: options.every])
        found[folder] = list(groups_of(asked))
    fitted = fit([group for folder in options.fit for group in found[folder]])
    print(f"weights {np.round(fitted.weights, 2)}, threshold {fitted.threshold:.2f}")
    for groups in found.values():
        print_judgement(groups, fitted)


if __name__ == "__main__":
    main()
