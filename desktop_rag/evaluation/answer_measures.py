"""How good one answer is, against what the question set says of its question."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import fmean

from desktop_rag.domain.answer import Answer
from desktop_rag.evaluation.measures import exact_match, holds_answer, token_f1
from desktop_rag.evaluation.question_set import EvalQuestion

Measure = Callable[[str, Sequence[str]], float]
_AGAINST_GOLD: dict[str, Measure] = {
    "holds_answer": holds_answer,
    "token_f1": token_f1,
    "exact_match": exact_match,
}
_MARK = re.compile(r"\s*\[\d+\]")


def answer_measures(question: EvalQuestion, answer: Answer) -> dict[str, float]:
    """Those measures that can be taken, each in [0, 1].

    holds_answer, token_f1, exact_match: where the set has accepted answers; marks like [1] are no
    part of an answer, and whatever is not answered counts 0. refusal_accuracy: of a question that
    has no answer, 1 when that was said. false_refusals: of one that has, 1 when none was given.
    citation_accuracy: the share of the cited sentences that their sources bear out."""
    measured: dict[str, float] = {}
    if question.answerable and question.answers:
        text = _MARK.sub("", answer.text) if answer.outcome == "answered" else ""
        for name, measure in _AGAINST_GOLD.items():
            measured[name] = measure(text, question.answers)
    refused = float(answer.outcome == "not_in_documents")
    measured["false_refusals" if question.answerable else "refusal_accuracy"] = refused
    cited = [float(s.support == "supported") for s in answer.sentences if s.support != "uncited"]
    if cited:
        measured["citation_accuracy"] = fmean(cited)
    return measured
