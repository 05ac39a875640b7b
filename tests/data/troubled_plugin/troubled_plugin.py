"""Steps that break, and a registration that tries to end the process."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
from desktop_rag.ports.registry import Registry, Tools


def register(registry: Registry) -> None:
    """One step that raises, one that cannot be made, one of each that gives nonsense back."""
    registry.add_preprocessor("divides_by_zero", lambda tools: DividesByZero())
    registry.add_postprocessor("cannot_be_made", _cannot_be_made)
    registry.add_postprocessor("gives_nothing", lambda tools: GivesNothing())
    registry.add_scorer("scores_nonsense", lambda tools: ScoresNonsense())


def leave(registry: Registry) -> None:
    """Ends the process, as a script would."""
    sys.exit("I am a script")


class DividesByZero:
    """Raises."""

    name = "divides_by_zero"

    def prepare(self, query: Query) -> Query:
        """Raises `ZeroDivisionError`."""
        raise ZeroDivisionError("division by zero")


class GivesNothing:
    """Forgets to return the hits."""

    name = "gives_nothing"

    def refine(self, query: Query, hits: list[Hit]) -> Any:
        """None."""


class ScoresNonsense:
    """Not a number."""

    name = "scores_nonsense"

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """NaN for each."""
        return [float("nan")] * len(passages)


def _cannot_be_made(tools: Tools) -> Any:
    raise KeyError("a file that it needs")
