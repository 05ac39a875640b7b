"""Fits and judges the calibration of "not in your documents".

    python -m tests.quality.calibrate SET_FOLDER RESULTS.jsonl

SET_FOLDER's queries.jsonl marks each question `answerable` or not; RESULTS.jsonl is what
`desktop-rag search --queries … --json` printed for them (it holds the best raw score). The middle
and the slope are fitted on every second question and judged on the others.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.evaluation import read_question_set

FALSE_REFUSALS = 0.10
Scores = NDArray[np.float64]


def fit_middle(answerable: Scores) -> float:
    """The score below which one answerable question in ten lies."""
    return float(np.quantile(answerable, FALSE_REFUSALS))


def fit_slope(answerable: Scores, other: Scores) -> float:
    """Slope of the logistic with the least log loss, both kinds weighing the same (Newton)."""
    scores = np.concatenate([answerable, other])
    truth = np.repeat([1.0, 0.0], [len(answerable), len(other)])
    weight = np.where(truth == 1, 0.5 / len(answerable), 0.5 / len(other))
    features = np.stack([scores, np.ones_like(scores)], axis=1)
    parameters = np.array([10.0, -6.0])
    for _ in range(100):
        chance = 1 / (1 + np.exp(-features @ parameters))
        gradient = features.T @ (weight * (chance - truth))
        curvature = (features * (weight * chance * (1 - chance))[:, None]).T @ features
        parameters -= np.linalg.solve(curvature + 1e-9 * np.eye(2), gradient)
    return float(parameters[0])


def main(arguments: list[str]) -> int:
    """See the module's docstring."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    questions = read_question_set(Path(arguments[0])).questions
    rows = [json.loads(line) for line in Path(arguments[1]).read_text().split("\n") if line]
    best = {row["id"]: row["best"] for row in rows if row.get("best") is not None}
    halves = [
        (
            np.array([best[q.id] for q in half if q.answerable and q.id in best]),
            np.array([best[q.id] for q in half if not q.answerable and q.id in best]),
        )
        for half in (questions[::2], questions[1::2])
    ]
    (yes, no), (judged_yes, judged_no) = halves
    middle, slope = fit_middle(yes), fit_slope(yes, no)
    print(f"fitted on one half: middle {middle:.3f}, slope {slope:.1f}")
    print(
        f"judged on the other: {np.mean(judged_yes < middle):.3f} of the answerable refused, "
        f"{np.mean(judged_no < middle):.3f} of the unanswerable refused"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
