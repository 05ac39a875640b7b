"""What is said beside the figures of a measurement."""

from __future__ import annotations

import pytest

from desktop_rag.answering.phrases import say
from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import SearchResult, TraceStep
from desktop_rag.evaluation.remarks import Remarks


def _result(*notes: str, notices: tuple[str, ...] = (), message: str = "") -> SearchResult:
    trace = tuple(TraceStep("rerank", 1.0, 1, 1, note=note) for note in notes)
    return SearchResult("q", "found", trace=trace, notices=notices, message=message)


def _of(*results: SearchResult) -> Remarks:
    remarks = Remarks()
    for result in results:
        remarks.take(result)
    return remarks


def test_nothing_is_said_of_a_search_that_did_all_that_was_wanted() -> None:
    remarks = _of(_result("skipped: a look-up", ""), _result())
    assert (remarks.degraded, remarks.sentences()) == (0, ())


def test_each_sentence_is_said_once_with_its_questions() -> None:
    late = _result("failed: timed_out; Too late.", "failed: timed_out; Too late.")
    remarks = _of(late, _result(), late)
    assert remarks.degraded == 2
    assert remarks.sentences() == ("The step rerank failed: Too late. (2 of 3 questions)",)


def test_a_failed_step_that_a_notice_tells_is_not_told_again() -> None:
    away = "Passages are sent to x.example."
    failed = _result(
        f"failed: crashed; It fell; hard.; {away}", notices=("Oh. It fell; hard.", away)
    )
    assert _of(failed).sentences() == (
        "Oh. It fell; hard. (1 of 1 questions)",
        f"{away} (1 of 1 questions)",
    )


@pytest.mark.parametrize(
    ("result", "degraded"),
    [
        (_result("Sent to x.", notices=("Sent to x.",)), 0),
        (_result(notices=("The step x is not there, so it was left out.",)), 1),
        (_result("failed: damaged", message="Only a part of the search worked: it broke."), 1),
        (_result("failed: damaged"), 1),
        (SearchResult("q", "failed", message="It broke."), 0),  # that is a failure of its own
    ],
)
def test_what_did_not_run_degrades_a_question(result: SearchResult, degraded: int) -> None:
    remarks = _of(result)
    assert remarks.degraded == degraded
    assert len(remarks.sentences()) == 1


def test_a_failed_search_is_told_once_also_when_it_was_to_be_answered() -> None:
    remarks = Remarks()
    answer = Answer("q", "failed", "It broke.", "extractive", remedy="Mend it.")
    remarks.take(SearchResult("q", "failed", message="It broke.", remedy="Mend it."), answer)
    assert remarks.degraded == 0
    assert remarks.sentences() == ("It broke. Mend it. (1 of 1 questions)",)


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_the_documents_of_one_answer_say_is_not_told(language: str) -> None:
    differing = say("disagree", language, first=1, second=2, one="It is 3.", other="It is 4.")
    away = say("written_elsewhere", language, host="models.example")
    remarks = Remarks()
    remarks.take(_result(), Answer("q", "answered", "3", "generated", notices=(away, differing)))
    assert remarks.degraded == 0
    assert remarks.sentences() == (f"{away} (1 of 1 questions)",)


def test_that_nothing_was_found_is_no_remark() -> None:
    assert _of(SearchResult("q", "nothing_found", message="Nothing.")).sentences() == ()


def test_an_answer_that_failed_degrades_its_question() -> None:
    remarks = Remarks()
    remarks.take(_result(), Answer("q", "failed", "No model.", "generated", remedy="Choose one."))
    told = Answer("q", "failed", "", "extractive", notices=("Gone.",), remedy="Begin again.")
    remarks.take(_result(), told)
    good = Answer("q", "answered", "Yes.", "generated", notices=("One source was left out.",))
    remarks.take(_result(), good)
    assert remarks.degraded == 2
    assert remarks.sentences() == (
        "No model. Choose one. (1 of 3 questions)",
        "Gone. Begin again. (1 of 3 questions)",
        "One source was left out. (1 of 3 questions)",
    )
