"""Searching."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from desktop_rag.domain.characters import whole_characters
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.hit import SearchResult, TraceStep
from desktop_rag.domain.query import Query
from desktop_rag.engine.chains import leave_out_missing
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.host.spans import question_span
from desktop_rag.link.server import Reply
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.retrieval.postprocessing.http_rerank import leaving_words
from desktop_rag.settings import Settings, override

_LONGEST = 8_000
_EMBEDDER_S = 60.0
_CATCH_UP_S = 10.0  # for what changed while no engine ran
_CATCH_UP_TYPING_S = 0.5  # for who sees results while typing


def search(engine: Engine, message: Search, reply: Reply) -> None:
    """Find passages."""

    def partial(result: SearchResult) -> None:
        reply.event(HitsFound(result, final=False))

    message = in_its_own_order(message, engine.settings())
    result = run_search(engine, message, partial if message.partial else None, reply.cancelled)
    reply.finish(HitsFound(result))
    if not message.partial:  # half-typed questions are many and say nothing
        _record(engine, message, result)


def _record(engine: Engine, message: Search, result: SearchResult) -> None:
    """Write down what was done, without personal text unless the person turned that on."""
    keeps = settings_for(engine, message).retrieval.log_queries
    engine.record(
        "search",
        result.trace,
        result.outcome,
        chunk_ids=tuple(hit.chunk.id for hit in result.hits),
        text=message.text if keeps else None,
    )


def in_its_own_order(message: Search, settings: Settings) -> Search:
    """One tier alone lists what it found in its own order, unless the call names a reranker; the
    threshold of the settings, which is one for reranked scores, does not count then. For an answer
    its passages are reranked all the same."""
    mode = message.mode or message.overrides.get("retrieval.mode") or settings.retrieval.mode
    if mode == "hybrid" or message.rerank or "retrieval.rerank" in message.overrides:
        return message
    named = message.threshold or message.overrides.get("retrieval.threshold", "none")
    return msgspec.structs.replace(message, rerank="none", threshold=named)


def run_search(
    engine: Engine,
    message: Search,
    on_partial: Callable[[SearchResult], None] | None,
    cancelled: Callable[[], bool],
) -> SearchResult:
    """One search as the message says.

    Raises `InvalidRequest` for an empty or endless question, and `Stopped`."""
    with engine.giving_way.searched(), question_span("search"):
        return _searched(engine, message, on_partial, cancelled)


def _searched(
    engine: Engine,
    message: Search,
    on_partial: Callable[[SearchResult], None] | None,
    cancelled: Callable[[], bool],
) -> SearchResult:
    text = whole_characters(message.text).strip()
    if not text:
        raise InvalidRequest("The question is empty.", "Type what you are looking for.")
    if len(text) > _LONGEST:
        raise InvalidRequest(
            f"The question has {len(text)} characters; {_LONGEST} are the most.",
            "Shorten it, or add the text as a file and ask about that.",
        )
    wanted = settings_for(engine, message)
    settings, notices = leave_out_missing(engine.parts.chains(), engine.settings(), wanted)
    retrieval = settings.retrieval
    if on_partial is None and (message.mode or retrieval.mode) != "keyword":
        # who wants one answer wants the whole one: after a start the embedder takes seconds to load
        engine.meaning.wait(_EMBEDDER_S)
    longest_s = _CATCH_UP_S if on_partial is None else _CATCH_UP_TYPING_S
    caught = engine.catching_up.wait(message.filters.under, longest_s, cancelled)
    query = Query(
        text=text,
        filters=message.filters,
        mode=message.mode or retrieval.mode,
        keep=message.keep or retrieval.keep,
        candidates=max(retrieval.candidates, message.keep),
    )
    result = engine.search_by(settings).search(
        query, retrieval, on_partial=on_partial, cancelled=cancelled, syntax=message.syntax
    )
    result = replace(
        result,
        notices=(*result.notices, *notices, *caught.notices()),
        trace=(*caught.steps(), *result.trace),
    )
    return with_warning(result, leaving_words(retrieval))


def settings_for(engine: Engine, message: Search) -> Settings:
    """The settings with what this call wants otherwise."""
    changes = dict(message.overrides)
    if message.rerank:
        changes["retrieval.rerank"] = message.rerank
    if message.threshold:
        changes["retrieval.threshold"] = message.threshold
    if message.expand:
        names = [name for name in message.expand if name != "none"]
        changes["retrieval.preprocessors"] = ",".join(names)
    return override(engine.settings(), changes)


def with_warning(result: SearchResult, warning: str) -> SearchResult:
    """The result that says, also in its trace, where passages were sent; as it is when none left
    this machine."""
    if not warning or not any(step.step == "rerank" for step in result.trace):
        return result
    trace = tuple(_noted(step, warning) if step.step == "rerank" else step for step in result.trace)
    return replace(result, trace=trace, notices=(*result.notices, warning))


def _noted(step: TraceStep, warning: str) -> TraceStep:
    return replace(step, note=f"{step.note}; {warning}" if step.note else warning)


ROUTES: Routes = {Search: search}
