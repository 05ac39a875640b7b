"""Running the chain of preprocessors within its time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextvars import copy_context

from desktop_rag.domain.errors import DesktopRagError, InvalidRequest, TimedOut
from desktop_rag.domain.query import Query
from desktop_rag.ports.clock import Clock
from desktop_rag.ports.retrieval import Preprocessor
from desktop_rag.retrieval.trail import Trail
from desktop_rag.settings.retrieval import RetrievalSettings


def prepare(
    query: Query,
    settings: RetrievalSettings,
    preprocessors: Mapping[str, Callable[[], Preprocessor]],
    model_of: Callable[[str], str],
    sure: str,
    clock: Clock,
    trail: Trail,
) -> Query:
    """The query with what the preprocessors named in the settings add to it.

    None runs where `sure` says why other wordings could only blur the question. A step that fails,
    or is not done when the time for all is over, leaves the query as it was.
    """
    if not settings.preprocessors:
        return query
    if sure:
        with trail.step("prepare") as step:
            step.note = f"skipped: {sure}"
        return query
    deadline = clock.monotonic() + settings.preprocess_ms / 1000
    for name in settings.preprocessors:
        if name not in preprocessors:
            raise InvalidRequest(
                f"There is no step before the search called {name!r}.",
                f"Known are: {', '.join(sorted(preprocessors)) or 'none'}.",
            )
        with trail.step(name, len(query.variants)) as step:
            try:
                left = deadline - clock.monotonic()
                query = _within(left, preprocessors[name], query)
            except DesktopRagError as error:
                step.fail(error, f"The step {name!r} before the search failed.")
            step.model = model_of(name)
            step.count_out = len(query.variants)
    return query


def _within(seconds: float, make: Callable[[], Preprocessor], query: Query) -> Query:
    """Run one step, but wait for it no longer than `seconds`. A step that is late goes on in its
    thread until its model is done; what it returns then is dropped."""
    late = TimedOut("Preparing the question took too long, so it was searched as it is.")
    if seconds <= 0:
        raise late
    outcome: list[Query | BaseException] = []

    def run() -> None:
        try:
            outcome.append(make().prepare(query))
        except BaseException as error:  # noqa: BLE001  handed to the waiting thread below
            outcome.append(error)

    thread = threading.Thread(
        target=copy_context().run, args=(run,), name="preprocessor", daemon=True
    )
    thread.start()
    thread.join(seconds)
    if not outcome:
        raise late
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]
