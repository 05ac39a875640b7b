"""Foreign steps of a search: whatever they do, the search goes on and the person is told."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from desktop_rag.domain.errors import DesktopRagError, PluginFailed
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
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
S = TypeVar("S")
R = TypeVar("R")


class GuardedRegistry:
    """The registry as a foreign plug-in sees it: the steps it adds are guarded."""

    def __init__(self, plugin: str, registry: Registry) -> None:
        self._plugin = plugin
        self._registry = registry

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
        guarded = partial(_preprocessor, self._plugin, name, make)
        self._registry.add_preprocessor(name, guarded)

    def add_postprocessor(self, name: str, make: PostprocessorFactory) -> None:
        """A step after the search."""
        guarded = partial(_postprocessor, self._plugin, name, make)
        self._registry.add_postprocessor(name, guarded)

    def add_scorer(self, name: str, make: ScorerFactory) -> None:
        """A reranker."""
        self._registry.add_scorer(name, partial(_scorer, self._plugin, name, make))


@dataclass(frozen=True, slots=True)
class _Guard(Generic[S]):
    """A foreign step that is made when it is first asked; what it raises becomes `PluginFailed`."""

    plugin: str
    name: str
    make: Callable[[], S]

    def run(self, use: Callable[[S], R]) -> R:
        try:
            return use(self.make())
        except DesktopRagError:
            raise
        except Exception as error:
            _LOG.exception("%s of plug-in %s", self.name, self.plugin)
            raise self.failed(f"{type(error).__name__}: {error}") from error

    def failed(self, why: str) -> PluginFailed:
        return PluginFailed(
            f"The step {self.name} of the plug-in {self.plugin} failed.",
            "Leave it out in the settings, or mend the plug-in.",
            detail=why,
        )


@dataclass(slots=True)
class GuardedPreprocessor:
    """Fills `ports.retrieval.Preprocessor`."""

    name: str
    guard: _Guard[Preprocessor]

    def prepare(self, query: Query) -> Query:
        """The query that the foreign step gives back, if it is one with the person's own text."""
        prepared = self.guard.run(lambda step: step.prepare(query))
        if not isinstance(prepared, Query) or prepared.text != query.text:
            raise self.guard.failed("it must give the query back with its own text")
        return prepared


@dataclass(slots=True)
class GuardedPostprocessor:
    """Fills `ports.retrieval.Postprocessor`."""

    name: str
    guard: _Guard[Postprocessor]

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits that the foreign step gives back, if they are hits."""
        refined = self.guard.run(lambda step: step.refine(query, list(hits)))
        if not isinstance(refined, list) or not all(isinstance(hit, Hit) for hit in refined):
            raise self.guard.failed("it must give a list of hits back")
        return refined


@dataclass(slots=True)
class GuardedScorer:
    """Fills `ports.retrieval.Scorer`."""

    name: str
    guard: _Guard[Scorer]

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """The foreign scores, if there is a finite number for each passage."""
        scores = self.guard.run(
            lambda step: [float(score) for score in step.score(query, passages)]
        )
        if len(scores) != len(passages) or not all(map(math.isfinite, scores)):
            raise self.guard.failed("it must give one finite number for each passage")
        return scores


def _preprocessor(
    plugin: str, name: str, make: PreprocessorFactory, tools: Tools
) -> GuardedPreprocessor:
    return GuardedPreprocessor(name, _Guard(plugin, name, partial(make, tools)))


def _postprocessor(
    plugin: str, name: str, make: PostprocessorFactory, tools: Tools
) -> GuardedPostprocessor:
    return GuardedPostprocessor(name, _Guard(plugin, name, partial(make, tools)))


def _scorer(plugin: str, name: str, make: ScorerFactory, tools: Tools) -> GuardedScorer:
    return GuardedScorer(name, _Guard(plugin, name, partial(make, tools)))
