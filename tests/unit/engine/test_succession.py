"""Another embedder learns in the background; the old one serves until the new one knows all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from desktop_rag.domain.errors import ModelMissing
from desktop_rag.domain.query import Filters
from desktop_rag.engine.embedding import Meaning, MeaningTier
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.engine.succession import (
    Serving,
    Succeeding,
    Succession,
    note_serving,
    serving_embedder,
)
from desktop_rag.inference.token_vectors import TokenVectorCache
from desktop_rag.ports.clock import SystemClock
from desktop_rag.ports.embedding import Embedder, Vectors
from desktop_rag.stores.unembedded import Unembedded
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.fakes.fake_embedder import FakeEmbedder
from tests.unit.stores.library import Library

_TEXTS = [f"valve number {number} is painted blue" for number in range(200)]


class Watched(FakeEmbedder):
    """Tells before every batch."""

    def __init__(self, name: str, before: Callable[[], None], dimensions: int = 64) -> None:
        super().__init__(name, dimensions=dimensions)
        self._before = before

    def embed(self, texts: list[str]) -> Vectors:
        self._before()
        return super().embed(texts)


class World:
    """A library that an embedder called `old` serves, and what a succession needs."""

    def __init__(self, folder: Path) -> None:
        self.library = Library(folder)
        self.folder = folder
        self.old = FakeEmbedder("old")
        self.new: Embedder | None = FakeEmbedder("new", dimensions=96)
        self.wanted = "new"
        self.hub = EventHub()
        self.taken_up: list[str] = []
        for start in range(0, len(_TEXTS), 20):
            self.library.add(f"/docs/{start}.txt", *_TEXTS[start : start + 20])
        self.meaning = MeaningTier(lambda: self.open(self.old), lambda: None)
        self._learn_old()
        note_serving(self.library.catalogue, Serving("old", self.old.fingerprint))
        self.meaning.start()
        self.meaning.wait(60)
        self.succession = Succession(self._parts())

    def open(self, embedder: Embedder) -> Meaning:
        index = ChromaVectorIndex(
            self.folder / "vectors",
            self.library.database,
            embedder.fingerprint,
            embedder.dimensions,
        )
        index.open()
        return Meaning(embedder, TokenVectorCache(cast(FakeEmbedder, embedder), 1_000_000), index)

    def best(self, text: str) -> str:
        """The text that a search by meaning finds first, by whatever embedder serves."""
        embedder = self.meaning.embedder()
        assert embedder is not None
        match = self.meaning.search(embedder.embed_query(text), 1, Filters())[0]
        return self.library.documents.chunks([match.chunk])[match.chunk].text

    def notices(self) -> list[str]:
        return [notice.text for notice in self.hub._notices.values()]

    def close(self) -> None:
        self.succession.stop()
        self.meaning.close()
        self.library.close()

    def _learn_old(self) -> None:
        documents = self.library.documents
        for _chunk, _piece, key, text in documents.missing_vectors(self.old.fingerprint, 1000):
            documents.put_vectors(self.old.fingerprint, {key: self.old.embed([text])[0]})

    def _parts(self) -> Succeeding:
        return Succeeding(
            self.library.catalogue,
            self.library.documents,
            Unembedded(self.library.database),
            self.meaning,
            GivingWay(SystemClock()),
            self.hub,
            lambda: self.wanted,
            self._load,
            self.open,
            self.taken_up.append,
            lambda _embedder: None,
        )

    def _load(self, name: str) -> Embedder:
        if name == "old" or self.new is None:
            raise ModelMissing("There is no such embedder.", "Choose another.")
        return self.new


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "library")
    yield made
    made.close()


def test_the_old_embedder_serves_until_the_new_one_knows_everything(world: World) -> None:
    served: list[str] = []

    def look() -> None:
        assert world.best("valve number 7 is painted blue") == _TEXTS[7]
        embedder = world.meaning.embedder()
        assert embedder is not None
        served.append(embedder.name)

    world.new = Watched("new", look, dimensions=96)
    world.succession.begin()
    assert world.succession.wait(60)
    assert len(served) > 3
    assert set(served) == {"old"}
    assert world.meaning.embedder() is world.new
    assert world.best("valve number 77 is painted blue") == _TEXTS[77]
    index = world.meaning.index()
    assert index is not None
    assert index.count() == len(_TEXTS)
    assert index.check() == []
    assert serving_embedder(world.library.catalogue) == Serving("new", world.new.fingerprint)
    assert world.taken_up == [world.new.fingerprint]
    assert world.notices() == []
    assert len(list((world.folder / "vectors").glob("store-*"))) == 1


def test_choosing_the_old_one_again_calls_it_off(world: World) -> None:
    world.new = Watched("new", lambda: time.sleep(0.05))
    world.succession.begin()
    world.meaning.wait(1)
    time.sleep(0.1)
    assert "learns the library" in world.notices()[0]
    world.wanted = "old"
    world.succession.begin()
    assert world.succession.wait(60)
    assert world.meaning.embedder() is world.old
    assert world.notices() == []
    assert world.best("valve number 7 is painted blue") == _TEXTS[7]


def test_after_a_stop_only_the_rest_is_learnt(world: World) -> None:
    first = Watched("new", lambda: time.sleep(0.05))
    world.new = first
    world.succession.begin()
    while len(first.texts) < 60:
        time.sleep(0.01)
    world.succession.stop()
    learnt = len(first.texts)
    assert learnt < len(_TEXTS)
    again = FakeEmbedder("new")
    world.new = again
    world.succession.begin()
    assert world.succession.wait(60)
    assert len(again.texts) == len(_TEXTS) - learnt
    assert world.meaning.embedder() is again


def test_what_is_added_meanwhile_is_known_to_the_new_one_too(world: World) -> None:
    added: list[int] = []

    def add() -> None:
        if not added:
            added.append(world.library.add("/docs/late.txt", "a heron stands in the river"))

    world.new = Watched("new", add)
    world.succession.begin()
    assert world.succession.wait(60)
    assert world.best("a heron stands in the river") == "a heron stands in the river"


def test_an_embedder_that_is_not_there_leaves_the_old_one_serving(world: World) -> None:
    world.new = None
    world.succession.begin()
    assert world.succession.wait(60)
    assert world.meaning.embedder() is world.old
    assert world.notices() == ["There is no such embedder."]


def test_only_the_last_two_embedders_keep_their_vectors(world: World) -> None:
    world.succession.begin()
    assert world.succession.wait(60)
    world.new, world.wanted = FakeEmbedder("newest", dimensions=32), "newest"
    world.succession.begin()
    assert world.succession.wait(60)
    with world.library.database.read() as connection:
        kept = {row[0] for row in connection.execute("SELECT fingerprint FROM embedders")}
        assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (2 * len(_TEXTS),)
    assert kept == {"new-96-32", "newest-32-32"}
