"""A plug-in for Desktop RAG: one step of each kind.

It imports only `desktop_rag.ports` and `desktop_rag.domain`. Once it is installed beside the
application, its steps can be named in the settings under Finding and with `--set`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query, QueryVariant
from desktop_rag.ports.registry import Registry

LONG = {"rpm": "revolutions per minute", "psi": "pounds per square inch"}


def register(registry: Registry) -> None:
    """What the entry point names: put every part where the application finds it."""
    registry.add_preprocessor("spell_out", lambda tools: SpellOut())
    registry.add_postprocessor("newest_first", lambda tools: NewestFirst())
    registry.add_scorer("shortest_first", lambda tools: ShortestFirst())


class SpellOut:
    """Searches also for what abbreviations stand for."""

    name = "spell_out"

    def prepare(self, query: Query) -> Query:
        """The query with another wording, when it holds an abbreviation known here."""
        words = [LONG.get(word.lower(), word) for word in query.text.split()]
        wording = " ".join(words)
        if wording == query.text:
            return query
        variant = QueryVariant(wording, "question", 0.5, self.name)
        return replace(query, variants=(*query.variants, variant))


class NewestFirst:
    """Orders the hits by when their files were last changed."""

    name = "newest_first"

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The same hits, those of the newest file first."""
        return sorted(hits, key=lambda hit: -hit.file.modified)


class ShortestFirst:
    """Prefers short passages."""

    name = "shortest_first"

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """Minus the passage's length in characters."""
        return [-float(len(hit.chunk.text)) for hit in passages]
