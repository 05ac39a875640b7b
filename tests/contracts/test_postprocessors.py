"""What every step after the search keeps to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.query import Query
from desktop_rag.ports.retrieval import Postprocessor
from desktop_rag.retrieval.postprocessing.diversity import Diversity
from desktop_rag.retrieval.postprocessing.near_duplicates import NearDuplicates
from desktop_rag.retrieval.postprocessing.neighbours import Neighbours
from desktop_rag.retrieval.postprocessing.sections import Sections
from desktop_rag.retrieval.postprocessing.thresholds import AdaptiveThreshold, FixedThreshold
from tests.fakes.fake_indexes import FakeLibrary

_ALL: list[Callable[[], Postprocessor]] = [
    FixedThreshold,
    AdaptiveThreshold,
    Diversity,
    NearDuplicates,
    Neighbours,
    lambda: Sections(FakeLibrary()),
]
_QUERY = Query("x")
_STORY = "The relief valve of the pump opens at nine bar and closes again at seven bar pressure."


def _hits(*files: tuple[str, ...]) -> list[Hit]:
    """Hits on all chunks of these files (path, then texts), scores falling from 1."""
    library = FakeLibrary()
    chunks = [(path, chunk) for path, *texts in files for chunk in library.add(path, *texts)]
    return [Hit(chunk, FileRef(path, "/"), 1.0 - n / 10) for n, (path, chunk) in enumerate(chunks)]


@pytest.fixture(params=_ALL, ids=lambda make: make.__name__)
def step(request: pytest.FixtureRequest) -> Postprocessor:
    made: Postprocessor = request.param()
    return made


def test_no_hits_stay_no_hits(step: Postprocessor) -> None:
    assert step.refine(_QUERY, []) == []


def test_nothing_is_invented_and_the_order_stays(step: Postprocessor) -> None:
    hits = _hits(("/a", _STORY, "Second part."), ("/b", _STORY), ("/c", "Roses."))
    ids = [hit.chunk.id for hit in hits]
    kept = [hit.chunk.id for hit in step.refine(_QUERY, hits)]
    assert kept == [id for id in ids if id in set(kept)]


def test_the_list_that_was_given_is_not_changed(step: Postprocessor) -> None:
    hits = _hits(("/a", _STORY, "Second part."), ("/b", _STORY))
    before = list(hits)
    step.refine(_QUERY, hits)
    assert hits == before


def test_diversity_keeps_so_many_of_each_file() -> None:
    hits = _hits(("/a", "1", "2", "3"), ("/b", "4"))
    assert [h.chunk.text for h in Diversity(2).refine(_QUERY, hits)] == ["1", "2", "4"]


def test_a_near_duplicate_is_folded_into_the_better_hit() -> None:
    hits = _hits(("/a", _STORY), ("/b", _STORY + " Really."), ("/c", "Roses need water today."))
    first, second = NearDuplicates(0.8).refine(_QUERY, hits)
    assert first.file.path == "/a"
    assert first.file.also_at == ("/b",)
    assert second.file.path == "/c"


def test_neighbours_become_one_passage_over_both() -> None:
    hits = _hits(("/a", "First. ", "Second. ", "Third."), ("/b", "Other."))
    joined, other = Neighbours().refine(_QUERY, [hits[1], hits[3], hits[0], hits[2]])
    assert joined.chunk.text == "First. Second. Third."
    assert joined.chunk.place.chars == (0, 21)
    assert (joined.chunk.place.page, joined.chunk.place.last_page) == (1, 3)
    assert joined.chunk.id == hits[1].chunk.id
    assert other.chunk.text == "Other."


@pytest.mark.parametrize(
    "other",
    [
        {"place": {"sheet": "Lisbon"}},
        {"place": {"heading": ("Other",)}},
        {"place": {"record": 2}},
        {"place": {"slide": 2}},
        {"breadcrumb": ("Other",)},
    ],
)
def test_what_is_cited_otherwise_stays_apart(other: dict[str, Any]) -> None:
    first, second = _hits(("/a", "First. ", "Second. "))
    place = replace(second.chunk.place, **other.pop("place", {}))
    draft = replace(second.chunk.draft, place=place, **other)
    second = replace(second, chunk=replace(second.chunk, draft=draft))
    assert Neighbours().refine(_QUERY, [first, second]) == [first, second]
