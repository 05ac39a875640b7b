"""Widening a hit to its section."""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
from desktop_rag.retrieval.postprocessing.sections import Sections
from tests.fakes.fake_indexes import FakeLibrary
from tests.unit.retrieval.bench import hit_of


def widen(library: FakeLibrary, *chunks: Chunk, longest: int = 4000) -> list[Hit]:
    hits = [hit_of(chunk, 1.0 - n / 10) for n, chunk in enumerate(chunks)]
    return Sections(library, longest).refine(Query("x"), hits)


def test_a_hit_is_widened_to_the_chunks_of_its_section() -> None:
    library = FakeLibrary()
    one, two, three = library.add("/a", "Step one. ", "Step two. ", "Step three.")
    (hit,) = widen(library, two)
    assert hit.chunk.text == "Step one. Step two. Step three."
    assert hit.chunk.id == two.id
    assert hit.chunk.place.chars == (one.place.chars[0], three.place.chars[1])
    assert (hit.chunk.place.page, hit.chunk.place.last_page) == (1, 3)


def test_another_section_is_left_alone() -> None:
    library = FakeLibrary()
    one, two, three = library.add("/a", "Before. ", "Step one. ", "After.")
    for chunk in (one, three):
        moved = replace(chunk, draft=chunk.draft.with_breadcrumb(("Elsewhere",)))
        library.put(moved)
    (hit,) = widen(library, two)
    assert hit.chunk == two


def test_a_passage_grows_no_longer_than_it_may() -> None:
    library = FakeLibrary()
    first, *_ = library.add("/a", "Step one. ", "Step two. ", "Step three.")
    (hit,) = widen(library, first, longest=22)
    assert hit.chunk.text == "Step one. Step two. "


def test_a_hit_inside_a_better_ones_passage_is_folded_into_it() -> None:
    library = FakeLibrary()
    one, two = library.add("/a", "Step one. ", "Step two. ")
    assert [hit.chunk.text for hit in widen(library, two, one)] == ["Step one. Step two. "]


def test_two_hits_never_share_a_chunk() -> None:
    library = FakeLibrary()
    one, _, three = library.add("/a", "A" * 9 + " ", "B" * 9 + " ", "C" * 9 + " ")
    texts = [hit.chunk.text for hit in widen(library, one, three, longest=25)]
    assert texts == ["AAAAAAAAA BBBBBBBBB ", "CCCCCCCCC "]
