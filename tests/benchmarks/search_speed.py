"""How fast a large library answers, beside plain Chroma and plain FTS5 on the same data.

    python -m tests.benchmarks.search_speed [--chunks 100000] [--library FOLDER] [--queries 200]
        [--soak 0]

The library is made (see `made_library`), or `--library` keeps it for the next run. The first result
by words after a start is timed. Then a real engine is asked as a window asks it: by words, hybrid,
hybrid with late interaction over 20 hits, and both tiers with filters. Printed are p50 and p95 in
milliseconds by the clock and, since that depends on what else the machine does, the engine's
processor milliseconds for each question. Then the same vectors and texts are asked by plain Chroma
(its query alone, 50 nearest) and plain FTS5 (words joined by OR, the best 50 by bm25). `--soak`
asks so many more hybrid questions and prints how memory grew. Last, files are forgotten and stored
anew.
"""

from __future__ import annotations

import argparse
import os
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from desktop_rag.domain.query import Filters
from desktop_rag.host.paths import LibraryPaths
from desktop_rag.link.attach import attach
from desktop_rag.link.client import Client
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.ports.clock import SystemClock
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chroma_store import ChromaStore
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.vector_index import ChromaVectorIndex
from desktop_rag.stores.vector_rows import store_row
from tests.benchmarks import made_library
from tests.benchmarks.processes import MEGABYTE, processor_seconds, resident
from tests.end_to_end.driving import engine_pid, quiet, stop_engine
from tests.quality.recipes import load_embedder

_STARTS = 2
_CHANGED_FILES = 10
_PLAIN_HITS = 50
_QUARTER = Filters(under=(f"{made_library.ROOT}/1",))
_ONE_FILE = Filters(under=(f"{made_library.ROOT}/1/50.txt",))
_WORD = re.compile(r"\w+")


def kinds(text: str) -> dict[str, Search]:
    """The ways a question is asked, by name, with what each is to reach."""
    plain = Search(text, mode="keyword", rerank="none")
    hybrid = Search(text, mode="hybrid", rerank="none")
    return {
        "by words (to reach: p95 50)": plain,
        "hybrid (150)": hybrid,
        "hybrid, late interaction over 20 (1500)": Search(text, mode="hybrid"),
        "by words in a quarter": Search(text, mode="keyword", rerank="none", filters=_QUARTER),
        "hybrid in a quarter": Search(text, mode="hybrid", rerank="none", filters=_QUARTER),
        "hybrid in one file": Search(text, mode="hybrid", rerank="none", filters=_ONE_FILE),
    }


def ask_all(library: Path, questions: Sequence[str], soak: Sequence[str]) -> None:
    """Ask the engine every question in every way, each way with questions it has not seen."""
    client = attach(library, role="test")
    try:
        quiet(client, 600)
        pid = engine_pid(library)
        _ask(client, Search(questions[0]))
        for name in kinds(""):
            _time(
                name,
                questions,
                lambda text, name=name: _ask(client, kinds(text)[name]),  # type: ignore[misc]
                lambda: processor_seconds(pid),
            )
        if soak:
            _soak(client, pid, soak)
    finally:
        client.close()
        stop_engine(library)


def _ask(client: Client, search: Search) -> None:
    client.ask(search, HitsFound, timeout=600)


def _soak(client: Client, pid: int, questions: Sequence[str]) -> None:
    before = resident(pid).engine
    for number, text in enumerate(questions, start=1):
        _ask(client, Search(text, rerank="none"))
        if number % max(1, len(questions) // 4) == 0:
            grown = (resident(pid).engine - before) / MEGABYTE
            print(f"memory after {number} hybrid questions: {grown:+.0f} MB", flush=True)


def ask_plain(library: Path, questions: Sequence[str], chunks: int, scratch: Path) -> None:
    """The same by plain Chroma and plain FTS5; no engine runs."""
    embedder = load_embedder()
    vectors = {text: embedder.embed_query(text) for text in questions}
    database = Database(LibraryPaths(library).database)
    database.open()
    with database.read() as connection:
        row = store_row(connection, embedder.fingerprint)
    database.close()
    assert row is not None  # the library was made with this embedder
    store = ChromaStore(LibraryPaths(library).vectors / row.folder, embedder.fingerprint)
    store.open(create=False)
    store.nearest(vectors[questions[0]], 1)
    _time("plain Chroma", questions, lambda q: store.nearest(vectors[q], _PLAIN_HITS))
    store.close()
    plain = sqlite3.connect(scratch / "plain.sqlite3")
    plain.execute("CREATE VIRTUAL TABLE plain USING fts5(text, tokenize = 'porter unicode61')")
    texts = ((text,) for document in made_library.documents(chunks) for text in document.texts)
    plain.executemany("INSERT INTO plain VALUES (?)", texts)
    plain.commit()
    select = "SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain) LIMIT ?"

    def ask(question: str) -> None:
        match = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
        plain.execute(select, (match, _PLAIN_HITS)).fetchall()

    _time("plain FTS5", questions, ask)
    plain.close()


def first_result(library: Path) -> None:
    """From the start of an engine's process until a search by words has replied."""
    taken = []
    for number in range(_STARTS):
        began = time.perf_counter()
        client = attach(library, role="test")
        _ask(client, Search(made_library.part_number(77 + number), mode="keyword", partial=True))
        taken.append(time.perf_counter() - began)
        quiet(client, 600)  # an engine that still loads its models takes longer to end
        client.close()
        stop_engine(library)
    middle, worst = statistics.median(taken), max(taken)
    print(
        f"first result by words after a start: {middle:.2f} s, worst {worst:.2f} s (to reach 2.5)"
    )


def change_files(library: Path, chunks: int) -> None:
    """Forget some files, then store them again; no engine runs."""
    embedder = load_embedder()
    database = Database(LibraryPaths(library).database)
    database.open()
    stores = Documents(database, SystemClock()), Catalogue(database, SystemClock())
    index = ChromaVectorIndex(
        LibraryPaths(library).vectors, database, embedder.fingerprint, embedder.dimensions
    )
    index.open()
    changed = [
        (number, document)
        for number, document in enumerate(made_library.documents(chunks))
        if number < _CHANGED_FILES
    ]
    # the first documents' vectors are real ones: they are made again and stored under their texts
    vectors = embedder.embed([text for _, document in changed for text in document.texts[:1]])
    began = time.perf_counter()
    stores[1].forget([document.path for _, document in changed])
    _follow(index)
    forgotten = time.perf_counter() - began
    began = time.perf_counter()
    for (number, document), vector in zip(changed, vectors, strict=True):
        same = vector[None, :].repeat(len(document.texts), axis=0)
        made_library.add(stores, number, document, same, embedder.fingerprint)
    _follow(index)
    stored = time.perf_counter() - began
    index.close()
    database.close()
    count = sum(len(document.texts) for _, document in changed)
    print(f"{len(changed)} files with {count} chunks: forgotten in {forgotten:.2f} s, ", end="")
    print(f"stored again without embedding in {stored:.2f} s")


def _follow(index: ChromaVectorIndex) -> None:
    while index.apply_outbox():
        continue


def _time(
    name: str,
    questions: Sequence[str],
    ask: Callable[[str], object],
    processor: Callable[[], float] = time.process_time,
) -> None:
    taken = []
    spent = processor()
    for question in questions:
        began = time.perf_counter()
        ask(question)
        taken.append(1000 * (time.perf_counter() - began))
    spent = 1000 * (processor() - spent) / len(questions)
    taken.sort()
    p50, p95 = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
    print(f"{name:40} p50 {p50:7.1f} p95 {p95:7.1f} ms  processor {spent:6.1f} ms", flush=True)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--soak", type=int, default=0)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="search-speed-") as name:
        scratch = Path(name)
        os.environ["DESKTOP_RAG_HOME"] = str(scratch / "home")
        library = wanted.library or scratch / "library"
        made_library.make(library, wanted.chunks)
        questions = made_library.questions(wanted.queries + wanted.soak)
        print(f"{wanted.chunks} chunks, {wanted.queries} questions, load {os.getloadavg()[0]:.1f}")
        first_result(library)
        ask_all(library, questions[: wanted.queries], questions[wanted.queries :])
        ask_plain(library, questions[: wanted.queries], wanted.chunks, scratch)
        change_files(library, wanted.chunks)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
