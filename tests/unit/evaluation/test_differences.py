from __future__ import annotations

import pytest

from desktop_rag.domain.answer import Answer, AnswerSentence
from desktop_rag.evaluation import EvalQuestion
from desktop_rag.evaluation.answer_measures import answer_measures
from desktop_rag.evaluation.differences import differences
from desktop_rag.evaluation.outcomes import Outcome, compare, figures

_GOLD = EvalQuestion("q", "When is it open?", {"right": 1}, ("Friday at nine",))
_ABSENT = EvalQuestion("x", "Who is the king?", {}, answerable=False)


def _said(text: str, support: str = "supported") -> Answer:
    sentence = AnswerSentence(text, (0, len(text)), (1,), support)  # type: ignore[arg-type]
    return Answer("q", "answered", text, "extractive", (sentence,))


_REFUSED = Answer("q", "not_in_documents", "Not there.", "extractive")


def test_marks_and_quotation_marks_are_no_part_of_an_answer() -> None:
    measured = answer_measures(_GOLD, _said("“Friday at nine” [1]"))
    assert measured["exact_match"] == measured["token_f1"] == measured["holds_answer"] == 1.0
    longer = answer_measures(_GOLD, _said("“It is open on Friday at nine.” [1] [2]"))
    assert longer["exact_match"] == 0.0
    assert longer["token_f1"] == pytest.approx(2 * 3 / (7 + 3))


def test_a_refusal_is_right_only_where_there_is_no_answer() -> None:
    assert answer_measures(_ABSENT, _REFUSED) == {"refusal_accuracy": 1.0}
    assert answer_measures(_ABSENT, _said("Ann [1]"))["refusal_accuracy"] == 0.0
    false = answer_measures(_GOLD, _REFUSED)
    assert false["false_refusals"] == 1.0
    assert false["token_f1"] == false["exact_match"] == 0.0


def test_a_citation_that_is_not_borne_out_counts_against() -> None:
    assert answer_measures(_GOLD, _said("Friday [1]", "unsupported"))["citation_accuracy"] == 0.0
    assert "citation_accuracy" not in answer_measures(_GOLD, _said("Friday", "uncited"))


def _outcome(number: int, ranking: list[str], answer: Answer | None) -> Outcome:
    question = EvalQuestion(str(number), f"question {number}", {"right": 1}, ("Friday at nine",))
    return Outcome(question, ranking, 1.0, answer)


def test_questions_that_came_out_differently_are_told_the_worst_first() -> None:
    good, bad = _said("Friday at nine [1]"), _said("Monday [1]")
    first = [
        _outcome(1, ["right"], good),
        _outcome(2, ["x", "right"], bad),
        _outcome(3, ["right"], good),
    ]
    second = [
        _outcome(1, ["right"], good),
        _outcome(2, ["right"], good),
        _outcome(3, ["right"], bad),
    ]
    found = differences(first, second)
    assert [question.id for question in found] == ["3", "2"]
    assert found[0].first == {"holds_answer": 1.0, "token_f1": 1.0, "exact_match": 1.0}
    assert set(found[0].second.values()) == {0.0}
    assert found[1].first["mrr"] == 0.5
    assert found[0].difference < 0 < found[1].difference
    assert differences(first, first) == []


def test_answers_are_compared_with_intervals_where_both_were_measured() -> None:
    good, bad = _said("Friday at nine [1]"), _said("Monday [1]")
    first = [_outcome(n, ["right"], bad) for n in range(20)]
    second = [_outcome(n, ["right"], good) for n in range(20)]
    found = compare(first, second)
    assert found["token_f1"].difference == 1.0
    assert found["exact_match"].clear
    assert not found["mrr"].clear
    unasked = [_outcome(n, ["right"], None) for n in range(20)]
    assert "token_f1" not in compare(unasked, second)
    assert figures(second)["answers"]["exact_match"] == 1.0
    assert figures(unasked)["answers"] == {}
