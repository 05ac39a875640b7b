"""What each step of a search adds, on each question set.

    python -m tests.quality.ablation SET_FOLDER… [--at-most N]

One library a set, asked again and again through the command line with one step more each time:
meaning alone, words alone, both fused with equal weights, weights that follow language and content,
late interaction, spreading over records and documents. Prints nDCG@10 of each, what it adds to the
one before with a 95 % interval (paired bootstrap), and at the end the mean over the sets.
`--at-most N` takes so many questions of a set that has more, evenly.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from desktop_rag.evaluation import QuestionSet, paired_bootstrap, read_question_set
from desktop_rag.evaluation.measures import ndcg_at
from tests.quality.command_line import Answered, CommandLineLibrary, documents
from tests.quality.questions import thinned

KEEP = ("-k", "20")
PLAIN = ("retrieval.adapt_weights=false", "retrieval.spread=false")
WEIGHED = ("retrieval.spread=false",)


@dataclass(frozen=True)
class Step:
    """One more step than the one before. `beside`: the step that it is compared with, by name."""

    name: str
    options: tuple[str, ...]
    beside: str = ""


def _set(*settings: str) -> tuple[str, ...]:
    return tuple(word for setting in settings for word in ("--set", setting))


STEPS = (
    Step("meaning alone", ("--mode", "vector", "--rerank", "none", *_set(*PLAIN))),
    Step("words alone", ("--mode", "keyword", "--rerank", "none", *_set(*PLAIN))),
    Step("fused", ("--rerank", "none", *_set(*PLAIN)), "meaning alone"),
    Step("weights adapted", ("--rerank", "none", *_set(*WEIGHED)), "fused"),
    Step("late interaction", _set(*WEIGHED), "weights adapted"),
    Step("spread (default)", (), "late interaction"),
)


def values(asked: QuestionSet, found: Answered) -> list[float]:
    """nDCG@10 of every question that has a relevant document."""
    return [
        ndcg_at(10, documents(found[question.id]), question.relevant)
        for question in asked.questions
        if question.relevant
    ]


def print_set(asked: QuestionSet, gains: dict[str, list[float]]) -> None:
    """A line a step; what it gains is kept in `gains`."""
    reached: dict[str, list[float]] = {}
    with CommandLineLibrary(asked.files) as library:
        for step in STEPS:
            own = reached[step.name] = values(
                asked, library.search(asked.questions, *step.options, *KEEP)
            )
            line = f"{asked.name:22} {step.name:18} {mean(own):.3f}"
            if step.beside:
                gain = paired_bootstrap(reached[step.beside], own)
                gains.setdefault(step.name, []).append(gain.difference)
                line += f"  {gain.difference:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]"
            print(line, flush=True)


def main() -> int:
    """The exit status is 1 when a step does not help on average."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--at-most", type=int)
    chosen = parser.parse_args()
    gains: dict[str, list[float]] = {}
    for folder in chosen.sets:
        whole = read_question_set(folder)
        judged = tuple(question for question in whole.questions if question.relevant)
        print_set(QuestionSet(whole.name, whole.files, thinned(judged, chosen.at_most)), gains)
    for name, gained in gains.items():
        print(f"mean over {len(gained)} sets: {name} {mean(gained):+.4f}")
    return 0 if all(mean(gained) >= 0 for gained in gains.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
