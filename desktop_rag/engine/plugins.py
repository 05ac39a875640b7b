"""Built-in and foreign parts, all through the entry-point group `desktop_rag.plugins`."""

from __future__ import annotations

import importlib.metadata
import logging
from dataclasses import dataclass, field
from typing import TypeVar

from desktop_rag.engine.guarding import GuardedRegistry
from desktop_rag.ports.indexing import Chunker, Enricher
from desktop_rag.ports.reading import Reader
from desktop_rag.ports.registry import PostprocessorFactory, PreprocessorFactory, ScorerFactory

GROUP = "desktop_rag.plugins"
CHOSEN_RERANKERS = ("cross_encoder", "gguf_rerank")
"""Rerankers of which the person chooses the model; the desk makes them."""
_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(slots=True)
class Parts:
    """Everything that plug-ins brought, by name. Fills `ports.registry.Registry`."""

    readers: dict[str, Reader] = field(default_factory=dict)
    chunkers: dict[str, Chunker] = field(default_factory=dict)
    enrichers: dict[str, Enricher] = field(default_factory=dict)
    preprocessors: dict[str, PreprocessorFactory] = field(default_factory=dict)
    postprocessors: dict[str, PostprocessorFactory] = field(default_factory=dict)
    scorers: dict[str, ScorerFactory] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def chains(self) -> dict[str, tuple[str, ...]]:
        """Names to choose from, by the setting that takes them."""
        return {
            "retrieval.rerank": ("none", *sorted({*self.scorers, *CHOSEN_RERANKERS})),
            "retrieval.preprocessors": tuple(sorted(self.preprocessors)),
            "retrieval.postprocessors": tuple(sorted(self.postprocessors)),
        }

    def add_reader(self, reader: Reader) -> None:
        """A reader, under its name."""
        _put(self.readers, reader.name, reader)

    def add_chunker(self, chunker: Chunker) -> None:
        """A chunker, under its mode."""
        _put(self.chunkers, chunker.mode, chunker)

    def add_enricher(self, enricher: Enricher) -> None:
        """An enricher, under its name."""
        _put(self.enrichers, enricher.name, enricher)

    def add_preprocessor(self, name: str, make: PreprocessorFactory) -> None:
        """A step before the search."""
        _put(self.preprocessors, name, make)

    def add_postprocessor(self, name: str, make: PostprocessorFactory) -> None:
        """A step after the search."""
        _put(self.postprocessors, name, make)

    def add_scorer(self, name: str, make: ScorerFactory) -> None:
        """A reranker."""
        _put(self.scorers, name, make)


def load_parts() -> Parts:
    """Let every plug-in register. One that fails is named in `problems`; the others go on."""
    parts = Parts()
    points = importlib.metadata.entry_points(group=GROUP)
    for point in sorted(points, key=lambda p: (not p.value.startswith("desktop_rag."), p.name)):
        own = point.value.startswith("desktop_rag.")
        try:
            point.load()(parts if own else GuardedRegistry(point.name, parts))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code; we go on without it
            _LOG.exception("plug-in %s", point.name)
            why = str(error) or type(error).__name__
            parts.problems.append(
                f"The plug-in {point.name} could not be loaded: {why.rstrip('.')}."
            )
    return parts


def _put(table: dict[str, _T], name: str, value: _T) -> None:
    if name in table:
        raise ValueError(f"there is already a part called {name!r}")
    table[name] = value
