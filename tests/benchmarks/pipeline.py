"""Whole indexing by the real engine against `SentenceTransformer.encode` alone on the same texts.

    python -m tests.benchmarks.pipeline FOLDER… [--rounds 2]

The files of the folders are added to a fresh library, and the time is taken from the request until
everything can be searched: walking, reading, cutting, keyword index, embedding, vector store. Then
the very texts that were embedded (breadcrumbs included, each within the window) are given to
`encode` in one call, with as many threads, in another process. Both models are loaded before. The
two go by turns; prints chunks and texts per second of both, and the ratios by the clock and by
processor seconds (the latter hardly feel what else runs on the machine). To reach: 0.90.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.host.paths import LibraryPaths
from desktop_rag.inference.starters import starter_embedder
from desktop_rag.messages.library import AddPaths, AddReport
from desktop_rag.ports.clock import SystemClock
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from tests.benchmarks.processes import processor_seconds
from tests.end_to_end.driving import engine, engine_pid, quiet, status

_TO_REACH = 0.90
_ALONE = """
import json, os, sys, time
import torch
from sentence_transformers import SentenceTransformer
texts = json.load(open(sys.argv[2], encoding="utf-8"))
torch.set_num_threads(os.cpu_count() or 1)
model = SentenceTransformer(sys.argv[1], device="cpu", local_files_only=True)
model.encode(texts[:8])
began, spent = time.perf_counter(), time.process_time()
model.encode(texts, batch_size=32, show_progress_bar=False)
print(json.dumps([time.perf_counter() - began, time.process_time() - spent]))
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock, and of all processors together."""

    clock: float
    processor: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.clock + other.clock, self.processor + other.processor)


def index(folders: list[str], library: Path) -> tuple[Cost, int]:
    """Index into a fresh library; what it cost and how many chunks came of it."""
    with engine(library) as client:
        quiet(client)
        pid = engine_pid(library)
        spent = processor_seconds(pid)
        began = time.perf_counter()
        client.ask(AddPaths(tuple(folders), watch=False), AddReport, timeout=24 * 3600)
        quiet(client)
        cost = Cost(time.perf_counter() - began, processor_seconds(pid) - spent)
        return cost, status(client).chunks


def embedded_texts(library: Path) -> list[str]:
    """Every text that was embedded for the library, once."""
    database = Database(LibraryPaths(library).database)
    database.open()
    try:
        rows = Documents(database, SystemClock()).missing_vectors("of no embedder", 2**31)
    finally:
        database.close()
    return [text for _chunk, _piece, _hash, text in rows]


def encode_alone(texts: list[str], scratch: Path) -> Cost:
    """The same texts through `SentenceTransformer.encode`."""
    starter = starter_embedder()
    if starter is None:
        raise SystemExit("The starter embedder is not installed.")
    given = scratch / "texts.json"
    given.write_text(json.dumps(texts), encoding="utf-8")
    command = [sys.executable, "-c", _ALONE, str(starter.path), str(given)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Cost(*json.loads(done.stdout.splitlines()[-1]))


def main() -> int:
    """Measure and print; the exit status says whether the ratio by the clock is reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--rounds", type=int, default=2)
    wanted = parser.parse_args()
    whole = alone = Cost(0.0, 0.0)
    chunks = texts = 0
    with tempfile.TemporaryDirectory(prefix="pipeline-") as name:
        scratch = Path(name)
        os.environ["DESKTOP_RAG_HOME"] = str(scratch / "home")
        for number in range(wanted.rounds):
            cost, chunks = index(wanted.folders, scratch / f"library{number}")
            embedded = embedded_texts(scratch / f"library{number}")
            texts = len(embedded)
            whole += cost
            alone += encode_alone(embedded, scratch)
    by_clock, by_processor = alone.clock / whole.clock, alone.processor / whole.processor
    print(f"{chunks} chunks, embedded as {texts} texts, {wanted.rounds} rounds by turns")
    for label, cost in (("whole indexing", whole), ("encode alone", alone)):
        seconds = cost.clock / wanted.rounds
        print(
            f"{label:15} {chunks / seconds:7.1f} chunks/s {texts / seconds:7.1f} texts/s "
            f"({seconds:.1f} s, {cost.processor / wanted.rounds:.1f} processor seconds)"
        )
    print(
        f"ratio {by_clock:.3f} by the clock, {by_processor:.3f} by processor seconds, "
        f"to reach {_TO_REACH:.2f}; load {os.getloadavg()[0]:.1f}"
    )
    return 0 if by_clock >= _TO_REACH else 1


if __name__ == "__main__":
    raise SystemExit(main())
