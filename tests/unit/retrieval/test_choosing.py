"""Which hits are shown: the best passages, then many documents."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.hit import Hit, SearchResult
from desktop_rag.domain.place import Place
from desktop_rag.domain.query import Query
from desktop_rag.retrieval.choosing import BEST, choose
from desktop_rag.settings.retrieval import RetrievalSettings
from tests.unit.retrieval.bench import Bench, hit_of


def hit(id: int, document: int, record: int | None = None, *, data: bool = False) -> Hit:
    """A hit on a chunk of a document; `record` makes it a piece of data."""
    place = Place((id, id + 1), record=record)
    kind: ContentKind = "data" if data or record is not None else "document"
    return replace(hit_of(Chunk(id, document, ChunkDraft(id, "x", place, kind))), score=-id)


def chosen(hits: list[Hit], keep: int) -> list[int]:
    return [one.chunk.id for one in choose(hits, keep)]


def test_the_first_five_are_the_best_passages_of_whatever_document() -> None:
    hits = [hit(n, document=1) for n in range(6)] + [hit(6, document=2)]
    assert chosen(hits, 5) == [0, 1, 2, 3, 4]


def test_after_the_first_five_every_further_document_comes_before_more_of_the_same() -> None:
    hits = [hit(n, document=1) for n in range(10)] + [hit(10, 2), hit(11, 2), hit(12, 3)]
    assert chosen(hits, 7) == [0, 1, 2, 3, 4, 10, 12]


def test_places_that_are_left_go_to_more_of_the_same_in_the_order_of_the_hits() -> None:
    hits = [hit(n, document=1) for n in range(8)] + [hit(8, document=2)]
    assert chosen(hits, 8) == [0, 1, 2, 3, 4, 5, 6, 8]


def test_a_record_is_shown_once_among_the_first() -> None:
    hits = [hit(0, 1, data=True), hit(1, 1, data=True), hit(2, 2, data=True), hit(3, 2, data=True)]
    assert chosen(hits, 2) == [0, 2]


def test_records_of_one_list_are_different_things() -> None:
    hits = [hit(0, 1, record=0), hit(1, 1, record=0), hit(2, 1, record=1)]
    assert chosen(hits, 2) == [0, 2]


@given(
    st.lists(st.tuples(st.integers(1, 6), st.sampled_from([None, 0, 1, 2])), max_size=40),
    st.integers(1, 20),
)
def test_as_many_are_shown_as_can_be_in_their_order(
    made: list[tuple[int, int | None]], keep: int
) -> None:
    hits = [hit(n, document, record) for n, (document, record) in enumerate(made)]
    found = choose(hits, keep)
    assert len(found) == min(keep, len(hits))
    assert found == sorted(found, key=lambda one: -one.score)
    documents = {one.chunk.document for one in hits}
    if keep >= BEST + len(documents):
        assert {one.chunk.document for one in found} == documents


def test_a_long_list_reaches_documents_that_a_long_document_would_crowd_out(bench: Bench) -> None:
    bench.library.add("/docs/manual.pdf", *[f"pump pump pump page {n}" for n in range(60)])
    bench.library.add("/docs/note.md", "a pump")
    paths = {one.file.path for one in bench.search("pump", keep=10).hits}
    assert {"/docs/manual.pdf", "/docs/note.md", "/docs/pump.pdf"} <= paths
    narrow = bench.search("pump", RetrievalSettings(spread=False), keep=10)
    assert {one.file.path for one in narrow.hits} == {"/docs/manual.pdf"}


def test_a_long_record_leaves_places_to_others(bench: Bench) -> None:
    bench.library.add(
        "/data/one.json", *[f"pump pump pump part {n}" for n in range(30)], kind="data"
    )
    bench.library.add("/data/two.json", "a pump", kind="data")
    hits = bench.search("pump", keep=3).hits
    assert len({one.file.path for one in hits}) == 3


def test_a_tier_that_one_record_fills_is_asked_for_more(bench: Bench) -> None:
    bench.library.add(
        "/data/one.json", *[f"pump pump pump part {n}" for n in range(300)], kind="data"
    )
    for n in range(20):
        bench.library.add(f"/data/{n}.json", f"a pump number {n}", kind="data")
    hits = bench.search("pump", keep=20).hits
    assert len({one.file.path for one in hits}) == 20
    crowded = bench.search("pump", RetrievalSettings(spread=False), keep=20).hits
    assert len({one.file.path for one in crowded}) == 1


def test_what_words_find_first_is_not_spread_either_when_that_is_off(bench: Bench) -> None:
    bench.library.add("/data/one.json", *["pump alpha beta"] * 5, kind="data")
    early: list[SearchResult] = []
    settings = RetrievalSettings(spread=False)
    bench.pipeline().search(Query("pump alpha beta", keep=3), settings, on_partial=early.append)
    assert {one.file.path for one in early[0].hits} == {"/data/one.json"}


def test_the_scores_of_a_long_list_never_rise(bench: Bench) -> None:
    bench.library.add("/docs/manual.pdf", *[f"pump page {n}" for n in range(60)])
    scores = [one.score for one in bench.search("pump", keep=20).hits]
    assert len(scores) == 20
    assert scores == sorted(scores, reverse=True)
