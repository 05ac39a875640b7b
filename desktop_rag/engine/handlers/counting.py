"""Questions about the library itself, answered from the whole index."""

from __future__ import annotations

import time
from dataclasses import replace

from desktop_rag.answering.counted import CountedDocuments, counted_answer
from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import TraceStep
from desktop_rag.engine.wiring import Engine
from desktop_rag.host.spans import step_ended
from desktop_rag.messages.search import Search
from desktop_rag.ports.language_model import Cancelled
from desktop_rag.retrieval.count_questions import CountQuestion, counting_question
from desktop_rag.retrieval.counting import Counted
from desktop_rag.retrieval.question import Question, parse, plain

_LISTED = 20
_CATCH_UP_S = 10.0  # for what changed while no engine ran


def counted(engine: Engine, search: Search, question: str, cancelled: Cancelled) -> Answer | None:
    """The answer to a question that counts or lists documents; None for every other question.
    Raises `SearchFailed`."""
    parsed = parse(question) if search.syntax else plain(question)
    asked = counting_question(parsed.text)
    if asked is None:
        return None
    begun = time.perf_counter()
    caught = engine.catching_up.wait(search.filters.under, _CATCH_UP_S, cancelled)
    found = _count(engine, search, parsed, asked)
    answer = counted_answer(
        question,
        CountedDocuments(
            found.count,
            found.total,
            found.hits,
            found.places,
            found.said,
            asked.named,
            asked.types,
        ),
        asked.language,
    )
    ms = (time.perf_counter() - begun) * 1000
    step = TraceStep("count", ms - caught.waited_s * 1000, found.total, found.count)
    step_ended(step)
    return replace(answer, trace=(*caught.steps(), step), notices=caught.notices(), took_ms=ms)


def _count(engine: Engine, search: Search, parsed: Question, asked: CountQuestion) -> Counted:
    filters = parsed.limits(search.filters)
    return engine.counter.count(asked, filters, most=search.keep or _LISTED)
