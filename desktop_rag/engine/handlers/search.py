"""Searching."""

from __future__ import annotations

from collections.abc import Callable

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.query import Query
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.settings import Settings, override

_LONGEST = 8_000
_EMBEDDER_S = 60.0


def search(engine: Engine, message: Search, reply: Reply) -> None:
    """Find passages."""

    def partial(result: SearchResult) -> None:
        reply.event(HitsFound(result, final=False))

    result = run_search(engine, message, partial if message.partial else None, reply.cancelled)
    reply.finish(HitsFound(result))


def run_search(
    engine: Engine,
    message: Search,
    on_partial: Callable[[SearchResult], None] | None,
    cancelled: Callable[[], bool],
) -> SearchResult:
    """One search as the message says.

    Raises `InvalidRequest` for an empty or endless question, and `Stopped`."""
    text = message.text.strip()
    if not text:
        raise InvalidRequest("The question is empty.", "Type what you are looking for.")
    if len(text) > _LONGEST:
        raise InvalidRequest(
            f"The question has {len(text)} characters; {_LONGEST} are the most.",
            "Shorten it, or add the text as a file and ask about that.",
        )
    settings = settings_for(engine, message)
    retrieval = settings.retrieval
    if on_partial is None and (message.mode or retrieval.mode) != "keyword":
        # who wants one answer wants the whole one: after a start the embedder takes seconds to load
        engine.meaning.wait(_EMBEDDER_S)
    query = Query(
        text=text,
        filters=message.filters,
        mode=message.mode or retrieval.mode,
        keep=message.keep or retrieval.keep,
        candidates=max(retrieval.candidates, message.keep),
    )
    return engine.search.search(
        query, retrieval, on_partial=on_partial, cancelled=cancelled, syntax=message.syntax
    )


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


ROUTES: Routes = {Search: search}
