from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.domain.errors import SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.stores.chroma_store import ChromaStore
from desktop_rag.stores.health import examine
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.unit.stores.library import DIMENSIONS, FINGERPRINT, Library, vector_of


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library(tmp_path / "library")
    yield made
    made.close()


@pytest.fixture
def index(library: Library) -> Iterator[ChromaVectorIndex]:
    made = index_of(library)
    yield made
    made.close()


def index_of(library: Library, fingerprint: str = FINGERPRINT) -> ChromaVectorIndex:
    return ChromaVectorIndex(library.folder / "vectors", library.database, fingerprint, DIMENSIONS)


def fill(library: Library, count: int = 300, folder: str = "many") -> None:
    for start in range(0, count, 50):
        texts = [f"{folder} text {number}" for number in range(start, start + 50)]
        library.add(f"/docs/{folder}/{start}.txt", *texts)


def apply_all(index: ChromaVectorIndex) -> None:
    while index.apply_outbox(100):
        pass


def texts(library: Library, index: ChromaVectorIndex, text: str, filters: Filters) -> list[str]:
    matches = index.search(vector_of(text), 5, filters)
    chunks = library.documents.chunks([match.chunk for match in matches])
    return [chunks[match.chunk].text for match in matches]


def test_before_it_is_open_a_search_says_so(index: ChromaVectorIndex) -> None:
    assert index.apply_outbox() == 0
    with pytest.raises(SearchFailed):
        index.search(vector_of("x"), 5, Filters())


def test_changes_are_seen_before_and_after_they_are_taken_over(
    library: Library, index: ChromaVectorIndex
) -> None:
    assert index.open() == "created"
    fill(library)
    for _ in range(2):
        assert texts(library, index, "many text 77", Filters())[0] == "many text 77"
        apply_all(index)
    assert index.count() == 300
    library.catalogue.forget(["/docs/many/50.txt"])
    for _ in range(2):
        assert "many text 77" not in texts(library, index, "many text 77", Filters())
        apply_all(index)
    assert index.count() == 250
    assert index.check() == []


def test_filters_apply_before_ranking_and_equal_an_exact_search(
    library: Library, index: ChromaVectorIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.open()
    fill(library, 500, "large")
    fill(library, 50, "small")
    apply_all(index)
    query, small = vector_of("large text 3"), Filters(under=("/docs/small",))
    exact = index.search(query, 5, small)
    assert len(exact) == 5
    monkeypatch.setattr("desktop_rag.stores.vector_index._EXACT_UP_TO", 0)
    assert [m.chunk for m in index.search(query, 5, small)] == [m.chunk for m in exact]
    everything = index.search(query, 5, Filters(under=("/docs",)))
    assert [m.chunk for m in everything] == [m.chunk for m in index.search(query, 5, Filters())]


def test_after_deletes_and_updates_every_live_chunk_is_found_by_its_own_vector(
    library: Library, index: ChromaVectorIndex
) -> None:
    index.open()
    fill(library, 4000)
    apply_all(index)
    library.catalogue.forget([f"/docs/many/{start}.txt" for start in range(0, 4000, 100)])
    apply_all(index)
    live = [f"many text {start + n}" for start in range(50, 4000, 100) for n in range(50)]
    for start in range(50, 4000, 300):  # a third of the files says something else now
        changed = [f"changed text {number}" for number in range(start, start + 50)]
        library.add(f"/docs/many/{start}.txt", *changed)
        live = [text for text in live if text not in _texts_of(start)] + changed
    apply_all(index)
    assert index.count() == len(live) == 2000
    for _ in range(2):
        assert index.check() == []  # each by its own vector
        for text in live[::25]:
            assert texts(library, index, text, Filters())[0] == text
        index.close()
        assert index.open() == "ready"


def _texts_of(start: int) -> set[str]:
    return {f"many text {number}" for number in range(start, start + 50)}


def test_a_vector_that_is_there_is_not_written_again(
    library: Library, index: ChromaVectorIndex
) -> None:
    # hnswlib moves a point in place, and others can lose their only way in
    index.open()
    store = ChromaStore(library.folder / "vectors" / "store-own", "own")
    store.open(create=True)
    store.put(["1.0", "2.0"], np.stack([vector_of("one"), vector_of("two")]))
    store.put(["2.0", "3.0"], np.stack([vector_of("other"), vector_of("three")]))
    assert store.count() == 3
    assert store.nearest(vector_of("two"), 1)[0] == ("2.0", pytest.approx(1.0, abs=1e-5))
    assert store.nearest(vector_of("three"), 1)[0][0] == "3.0"
    store.close()


def test_vectors_that_no_search_reaches_are_noticed_and_put_in_anew(
    library: Library, index: ChromaVectorIndex
) -> None:
    index.open()
    fill(library, 1200)
    apply_all(index)
    while index.tend():
        pass
    _displace(index, count=30)
    assert [(d.kind, d.count) for d in index.check()] == [("unreachable", 30)]
    fill(library, 50, "more")
    apply_all(index)
    while index.tend():
        pass
    assert index.check() == []
    assert texts(library, index, "many text 3", Filters())[0] == "many text 3"


@pytest.mark.parametrize(("lost", "opened"), [(80, "ready"), (390, "rebuilt")])
def test_a_store_is_built_again_at_a_start_only_when_most_of_it_is_lost(
    library: Library, index: ChromaVectorIndex, lost: int, opened: str
) -> None:
    index.open()
    fill(library, 400)
    apply_all(index)
    _displace(index, count=lost)
    index.close()
    again = index_of(library)
    assert again.open() == opened
    while again.tend():
        pass
    assert again.check() == []
    again.close()


def _displace(index: ChromaVectorIndex, count: int) -> None:
    """Move points away from where their vectors say."""
    assert index._store is not None
    wrong = np.stack([vector_of(f"wrong {number}") for number in range(count)])
    names = [f"{chunk}.0" for chunk in range(1, 1 + count)]
    index._store._open().update(ids=names, embeddings=wrong)


def test_a_vector_that_can_never_be_reached_costs_no_rest(
    library: Library, index: ChromaVectorIndex
) -> None:
    index.open()
    fill(library, 100)
    with library.database.write() as connection:
        nothing = np.zeros(DIMENSIONS, "<f2").tobytes()
        connection.execute("UPDATE vectors SET vector = ? WHERE id = 7", (nothing,))
    apply_all(index)
    while index.tend():
        pass
    assert index.check() == []
    assert len(index.search(vector_of("many text 3"), 100, Filters())) == 100


def test_a_store_that_deletions_wore_out_is_built_again_while_it_serves(
    library: Library, index: ChromaVectorIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_rag.stores.vector_index._WORN_FROM", 100)
    index.open()
    fill(library, 300)
    apply_all(index)
    (old,) = (library.folder / "vectors").glob("store-*")
    library.catalogue.forget([f"/docs/many/{start}.txt" for start in range(0, 250, 50)])
    apply_all(index)
    while index.tend():
        pass
    (new,) = (library.folder / "vectors").glob("store-*")
    assert new != old
    assert index.count() == 50
    assert texts(library, index, "many text 270", Filters())[0] == "many text 270"


def test_a_file_of_many_thousand_chunks_comes_and_goes_in_batches(
    library: Library, index: ChromaVectorIndex
) -> None:
    index.open()
    library.add("/docs/long.txt", *(f"long text {number}" for number in range(5600)))
    while index.apply_outbox(10_000):  # more at once than a call of Chroma takes
        pass
    assert index.count() == 5600
    chunks = [match.chunk for match in index.search(vector_of("x"), 5600, Filters())]
    assert len(library.documents.chunks(chunks)) == 5600
    library.catalogue.remove_root(library.root.id)
    while index.apply_outbox(10_000):
        pass
    assert index.count() == 0
    assert library.documents.counts() == (0, 0, 0)
    assert index.check() == []


def _delete(store: Path) -> None:
    shutil.rmtree(store)


def _truncate(store: Path) -> None:
    for file in store.rglob("*"):
        if file.is_file():
            os.truncate(file, file.stat().st_size // 3)


def _overwrite(store: Path) -> None:
    dice = np.random.default_rng(1)
    for file in store.rglob("*"):
        if file.is_file():
            file.write_bytes(dice.bytes(file.stat().st_size))


def _overwrite_vectors(store: Path) -> None:
    (level,) = store.rglob("data_level0.bin")
    level.write_bytes(np.random.default_rng(1).bytes(level.stat().st_size))


@pytest.mark.parametrize("damage", [_delete, _truncate, _overwrite, _overwrite_vectors])
def test_a_destroyed_store_is_noticed_and_built_again_without_embedding(
    library: Library, index: ChromaVectorIndex, damage: object
) -> None:
    index.open()
    fill(library, 1200)
    apply_all(index)
    index.close()
    (store,) = (library.folder / "vectors").glob("store-*")
    damage(store)  # type: ignore[operator]
    assert index.open() == "rebuilt"
    assert index.count() == 1200
    assert index.check() == []
    assert len(list((library.folder / "vectors").glob("store-*"))) == 1


def test_the_doctor_mends_ghosts_and_gaps(library: Library, index: ChromaVectorIndex) -> None:
    index.open()
    fill(library, 100)
    apply_all(index)
    with library.database.write() as connection:
        connection.execute("DELETE FROM pieces WHERE chunk = 1")
    assert [d.kind for d in index.check()] == ["ghost"]
    states = {f.what: f.state for f in examine(library.database, index, repair=True)}
    assert states["vector store"] == "repaired"
    assert {f.state for f in examine(library.database, index, repair=False)} == {"ok"}


def test_another_embedder_has_a_store_of_its_own_and_the_old_goes_on(
    library: Library, index: ChromaVectorIndex
) -> None:
    index.open()
    fill(library, 100)
    apply_all(index)
    other = index_of(library, "other")
    missing = library.documents.missing_vectors("other", 1000)
    assert len(missing) == 100
    library.documents.put_vectors("other", {h: vector_of(text + "!") for _, _, h, text in missing})
    assert library.documents.missing_vectors("other") == []
    assert other.open() == "created"
    library.add("/docs/late.txt", "late text")
    for one in (index, other):
        apply_all(one)
    assert (index.count(), other.count()) == (101, 100)
    assert texts(library, index, "many text 7", Filters())[0] == "many text 7"
    assert texts(library, other, "many text 7!", Filters())[0] == "many text 7"
    index.drop()
    assert len(list((library.folder / "vectors").glob("store-*"))) == 1
    other.close()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_after_close_no_file_of_the_store_is_open(
    library: Library, index: ChromaVectorIndex
) -> None:
    index.open()
    fill(library, 100)
    apply_all(index)
    index.close()
    deadline = time.monotonic() + 10  # Chroma's own pool lets go a moment later
    while _open_under(library.folder / "vectors"):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _open_under(folder: Path) -> list[str]:
    found = []
    for handle in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(f"/proc/self/fd/{handle}"))
    return [path for path in found if str(folder) in path]


def test_the_store_is_private(library: Library, index: ChromaVectorIndex) -> None:
    index.open()
    (store,) = (library.folder / "vectors").glob("store-*")
    assert store.stat().st_mode & 0o077 == 0
    assert (library.folder / "vectors").stat().st_mode & 0o077 == 0


def test_a_rebuilt_store_leaves_no_changes_waiting(
    library: Library, index: ChromaVectorIndex
) -> None:
    index.open()
    fill(library)
    index.rebuild()
    assert index.apply_outbox() == 0
    with library.database.read() as connection:
        assert connection.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
