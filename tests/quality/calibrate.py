"""Fits and judges the calibration of "not in your documents".

    python -m tests.quality.calibrate SET_FOLDER RESULTS.jsonl …

Pairs of a question set and what `desktop-rag search --queries … --json --explain` printed for it.
`queries.jsonl` marks each question `answerable` or not; a set whose questions were asked of a
library without their documents has `"answerable": false` throughout. The evidence stands in the
results' trace (step `judge`). Weights and intercept are fitted on every second question and judged
on the others, beside what the application itself decided.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.evaluation import read_question_set

FALSE_REFUSALS = 0.10
FIGURES = 3  # sentence, content, coverage
Table = NDArray[np.float64]


@dataclass(frozen=True)
class Judged:
    """Evidence [questions, 3] and confidence [questions] of one kind of question of one set."""

    name: str
    answerable: bool
    evidence: Table
    confidence: Table


def read(folder: Path, results: Path) -> list[Judged]:
    """The answerable and the other questions of a set."""
    answerable = {q.id: q.answerable for q in read_question_set(folder).questions}
    rows = [json.loads(line) for line in results.read_text("utf-8").split("\n") if line.strip()]
    found = []
    for kind in (True, False):
        kept = [row for row in rows if answerable[row["id"]] is kind and _evidence(row)]
        if kept:
            evidence = np.array([_evidence(row)[:FIGURES] for row in kept])
            confidence = np.array([row["confidence"] for row in kept])
            found.append(Judged(folder.name, kind, evidence, confidence))
    return found


def _evidence(row: dict[str, object]) -> list[float]:
    steps = row["trace"]
    assert isinstance(steps, list)
    return next((step["scores"] for step in steps if step["step"] == "judge"), [])


def fit(groups: list[Judged]) -> tuple[Table, float]:
    """Logistic weights with the least log loss (Newton), answerable and not weighing the same, and
    each set the same within them; then the intercept below which one answerable question in ten
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
    lowest = [
        float(np.quantile(g.evidence @ weights, FALSE_REFUSALS)) for g in groups if g.answerable
    ]
    return weights, -float(np.mean(lowest))


def main(arguments: list[str]) -> int:
    """See the module's docstring."""
    if not arguments or len(arguments) % 2:
        print(__doc__)
        return 2
    pairs = zip(arguments[::2], arguments[1::2], strict=True)
    groups = [one for folder, results in pairs for one in read(Path(folder), Path(results))]
    kinds = {group.answerable for group in groups}
    if kinds == {True, False}:
        halves = [Judged(g.name, g.answerable, g.evidence[::2], g.confidence[::2]) for g in groups]
        weights, intercept = fit(halves)
        print(f"fitted on one half: weights {np.round(weights, 2)}, intercept {intercept:.2f}")
    for group in groups:
        kind = "answerable" if group.answerable else "unanswerable"
        refused = np.mean(group.confidence < 0.5)
        line = f"{group.name}, {kind}: {refused:.3f} refused by the application"
        if kinds == {True, False}:
            other = group.evidence[1::2] @ weights + intercept
            line += f", {np.mean(other < 0):.3f} of the other half by the fit"
        print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
