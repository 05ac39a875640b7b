"""A place is called the same in the window, at the terminal and in exports."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_rag.answering.sourcing import describe_place
from desktop_rag.cli.wording import place_text
from desktop_rag.domain.answer import Source
from desktop_rag.domain.place import Place
from desktop_rag.gui.state.words import place_words
from tests.unit.cli.values import hit


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place((0, 9), record=6, lines=(8, 8)), "record 7"),
        (Place((0, 9), sheet="Parts", record=0), "sheet Parts, record 1"),
        (Place((0, 9), sheet="Parts"), "sheet Parts"),
        (Place((0, 9), lines=(3, 9)), "lines 3–9"),
        (Place((0, 9), slide=2), "slide 2"),
    ],
)
def test_a_place_is_called_the_same_everywhere(place: Place, said: str) -> None:
    base = hit("/docs/parts.csv", page=None)
    chunk = replace(base.chunk, draft=replace(base.chunk.draft, place=place))
    found = replace(base, chunk=chunk, focus=None)
    assert place_words(place) == said
    assert place_text(found) == f"parts.csv, {said}"
    assert describe_place(Source(1, found), "en") == f"parts.csv, {said}"
