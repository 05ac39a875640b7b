"""Asking: search, answer, check, keep."""

from __future__ import annotations

import time
from dataclasses import replace

import msgspec

from desktop_rag.domain.answer import Answer, Turn
from desktop_rag.domain.errors import DesktopRagError, Stopped
from desktop_rag.domain.hit import SearchResult, TraceStep
from desktop_rag.domain.query import QueryVariant
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.handlers.counting import counted
from desktop_rag.engine.handlers.search import run_search, settings_for
from desktop_rag.engine.wiring import Engine
from desktop_rag.host.spans import question_span, step_ended
from desktop_rag.link.server import Reply
from desktop_rag.messages.ask import (
    AnswerFinished,
    Ask,
    AskProgressed,
    SourcesChosen,
    TextStreamed,
)
from desktop_rag.messages.search import Search
from desktop_rag.retrieval.question import parse
from desktop_rag.settings import Settings

_TURNS = 6
_TITLE_CHARS = 60


def ask(engine: Engine, message: Ask, reply: Reply) -> None:
    """Answer one question, streaming. Indexing gives way meanwhile: with every core busy, language
    models slow down many times over."""
    with engine.giving_way.asked(), question_span("ask"):
        _ask(engine, message, reply)


def _ask(engine: Engine, message: Ask, reply: Reply) -> None:
    turns = _turns(engine, message)
    question = message.search.text.strip()
    reply.event(AskProgressed("searching"))
    try:
        asked, steps = _understood(engine, question, turns)
        answer = _counted(engine, message, question, asked, reply)
        if answer is None:
            answer = _found(engine, message, question, asked, turns, reply)
        took_ms = answer.took_ms + sum(step.ms for step in steps)
        answer = replace(answer, trace=(*steps, *answer.trace), took_ms=took_ms)
    except Stopped:
        answer = Answer(question, "stopped", "", "extractive")
    _trace(engine, message, answer)
    answer, conversation, turn = kept(engine, message, answer)
    reply.finish(AnswerFinished(answer, conversation, turn, answer.trace))


def _understood(
    engine: Engine, question: str, turns: list[Turn]
) -> tuple[str, tuple[TraceStep, ...]]:
    """The question as it is understood after the turns before it, and the step that this took."""
    if not turns:
        return question, ()
    begun = time.perf_counter()
    asked, model = engine.understood(question, turns)
    note = "searched as it was put" if asked == question else ""
    ms = (time.perf_counter() - begun) * 1000
    step = TraceStep("follow_up", ms, len(turns), int(asked != question), model, note)
    step_ended(step)
    return asked, (step,)


def _variants(result: SearchResult, question: str, asked: str) -> tuple[QueryVariant, ...]:
    """What else was searched for; first what a follow-up was understood as."""
    understood = (QueryVariant(asked, "question", 1.0, "follow_up"),) if asked != question else ()
    return (*understood, *result.variants)


def _counted(
    engine: Engine, message: Ask, question: str, asked: str, reply: Reply
) -> Answer | None:
    """The answer to a question about the library itself, as it was put or as it is understood."""
    for text in dict.fromkeys((question, asked)):
        answer = counted(engine, message.search, text, reply.cancelled)
        if answer is not None:
            reply.event(SourcesChosen(replace(answer, text="")))
            reply.event(TextStreamed(answer.text, True))
            return replace(answer, question=question)
    return None


def _found(
    engine: Engine, message: Ask, question: str, asked: str, turns: list[Turn], reply: Reply
) -> Answer:
    search = msgspec.structs.replace(message.search, text=asked)
    result = run_search(engine, search, None, reply.cancelled)
    answer = _answer(engine, message, result, turns, reply)
    return replace(
        answer,
        question=question,
        trace=(*result.trace, *answer.trace),
        notices=(*answer.notices, *result.notices),
        took_ms=result.took_ms + answer.took_ms,
        variants=_variants(result, question, asked),
        dropped=result.dropped,
    )


def _answer(
    engine: Engine, message: Ask, result: SearchResult, turns: list[Turn], reply: Reply
) -> Answer:
    settings = settings_for(engine, message.search)
    return engine.answers.answer(
        message.search.text.strip(),
        result,
        turns,
        settings.answering,
        kind=_kind(engine, message.kind or settings.answering.kind, settings),
        narrowed=_is_narrowed(message.search),
        model=lambda: engine.models.model("answer", settings),
        on_sources=lambda answer: reply.event(SourcesChosen(answer)),
        on_text=lambda text, again: reply.event(TextStreamed(text, again)),
        on_stage=lambda stage, text: reply.event(AskProgressed(stage, text)),
        cancelled=reply.cancelled,
    )


def _kind(engine: Engine, wanted: str, settings: Settings) -> str:
    """What `auto` means: the starter model shows that the machinery works but writes poorly, so
    the sources are quoted until the person chose a model."""
    if wanted == "auto" and engine.models.is_starter("answer", settings):
        return "extractive"
    return wanted


def _is_narrowed(search: Search) -> bool:
    """True when not all documents are searched: by the filters, or by what the question says."""
    return search.filters.any() or (search.syntax and parse(search.text).filters.any())


def _turns(engine: Engine, message: Ask) -> list[Turn]:
    if not message.conversation:
        return []
    return engine.conversations.recent_turns(message.conversation, _TURNS)


def kept(engine: Engine, message: Ask, answer: Answer) -> tuple[Answer, int, int]:
    """The answer with the numbers of its conversation and turn, 0 where it was not kept. A library
    that cannot be written to does not cost the answer, which then says so."""
    if not message.keep_conversation:
        return answer, message.conversation, 0
    try:
        number = message.conversation or engine.conversations.start(_title(answer.question))
        return answer, number, engine.conversations.add_turn(number, answer.question, answer)
    except DesktopRagError as error:
        notice = f"This answer could not be kept: {error.message}"
        return replace(answer, notices=(*answer.notices, notice)), message.conversation, 0


def _title(question: str) -> str:
    title = " ".join(question.split())
    return title if len(title) <= _TITLE_CHARS else title[: _TITLE_CHARS - 1].rstrip() + "…"


def _trace(engine: Engine, message: Ask, answer: Answer) -> None:
    """Write down what was done, without personal text unless the person turned that on."""
    keeps = settings_for(engine, message.search).retrieval.log_queries
    text = answer.question if keeps else None
    engine.record(
        "ask",
        answer.trace,
        answer.outcome,
        model=answer.model,
        template=answer.prompt_template,
        chunk_ids=tuple(source.hit.chunk.id for source in answer.sources),
        text=text,
    )


ROUTES: Routes = {Ask: ask}
