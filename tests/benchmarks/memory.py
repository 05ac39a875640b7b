"""How much memory the engine holds: idle with the embedder, while indexing, and after idle minutes.

    python -m tests.benchmarks.memory [--files 2000] [--kilobytes 20] [--unload-after 30]

A fresh engine is measured when the embedder is loaded (to reach 700 MB; a process that imports the
same libraries and loads the same model and nothing else is measured beside it). Then comes its peak
while it indexes so many text files (to reach 1500 MB; they are not all learnt: the peak is taken
until all are found by words and one minute longer), and then what it holds after as many idle
seconds as the setting `models.unload_after_s` is given here, when models are let go.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from desktop_rag.inference.starters import starter_embedder
from desktop_rag.link.client import Client
from desktop_rag.messages.common import Done
from desktop_rag.messages.library import AddPaths, AddReport, PauseIndexing
from desktop_rag.messages.models import ChangeSetting, SettingsShown
from desktop_rag.messages.search import HitsFound, Search
from tests.benchmarks.made_library import Words
from tests.benchmarks.processes import MEGABYTE, resident, watched_memory
from tests.end_to_end.driving import engine, engine_pid, eventually, quiet, status

_IDLE_MB, _PEAK_MB = 700, 1500
_LEARNING_S = 60.0
_ALONE = """
import sys
import chromadb, psutil, torch
from sentence_transformers import SentenceTransformer
model = SentenceTransformer(sys.argv[1], device="cpu", local_files_only=True)
model.encode(["a"])
print(psutil.Process().memory_info().rss)
"""


def alone() -> float:
    """Megabytes of the libraries and the model without the application."""
    starter = starter_embedder()
    if starter is None:
        raise SystemExit("The starter embedder is not installed.")
    command = [sys.executable, "-c", _ALONE, str(starter.path)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return int(done.stdout.splitlines()[-1]) / MEGABYTE


def write_files(folder: Path, count: int, kilobytes: int) -> None:
    """Text files of about so many kilobytes."""
    words = Words(random.Random(8))
    folder.mkdir()
    for number in range(count):
        lines = [" ".join(words.some(14)) + "." for _ in range(kilobytes * 11)]
        (folder / f"note{number:05}.txt").write_text("\n".join(lines))


def measure(client: Client, pid: int, folder: Path, unload_s: int) -> None:
    """Print the three figures of one engine."""
    quiet(client, 600)
    client.ask(Search("a first question"), HitsFound, timeout=600)
    idle = resident(pid).engine / MEGABYTE
    print(f"idle with the embedder: {idle:.0f} MB (to reach {_IDLE_MB}); ", end="")
    print(f"the libraries and the model alone: {alone():.0f} MB", flush=True)
    with watched_memory(pid) as peak:
        client.ask(AddPaths((str(folder),), watch=False, wait=False), AddReport, timeout=600)
        eventually(lambda: status(client).queue.total > 0, 600, "indexing began")
        eventually(lambda: _found_by_words(client), 24 * 3600, "all is found by words")
        time.sleep(_LEARNING_S)
        left = status(client).queue.learning
    files = status(client).files.get("indexed", 0)
    print(f"peak while {files} files were indexed: {peak} (to reach: engine {_PEAK_MB} MB)")
    print(f"  {left} passages were still to be learnt", flush=True)
    client.ask(PauseIndexing(), Done, timeout=60)
    client.ask(ChangeSetting("models.unload_after_s", str(unload_s)), SettingsShown, timeout=60)
    before = resident(pid).engine / MEGABYTE
    time.sleep(2 * unload_s + 20)
    after = resident(pid).engine / MEGABYTE
    print(f"after {unload_s} idle seconds: {after:.0f} MB, before them {before:.0f} MB", flush=True)


def _found_by_words(client: Client) -> bool:
    files = status(client).files
    return files.get("waiting", 0) + files.get("reading", 0) == 0


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--kilobytes", type=int, default=20)
    parser.add_argument("--unload-after", type=int, default=30)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memory-") as name:
        folder = Path(name)
        os.environ["DESKTOP_RAG_HOME"] = str(folder / "home")
        write_files(folder / "documents", wanted.files, wanted.kilobytes)
        with engine(folder / "library") as client:
            pid = engine_pid(folder / "library")
            measure(client, pid, folder / "documents", wanted.unload_after)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
