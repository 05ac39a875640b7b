"""Foreign steps of a search: whatever they do, the search goes on and the person is told."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from traceback import walk_tb
from typing import Generic, TypeVar

from desktop_rag.domain.errors import DesktopRagError, PluginFailed, TimedOut
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
from desktop_rag.engine.given_back import NotUsable, usable_hits, usable_query, usable_scores
from desktop_rag.ports.indexing import Chunker, Enricher
from desktop_rag.ports.reading import Reader
from desktop_rag.ports.registry import (
    PostprocessorFactory,
    PreprocessorFactory,
    Registry,
    ScorerFactory,
    Tools,
)
from desktop_rag.ports.retrieval import Postprocessor, Preprocessor, Scorer

_LOG = logging.getLogger(__name__)
LONGEST_S = 10.0
"""For a step after the search or a reranker; steps before the search share a time of their own."""
_REMEDY = "Leave it out in the settings, or mend the plug-in."
S = TypeVar("S")
R = TypeVar("R")


class GuardedRegistry:
    """The registry as a foreign plug-in sees it: the steps it adds are guarded."""

    def __init__(self, plugin: str, registry: Registry, longest_s: float = LONGEST_S) -> None:
        self._plugin = plugin
        self._registry = registry
        self._longest_s = longest_s

    def add_reader(self, reader: Reader) -> None:
        """Readers are guarded by the process they run in."""
        self._registry.add_reader(reader)

    def add_chunker(self, chunker: Chunker) -> None:
        """A chunker, as it is."""
        self._registry.add_chunker(chunker)

    def add_enricher(self, enricher: Enricher) -> None:
        """An enricher, as it is."""
        self._registry.add_enricher(enricher)

    def add_preprocessor(self, name: str, make: PreprocessorFactory) -> None:
        """A step before the search."""

        def guarded(tools: Tools) -> GuardedPreprocessor:
            return GuardedPreprocessor(name, self._guard(name, partial(make, tools), None))

        self._registry.add_preprocessor(name, guarded)

    def add_postprocessor(self, name: str, make: PostprocessorFactory) -> None:
        """A step after the search."""

        def guarded(tools: Tools) -> GuardedPostprocessor:
            guard = self._guard(name, partial(make, tools), self._longest_s)
            return GuardedPostprocessor(name, guard)

        self._registry.add_postprocessor(name, guarded)

    def add_scorer(self, name: str, make: ScorerFactory) -> None:
        """A reranker."""

        def guarded(tools: Tools) -> GuardedScorer:
            return GuardedScorer(name, self._guard(name, partial(make, tools), self._longest_s))

        self._registry.add_scorer(name, guarded)

    def _guard(self, name: str, make: Callable[[], S], longest_s: float | None) -> _Guard[S]:
        return _Guard(self._plugin, name, make, longest_s)


class _Late(Exception):
    """A step is not done although its time is over."""


@dataclass(frozen=True, slots=True)
class _Guard(Generic[S]):
    """A foreign step that is made when it is first asked. Whatever it does, only a
    `DesktopRagError` comes out, and neither that nor the log holds a word of what the step said: it
    may be the person's. `longest_s`: None where the one who asks keeps the time."""

    plugin: str
    name: str
    make: Callable[[], S]
    longest_s: float | None

    def run(self, use: Callable[[S], R]) -> R:
        """What `use` makes of the step. Raises an error of the same kind as the step's where the
        application knows that kind, `TimedOut`, else `PluginFailed`."""
        failed = f"The step {self.name} of the plug-in {self.plugin} failed."
        try:
            return _within(self.longest_s, lambda: use(self.make()))
        except NotUsable as error:
            _LOG.error("%s of plug-in %s gave back %s", self.name, self.plugin, error)
            raise PluginFailed(
                f"The step {self.name} of the plug-in {self.plugin} gave back what makes no "
                f"sense: {error}.",
                _REMEDY,
            ) from None
        except _Late:
            raise TimedOut(
                f"The step {self.name} of the plug-in {self.plugin} took longer than "
                f"{self.longest_s:g} s.",
                _REMEDY,
            ) from None
        except DesktopRagError as error:
            kind = next(
                k for k in type(error).__mro__ if k.__module__ == DesktopRagError.__module__
            )
            raise kind(failed, _REMEDY, detail=self._noted(error)) from None
        except BaseException as error:  # noqa: BLE001 - foreign code may also try to end the process
            raise PluginFailed(failed, _REMEDY, detail=self._noted(error)) from None

    def _noted(self, error: BaseException) -> str:
        """What kind of error it was and where it was raised, which is logged too."""
        what = f"{type(error).__name__} at {_place(error)}"
        _LOG.error("%s of plug-in %s: %s", self.name, self.plugin, what)
        return what


@dataclass(slots=True)
class GuardedPreprocessor:
    """Fills `ports.retrieval.Preprocessor`."""

    name: str
    guard: _Guard[Preprocessor]

    def prepare(self, query: Query) -> Query:
        """The query that the foreign step gives back, if it makes sense."""
        return self.guard.run(lambda step: usable_query(step.prepare(query), query))


@dataclass(slots=True)
class GuardedPostprocessor:
    """Fills `ports.retrieval.Postprocessor`."""

    name: str
    guard: _Guard[Postprocessor]

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits that the foreign step gives back, if they make sense."""
        return self.guard.run(lambda step: usable_hits(step.refine(query, _copies(hits)), hits))


@dataclass(slots=True)
class GuardedScorer:
    """Fills `ports.retrieval.Scorer`."""

    name: str
    guard: _Guard[Scorer]

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """The foreign scores, if there is a finite number for each passage."""
        return self.guard.run(
            lambda step: usable_scores(step.score(query, _copies(passages)), len(passages))
        )


def _copies(hits: Sequence[Hit]) -> list[Hit]:
    """Hits whose tiers a step may change without changing ours."""
    return [replace(hit, tiers=dict(hit.tiers)) for hit in hits]


def _within(seconds: float | None, act: Callable[[], R]) -> R:
    """What `act` returns or raises. It is waited for no longer than `seconds`, after which `_Late`
    is raised; it goes on in its thread, and what it returns then is dropped."""
    if seconds is None:
        return act()
    given: list[R] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            given.append(act())
        except BaseException as error:  # noqa: BLE001 - handed to the waiting thread below
            raised.append(error)

    thread = threading.Thread(
        target=copy_context().run, args=(run,), name="plug-in step", daemon=True
    )
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    if not given:
        raise _Late
    return given[0]


def _place(error: BaseException) -> str:
    """File and line: the last one in the file where the plug-in was entered."""
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    foreign = [place for place in places if place[0] != __file__] or places
    file = foreign[0][0]
    line = [line for entered, line in foreign if entered == file][-1]
    return f"{file}:{line}"
