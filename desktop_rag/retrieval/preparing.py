"""Running the chain of preprocessors within its time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from desktop_rag.domain.errors import DesktopRagError, InvalidRequest, TimedOut
from desktop_rag.domain.query import Query
from desktop_rag.ports.clock import Clock
from desktop_rag.ports.retrieval import Preprocessor
from desktop_rag.retrieval.question import is_lookup
from desktop_rag.retrieval.trail import Trail
from desktop_rag.settings.retrieval import RetrievalSettings


def prepare(
    query: Query,
    settings: RetrievalSettings,
    preprocessors: Mapping[str, Callable[[], Preprocessor]],
    certain: bool,
    clock: Clock,
    trail: Trail,
) -> Query:
    """The query with what the preprocessors named in the settings add to it.

    None runs for a look-up, or when the words alone are `certain` to have found it. A step that
    fails, or is not done when the time for all is over, leaves the query as it was.
    """
    if not settings.preprocessors:
        return query
    if certain or is_lookup(query.text):
        with trail.step("prepare") as step:
            step.note = "skipped: the words are certain" if certain else "skipped: a look-up"
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
                step.note = f"failed: {error.code}; {error.message}"
            step.count_out = len(query.variants)
    return query


def _within(seconds: float, make: Callable[[], Preprocessor], query: Query) -> Query:
    """Run one step, but wait for it no longer than `seconds`. A step that is late goes on in its
    thread until its model is done; what it returns then is dropped."""
    outcome: list[Query | BaseException] = []

    def run() -> None:
        try:
            outcome.append(make().prepare(query))
        except BaseException as error:  # noqa: BLE001  handed to the waiting thread below
            outcome.append(error)

    thread = threading.Thread(target=run, name="preprocessor", daemon=True)
    thread.start()
    thread.join(max(0.0, seconds))
    if not outcome:
        raise TimedOut("Preparing the question took too long, so it was searched as it is.")
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]
