"""What has to be said beside the figures of a measurement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import SearchResult, TraceStep

_FAILED = "failed"  # how the note of a failed step begins: `failed: code; message`
_QUOTES_SOURCES = ("” – “", "» – «")  # stands where an answer says that its sources disagree


class Remarks:
    """Collects what the searches and answers of one measurement had to tell. `degraded`: how many
    questions were measured although a step that was wanted did not do its work; a search that
    failed is not among them."""

    def __init__(self) -> None:
        self.degraded = 0
        self._questions = 0
        self._told: Counter[str] = Counter()

    def take(self, result: SearchResult, answer: Answer | None = None) -> None:
        """Note what one question's search, and its answer when there is one, had to tell."""
        self._questions += 1
        told = _of_search(result)
        if answer is not None:
            told += [*_of_answer(answer), *_of_steps(answer.trace, [*told, *answer.notices])]
        self._told.update(dict.fromkeys(told, 1))
        if result.outcome != "failed":
            lacking = answer is not None and _is_lacking(answer)
            self.degraded += lacking or _is_degraded(result)

    def sentences(self) -> tuple[str, ...]:
        """Each sentence once, with how many of the questions it is about."""
        return tuple(
            f"{text} ({count} of {self._questions} questions)" for text, count in self._told.items()
        )


def _of_search(result: SearchResult) -> list[str]:
    told = [*result.notices]
    if result.message and result.outcome != "nothing_found":
        told.append(f"{result.message} {result.remedy}".strip())
    return told + _of_steps(result.trace, told)


def _of_steps(trace: Iterable[TraceStep], told: list[str]) -> list[str]:
    """A sentence for each failed step whose reason is not told already."""
    more = []
    for step in trace:
        if step.note.startswith(_FAILED):
            code, _, reason = step.note.removeprefix(f"{_FAILED}: ").partition("; ")
            if not any(reason.partition("; ")[0] in text for text in told):
                more.append(f"The step {step.step} failed: {reason or code}")
    return more


def _is_degraded(result: SearchResult) -> bool:
    """True when a step failed or was left out. A notice that also stands in the note of a step is
    only information: where the passages were sent."""
    notes = [step.note for step in result.trace]
    return (
        any(note.startswith(_FAILED) for note in notes)
        or (result.outcome == "found" and bool(result.message))
        or any(all(notice not in note for note in notes) for notice in result.notices)
    )


def _of_answer(answer: Answer) -> list[str]:
    """All but where its sources disagree: that is about the documents."""
    if answer.outcome != "failed":
        return [text for text in answer.notices if not any(q in text for q in _QUOTES_SOURCES)]
    why = answer.notices or (answer.text,)
    return [f"{' '.join(why)} {answer.remedy}".strip()]


def _is_lacking(answer: Answer) -> bool:
    """True when there is no answer, or another than the wanted one: then a remedy is beside it."""
    return (
        answer.outcome == "failed"
        or (answer.outcome == "answered" and bool(answer.remedy))
        or any(step.note.startswith(_FAILED) for step in answer.trace)
    )
