"""What is found by words only is found again, document by document."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.place import Place
from desktop_rag.domain.source import FileStamp
from desktop_rag.ports.clock import SystemClock
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import Piece, PreparedChunk
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.unembedded import Unembedded

_TEXT = "One two. Three four. Five six. Seven eight."
_CUTS = [(0, 8), (4, 20), (16, 30), (26, 43)]  # each repeats four characters of the one before


class World:
    def __init__(self, folder: Path) -> None:
        self.database = Database(folder / "library.sqlite3")
        self.database.open()
        self.documents = Documents(self.database, SystemClock())
        self.catalogue = Catalogue(self.database, SystemClock())
        self.unembedded = Unembedded(self.database)

    def add(self, strategy: str) -> int:
        stamp = FileStamp(1, 1, 1)
        self.catalogue.note_waiting(self.catalogue.add_root("/made").id, [("/made/a.txt", stamp)])
        document = self.documents.begin("hash", strategy, "")
        chunks = []
        for number, (start, end) in enumerate(_CUTS):
            text = _TEXT[start:end]
            overlap = 4 if number else 0
            draft = ChunkDraft(number, text, Place((start, end)), "document", overlap)
            chunks.append(PreparedChunk(draft, (Piece(_hash(text), 0, len(text)),)))
        self.documents.append(document, chunks, [])
        facts = DocumentFacts("text/plain", "document")
        self.documents.finish(document, facts, mode="document", path="/made/a.txt", stamp=stamp)
        return document

    def learn(self, *numbers: int) -> None:
        texts = [_TEXT[slice(*_CUTS[number])] for number in numbers]
        self.documents.put_vectors("e", {_hash(text): np.ones(4, np.float32) for text in texts})


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.database.close()


def test_texts_without_a_vector_come_chunk_by_chunk(world: World) -> None:
    document = world.add("txt@1")
    world.learn(1)
    assert world.unembedded.documents("e") == [(document, 3)]
    first = world.unembedded.texts(document, "e", -1, 2)
    assert (list(first.texts.values()), first.reached, first.more) == (["One two."], 1, True)
    rest = world.unembedded.texts(document, "e", first.reached, 2)
    assert (list(rest.texts.values()), rest.more) == ([_TEXT[16:30], _TEXT[26:43]], False)
    assert rest.spans == ()


def test_a_document_embedded_as_a_whole_comes_with_the_text_around_and_nothing_twice(
    world: World,
) -> None:
    document = world.add("txt@1 late@1")
    world.learn(0, 3)
    found = world.unembedded.texts(document, "e", 0, 2)
    assert list(found.texts.values()) == [_TEXT[4:20], _TEXT[16:30]]
    assert found.context.replace("\n", "") == _TEXT
    own = [found.context[start:end] for start, end in found.spans]
    assert own == [_TEXT[8:20], _TEXT[20:30]]


def test_another_embedder_knows_nothing_yet(world: World) -> None:
    document = world.add("txt@1")
    world.learn(0, 1, 2, 3)
    assert world.unembedded.documents("e") == []
    assert world.unembedded.documents("another") == [(document, 4)]


def test_a_document_that_is_gone_has_nothing_to_embed(world: World) -> None:
    document = world.add("txt@1")
    world.catalogue.forget(["/made/a.txt"])
    assert not world.unembedded.texts(document, "e", -1, 10).texts
    assert world.unembedded.documents("e") == []
