"""What is found by words is learnt for search by meaning, in an order that keeps nobody waiting."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.errors import ModelMissing
from desktop_rag.domain.place import Place
from desktop_rag.domain.source import FileStamp
from desktop_rag.engine.embedding import Meaning, MeaningTier
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.engine.learning import Learner, Learning
from desktop_rag.ports.clock import SystemClock
from desktop_rag.ports.embedding import Vectors
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import Piece, PreparedChunk
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.unembedded import Unembedded
from tests.fakes.fake_embedder import FakeEmbedder


class GatedEmbedder(FakeEmbedder):
    """Embeds only while a test lets it, and never a text with the word `cursed`."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()

    def embed(self, texts: list[str]) -> Vectors:
        self.gate.wait(10)
        if any("cursed" in text for text in texts):
            raise RuntimeError("the model gave up")
        return super().embed(texts)


class WholeTexts:
    """A span embedder whose vectors are those of the whole text; remembers what it was given."""

    def __init__(self, embedder: FakeEmbedder) -> None:
        self._embedder = embedder
        self.given: list[list[str]] = []

    def embed_spans(self, text: str, spans: Sequence[tuple[int, int]]) -> Vectors:
        self.given.append([text[start:end] for start, end in spans])
        return np.stack([self._embedder.embed_query(text)] * len(spans))


class CountingIndex:
    """A vector index that notes how often it was told to follow."""

    def __init__(self) -> None:
        self.followed = 0

    def apply_outbox(self, limit: int = 2000) -> int:
        self.followed += 1
        return 0

    def close(self) -> None:
        return


class World:
    """A learner over a real library, with an embedder that a test holds back."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(folder / "library.sqlite3")
        self.database.open()
        self.clock = SystemClock()
        self.catalogue = Catalogue(self.database, self.clock)
        self.documents = Documents(self.database, self.clock)
        self.root = self.catalogue.add_root("/made")
        self.embedder = GatedEmbedder()
        self.index = CountingIndex()
        self.meaning = MeaningTier(self._load, lambda: None)
        self.giving_way = GivingWay(self.clock)
        self.problem: ModelMissing | None = None
        self.spans: WholeTexts | None = None
        self.learner = self.new_learner()

    def new_learner(self) -> Learner:
        return Learner(
            Learning(
                self.catalogue,
                self.documents,
                Unembedded(self.database),
                self.meaning,
                self.giving_way,
                self.clock,
                lambda: None,
            )
        )

    def add(self, name: str, *texts: str, strategy: str = "s") -> int:
        """A document that is found by words."""
        path, stamp = f"/made/{name}", FileStamp(1, 1, 1)
        self.catalogue.note_waiting(self.root.id, [(path, stamp)])
        document = self.documents.begin(hashlib.sha256(name.encode()).hexdigest(), strategy, "")
        chunks = [_chunk(number, text) for number, text in enumerate(texts)]
        self.documents.append(document, chunks, [])
        facts = DocumentFacts("text/plain", "document")
        self.documents.finish(document, facts, mode="document", path=path, stamp=stamp)
        return document

    def run(self) -> None:
        """Start everything and let the embedder work until all is learnt."""
        self.meaning.start()
        self.learner.start()
        self.embedder.gate.set()
        until(lambda: self.learner.waiting() == 0)

    def missing(self) -> list[str]:
        found = self.documents.missing_vectors(self.embedder.fingerprint)
        return sorted(text for _chunk, _piece, _hash, text in found)

    def close(self) -> None:
        self.embedder.gate.set()
        self.learner.stop()
        self.meaning.close()
        self.database.close()

    def _load(self) -> Meaning:
        if self.problem:
            raise self.problem
        index: Any = self.index
        vectors: Any = None
        return Meaning(self.embedder, vectors, index, self.spans)


def _chunk(number: int, text: str) -> PreparedChunk:
    draft = ChunkDraft(number, text, Place((number * 100, number * 100 + len(text))), "document")
    return PreparedChunk(draft, (Piece(hashlib.sha256(text.encode()).digest(), 0, len(text)),))


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.01)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.close()


def test_what_is_not_learnt_yet_is_counted(world: World) -> None:
    world.learner.add(world.add("a.txt", "blue kettle", "red pan"), 2)
    world.meaning.start()
    world.learner.start()
    assert world.learner.waiting() == 2
    assert world.documents.counts() == (1, 2, 2)  # and it is found by words meanwhile
    world.embedder.gate.set()
    until(lambda: world.learner.waiting() == 0)
    assert world.missing() == []
    assert world.catalogue.work()["chunks_embedded"] == 2
    assert world.index.followed > 0


def test_a_small_document_need_not_wait_for_a_long_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_rag.engine.learning._WINDOW_TEXTS", 4)
    log = [f"line {number}" for number in range(40)]
    world.learner.add(world.add("long.log", *log), len(log))
    world.learner.add(world.add("note.txt", "okapi"), 1)
    world.run()
    assert world.embedder.texts.index("okapi") < 4
    assert sorted(world.embedder.texts) == sorted([*log, "okapi"])


def test_a_text_in_two_documents_is_embedded_once(world: World) -> None:
    world.learner.add(world.add("a.txt", "the same", "blue"), 2)
    world.learner.add(world.add("b.txt", "the same", "red"), 2)
    world.run()
    assert sorted(world.embedder.texts) == ["blue", "red", "the same"]


def test_a_text_that_cannot_be_embedded_does_not_stop_the_others(world: World) -> None:
    world.learner.add(world.add("a.txt", "blue", "cursed", "red"), 3)
    world.run()
    assert world.missing() == ["cursed"]


def test_what_an_earlier_run_left_is_taken_up(world: World) -> None:
    world.add("a.txt", "blue", "red")
    world.learner.take_up(world.embedder.fingerprint)
    assert world.learner.waiting() == 2
    world.run()
    assert world.missing() == []


def test_a_text_cut_for_another_embedder_gets_the_mean_of_its_parts(world: World) -> None:
    words = "kettle " * 20 + "pan " * 40
    world.learner.add(world.add("a.txt", words.strip()), 1)
    world.run()
    with world.database.read() as connection:
        [(blob,)] = connection.execute("SELECT vector FROM vectors").fetchall()
    vector = np.frombuffer(blob, "<f2").astype(np.float32)
    kettle, pan = world.embedder.embed(["kettle"])[0], world.embedder.embed(["pan"])[0]
    assert min(vector @ kettle, vector @ pan) > 0.3


def test_nothing_is_learnt_while_somebody_waits_for_an_answer(world: World) -> None:
    with world.giving_way.asked():
        world.learner.add(world.add("a.txt", "blue"), 1)
        world.meaning.start()
        world.learner.start()
        world.embedder.gate.set()
        time.sleep(0.3)
        assert world.missing() == ["blue"]
    until(lambda: world.learner.waiting() == 0)
    assert world.missing() == []


def test_nothing_is_learnt_while_indexing_is_paused(world: World) -> None:
    world.learner.pause()
    world.learner.add(world.add("a.txt", "blue"), 1)
    world.meaning.start()
    world.learner.start()
    world.embedder.gate.set()
    time.sleep(0.3)
    assert world.missing() == ["blue"]
    world.learner.resume()
    until(lambda: world.learner.waiting() == 0)
    assert world.missing() == []


def test_without_an_embedder_nothing_is_waited_for(world: World) -> None:
    world.problem = ModelMissing("There is no embedder.", "Choose one.")
    world.learner.add(world.add("a.txt", "blue"), 1)
    world.meaning.start()
    world.learner.start()
    until(lambda: world.learner.waiting() == 0)
    assert world.missing() == ["blue"]


def test_a_document_that_went_away_is_not_waited_for(world: World) -> None:
    world.learner.add(world.add("a.txt", "blue"), 1)
    world.catalogue.forget(["/made/a.txt"])
    world.run()
    assert world.embedder.texts == []


def test_late_chunking_embeds_passages_with_their_document_in_view(world: World) -> None:
    world.spans = WholeTexts(world.embedder)
    texts = [f"step {number}" for number in range(70)]
    world.learner.add(world.add("a.txt", *texts, strategy="s late@1"), len(texts))
    world.learner.add(world.add("b.txt", "alone"), 1)
    world.run()
    assert [text for given in world.spans.given for text in given] == texts
    assert world.embedder.texts == ["alone"]
    assert world.missing() == []


def test_where_the_embedder_is_not_fit_for_late_chunking_each_passage_is_embedded(
    world: World,
) -> None:
    world.learner.add(world.add("a.txt", "blue", "red", strategy="s late@1"), 2)
    world.run()
    assert sorted(world.embedder.texts) == ["blue", "red"]
    assert world.missing() == []
