"""Time of the keyword tier in a large library of generated text.

    python -m tests.benchmarks.keyword_scale [CHUNKS]

Words follow Zipf's law over 60 000 made-up words. Questions hold four to nine words drawn the same
way, some of them misspelled. Prints the time of indexing and of questions, with and without
filters.
"""

from __future__ import annotations

import hashlib
import random
import sys
import tempfile
import time
from pathlib import Path

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.place import Place
from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FileStamp
from desktop_rag.ports.clock import SystemClock
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import Piece, PreparedChunk
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.keyword_index import FtsKeywordIndex

_WORDS = 60_000
_WORDS_OF_CHUNK = 230
_CHUNKS_OF_DOCUMENT = 50
_QUESTIONS = 300


def main() -> int:
    """Index, ask, print."""
    chunks = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    dice = random.Random(1)
    words = sorted({_word(dice) for _ in range(_WORDS)})
    dice.shuffle(words)
    weights = [1 / (rank + 2) for rank in range(len(words))]
    with tempfile.TemporaryDirectory() as scratch:
        database = Database(Path(scratch) / "library" / "library.sqlite3")
        database.open()
        started = time.perf_counter()
        for number in range(0, chunks, _CHUNKS_OF_DOCUMENT):
            _add_document(database, number, dice, words, weights)
        print(f"{chunks} chunks indexed in {time.perf_counter() - started:.0f} s")
        print(f"{database.path.stat().st_size / 1e6:.0f} MB")
        index = FtsKeywordIndex(database)
        questions = [_question(dice, words, weights) for _ in range(_QUESTIONS)]
        started = time.perf_counter()
        index.search(questions[0], 100, Filters())
        print(f"first question {1000 * (time.perf_counter() - started):.0f} ms")
        _time(index, questions, "all", Filters())
        _time(index, questions, "under half", Filters(under=("/made/1", "/made/3")))
        _time(index, questions, "under one file", Filters(under=("/made/1/0.txt",)))
        database.close()
    return 0


def _add_document(
    database: Database, number: int, dice: random.Random, words: list[str], weights: list[float]
) -> None:
    documents, catalogue = Documents(database, SystemClock()), Catalogue(database, SystemClock())
    path = f"/made/{number // _CHUNKS_OF_DOCUMENT % 4}/{number}.txt"
    stamp = FileStamp(number, 0, number)
    root = catalogue.add_root("/made")
    catalogue.note_waiting(root.id, [(path, stamp)])
    document = documents.begin(hashlib.sha256(path.encode()).hexdigest(), "s", "text/plain")
    prepared = []
    for ordinal in range(_CHUNKS_OF_DOCUMENT):
        text = " ".join(dice.choices(words, weights, k=_WORDS_OF_CHUNK))
        breadcrumb = (f"Part {number}", " ".join(dice.choices(words, weights, k=3)))
        place = Place((ordinal * 2000, ordinal * 2000 + len(text)))
        draft = ChunkDraft(ordinal, text, place, "document", breadcrumb=breadcrumb, language="en")
        piece = Piece(hashlib.sha256(text.encode()).digest(), 0, len(text))
        prepared.append(PreparedChunk(draft, (piece,)))
    documents.append(document, prepared, [])
    facts = DocumentFacts("text/plain", "document", language="en")
    documents.finish(document, facts, mode="document", path=path, stamp=stamp)


def _question(dice: random.Random, words: list[str], weights: list[float]) -> str:
    chosen = dice.choices(words, weights, k=dice.randint(4, 9))
    if dice.random() < 0.3:
        place = dice.randrange(len(chosen))
        chosen[place] = chosen[place][:-2] + chosen[place][:-3:-1]
    return "what is the " + " ".join(chosen) + "?"


def _word(dice: random.Random) -> str:
    syllables = [c + v for c in "bcdfghklmnprstvz" for v in "aeiou"]
    return "".join(dice.choices(syllables, k=dice.randint(2, 5)))


def _time(index: FtsKeywordIndex, questions: list[str], name: str, filters: Filters) -> None:
    took = []
    for question in questions:
        started = time.perf_counter()
        index.search(question, 100, filters)
        took.append(1000 * (time.perf_counter() - started))
    took.sort()
    p95, worst = took[int(len(took) * 0.95)], took[-1]
    print(f"{name}: p50 {took[len(took) // 2]:.1f} ms  p95 {p95:.1f} ms  worst {worst:.1f} ms")


if __name__ == "__main__":
    raise SystemExit(main())
