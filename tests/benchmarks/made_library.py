"""A large library of generated text, for the benchmarks that need one: real stores, cheap vectors.

    python -m tests.benchmarks.made_library FOLDER [--chunks 100000]

Words are the whole words of the starter embedder's vocabulary in its order of frequency, drawn by
Zipf's law, with a few words of its own in every document and a part number in every chunk. The
texts of 300 chunks are embedded by the real model; the vector of every other chunk lies between
three of these, with noise. The seed is fixed. Made once, a folder can be used again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.place import Place
from desktop_rag.domain.source import FileStamp
from desktop_rag.host.paths import LibraryPaths
from desktop_rag.inference.starters import starter_embedder
from desktop_rag.ports.clock import SystemClock
from desktop_rag.ports.embedding import Vectors
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import Piece, PreparedChunk
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.vector_index import ChromaVectorIndex
from tests.quality.recipes import load_embedder

_WORDS_OF_CHUNK = 200
CHUNKS_OF_DOCUMENT = 50
_EMBEDDED = 300
_FOLDERS = 4
ROOT = "/made"


@dataclass(frozen=True, slots=True)
class MadeDocument:
    """The path of a document and the texts of its chunks."""

    path: str
    heading: str
    texts: tuple[str, ...]


class Words:
    """Draws words as they come in English text."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.all = _vocabulary()
        weights = [1 / (rank + 3) for rank in range(len(self.all))]
        self._cumulative = np.cumsum(weights).tolist()
        self.rare = self.all[2000:]

    def some(self, count: int) -> list[str]:
        """So many words, frequent ones more often."""
        return self._dice.choices(self.all, cum_weights=self._cumulative, k=count)


def documents(chunks: int) -> Iterator[MadeDocument]:
    """Documents with so many chunks in all; the same ones for the same number."""
    dice = random.Random(1)
    words = Words(dice)
    for number in range(0, chunks, CHUNKS_OF_DOCUMENT):
        own = dice.sample(words.rare, 30)
        texts = []
        for part in range(number, min(number + CHUNKS_OF_DOCUMENT, chunks)):
            said = [*words.some(_WORDS_OF_CHUNK - 12), *dice.choices(own, k=11), part_number(part)]
            dice.shuffle(said)
            texts.append(" ".join(said))
        path = f"{ROOT}/{number // CHUNKS_OF_DOCUMENT % _FOLDERS}/{number}.txt"
        yield MadeDocument(path, " ".join(dice.sample(own, 3)), tuple(texts))


def part_number(chunk: int) -> str:
    """The code that only this chunk holds."""
    return f"PN-{chunk:06}"


def questions(count: int) -> list[str]:
    """Questions of four to nine words, a third of them with a misspelled one; they differ."""
    dice = random.Random(2)
    words = Words(dice)
    asked = []
    for _ in range(count):
        said = [*words.some(dice.randint(2, 5)), *dice.choices(words.rare, k=dice.randint(2, 4))]
        if dice.random() < 0.3:
            said[-1] = said[-1][:-2] + said[-1][:-3:-1]
        asked.append("what is the " + " ".join(said) + "?")
    return asked


def make(folder: Path, chunks: int) -> None:
    """Make the library in `folder`, unless it is there."""
    done = folder / "made.json"
    if done.exists() and json.loads(done.read_text()) == chunks:
        return
    began = time.perf_counter()
    database = Database(LibraryPaths(folder).database)
    database.open()
    embedder = load_embedder()
    base = embedder.embed([text for document in documents(_EMBEDDED) for text in document.texts])
    stores = Documents(database, SystemClock()), Catalogue(database, SystemClock())
    dice = np.random.default_rng(3)
    for number, document in enumerate(documents(chunks)):
        vectors = _vectors(base, number * CHUNKS_OF_DOCUMENT, len(document.texts), dice)
        add(stores, number, document, vectors, embedder.fingerprint)
    index = ChromaVectorIndex(
        LibraryPaths(folder).vectors, database, embedder.fingerprint, embedder.dimensions
    )
    index.open()
    index.close()
    database.close()
    done.write_text(json.dumps(chunks))
    print(f"made {chunks} chunks in {time.perf_counter() - began:.0f} s", flush=True)


def add(
    stores: tuple[Documents, Catalogue],
    number: int,
    document: MadeDocument,
    vectors: Vectors,
    fingerprint: str,
) -> None:
    """Store one document with its vectors."""
    into, catalogue = stores
    stamp = FileStamp(number, 0, number)
    catalogue.note_waiting(catalogue.add_root(ROOT).id, [(document.path, stamp)])
    hashes = [hashlib.sha256(text.encode()).digest() for text in document.texts]
    into.put_vectors(fingerprint, dict(zip(hashes, vectors, strict=True)))
    written = into.begin(hashlib.sha256(document.path.encode()).hexdigest(), "made", "text/plain")
    into.append(written, _prepared(document, hashes), [])
    facts = DocumentFacts("text/plain", "document", language="en")
    into.finish(written, facts, mode="document", path=document.path, stamp=stamp)


def _prepared(document: MadeDocument, hashes: Sequence[bytes]) -> list[PreparedChunk]:
    prepared = []
    begin = 0
    for ordinal, (text, key) in enumerate(zip(document.texts, hashes, strict=True)):
        place = Place((begin, begin + len(text)))
        draft = ChunkDraft(
            ordinal, text, place, "document", breadcrumb=(document.heading,), language="en"
        )
        prepared.append(PreparedChunk(draft, (Piece(key, 0, len(text)),)))
        begin += len(text)
    return prepared


def _vectors(base: Vectors, first: int, count: int, dice: np.random.Generator) -> Vectors:
    """The real vectors of the first chunks; for the others mixtures of three of them, and noise:
    with less of it they lie so close together that Chroma's graph does not reach all of them."""
    if first + count <= len(base):
        return base[first : first + count]
    mixed = np.zeros((count, base.shape[1]))
    for share in dice.dirichlet(np.ones(3), count).T:
        mixed += share[:, None] * base[dice.integers(0, len(base), count)]
    noise = dice.standard_normal(mixed.shape) * (0.6 / base.shape[1] ** 0.5)
    mixed = mixed / np.linalg.norm(mixed, axis=1, keepdims=True) + noise
    unit: Vectors = (mixed / np.linalg.norm(mixed, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _vocabulary() -> list[str]:
    """Whole words of three letters and more, the frequent ones first."""
    starter = starter_embedder()
    if starter is None:
        raise SystemExit("The starter embedder is not installed.")
    tokenizer = json.loads((starter.path / "tokenizer.json").read_text(encoding="utf-8"))
    numbered = sorted(tokenizer["model"]["vocab"].items(), key=lambda entry: entry[1])
    return [word for word, _ in numbered if len(word) > 2 and word.isascii() and word.isalpha()]


def main() -> int:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=100_000)
    wanted = parser.parse_args()
    make(wanted.folder, wanted.chunks)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
