"""Quality of the keyword tier alone: each file of a set is one chunk.

    python -m tests.benchmarks.keyword_quality FOLDER [LANGUAGE]

FOLDER holds `files/`, `queries.jsonl` (id, text) and `qrels.tsv` (query_id, doc_id, relevance).
Prints recall@1, recall@10, nDCG@10 (binary gain) and the time a question takes.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.place import Place
from desktop_rag.domain.query import Filters
from desktop_rag.domain.source import FileStamp
from desktop_rag.ports.clock import SystemClock
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import PreparedChunk
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.keyword_index import FtsKeywordIndex

_DEPTH = 20


def main() -> int:
    """Index, ask every question, print."""
    folder = Path(sys.argv[1])
    language = sys.argv[2] if len(sys.argv) > 2 else _language_of(folder.name)
    with tempfile.TemporaryDirectory() as scratch:
        database = Database(Path(scratch) / "library" / "library.sqlite3")
        database.open()
        started = time.perf_counter()
        names = _index(database, folder, language)
        print(f"{len(names)} files indexed in {time.perf_counter() - started:.1f} s")
        _ask(FtsKeywordIndex(database), folder, names)
        database.close()
    return 0


def _index(database: Database, folder: Path, language: str) -> dict[int, str]:
    documents, catalogue = Documents(database, SystemClock()), Catalogue(database, SystemClock())
    root = catalogue.add_root(str(folder))
    files = sorted((folder / "files").iterdir())
    stamps = [(str(path), FileStamp(path.stat().st_size, 0, 0)) for path in files]
    catalogue.note_waiting(root.id, stamps)
    names: dict[int, str] = {}
    with database.write():
        for path, (_, stamp) in zip(files, stamps, strict=True):
            text = path.read_text(encoding="utf-8")
            document = documents.begin(hashlib.sha256(path.name.encode()).hexdigest(), "b", "t")
            draft = ChunkDraft(0, text, Place((0, len(text))), "document", language=language)
            documents.append(document, [PreparedChunk(draft, ())] if text.strip() else [], [])
            facts = DocumentFacts("text/plain", "document", language=language)
            documents.finish(document, facts, mode="document", path=str(path), stamp=stamp)
            names[document] = path.stem
    with database.read() as connection:
        rows = connection.execute("SELECT id, document FROM chunks").fetchall()
    return {chunk: names[document] for chunk, document in rows}


def _ask(index: FtsKeywordIndex, folder: Path, names: dict[int, str]) -> None:
    relevant: dict[str, set[str]] = defaultdict(set)
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, name, relevance = line.split("\t")
        if float(relevance) > 0:
            relevant[query].add(name)
    first, tenth, gain, took = [], [], [], []
    for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        wanted = relevant.get(question["id"], set())
        started = time.perf_counter()
        matches = index.search(question["text"], _DEPTH, Filters())
        took.append(time.perf_counter() - started)
        if wanted:
            found = [names[match.chunk] for match in matches]
            first.append(len(wanted & set(found[:1])) / len(wanted))
            tenth.append(len(wanted & set(found[:10])) / len(wanted))
            gain.append(_ndcg(found[:10], wanted))
    took.sort()
    print(
        f"{len(gain)} questions: recall@1 {_mean(first):.3f}  recall@10 {_mean(tenth):.3f}  "
        f"nDCG@10 {_mean(gain):.3f}  p50 {1000 * took[len(took) // 2]:.1f} ms  "
        f"p95 {1000 * took[int(len(took) * 0.95)]:.1f} ms"
    )


def _ndcg(found: list[str], wanted: set[str]) -> float:
    gain = sum(1 / math.log2(rank + 2) for rank, name in enumerate(found) if name in wanted)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, len(wanted))))
    return gain / ideal


def _mean(values: list[float]) -> float:
    return sum(values) / max(len(values), 1)


def _language_of(name: str) -> str:
    code = name.rpartition("_")[2]
    return code if len(code) == 2 else "en"


if __name__ == "__main__":
    raise SystemExit(main())
