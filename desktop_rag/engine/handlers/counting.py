"""Questions about the library itself, answered from the whole index."""

from __future__ import annotations

import time
from dataclasses import replace

from desktop_rag.answering.counted import CountedDocuments, counted_answer
from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import TraceStep
from desktop_rag.engine.wiring import Engine
from desktop_rag.messages.search import Search
from desktop_rag.retrieval.count_questions import CountQuestion, counting_question
from desktop_rag.retrieval.counting import Counted
from desktop_rag.retrieval.question import Question, parse, plain

_LISTED = 20


def counted(engine: Engine, search: Search, question: str) -> Answer | None:
    """The answer to a question that counts or lists documents; None for every other question.
    Raises `SearchFailed`."""
    parsed = parse(question) if search.syntax else plain(question)
    asked = None if parsed.without else counting_question(parsed.text)
    if asked is None:
        return None
    begun = time.perf_counter()
    found = _count(engine, search, parsed, asked)
    answer = counted_answer(
        question,
        CountedDocuments(
            found.count, found.total, found.hits, asked.subject, asked.named, asked.types
        ),
        asked.language,
    )
    ms = (time.perf_counter() - begun) * 1000
    return _with_record(answer, found, ms)


def _count(engine: Engine, search: Search, parsed: Question, asked: CountQuestion) -> Counted:
    filters = parsed.limits(search.filters)
    return engine.counter.count(
        asked,
        filters,
        phrases=parsed.phrases,
        path_parts=parsed.path_parts,
        most=search.keep or _LISTED,
    )


def _with_record(answer: Answer, found: Counted, ms: float) -> Answer:
    step = TraceStep("count", ms, found.total, found.count)
    return replace(answer, trace=(step,), took_ms=ms)
