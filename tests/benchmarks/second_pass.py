"""A second pass over unchanged files against walking over the same tree.

`python -m tests.benchmarks.second_pass [--files 20000]`: makes a tree, puts it into a ledger, and
prints how long comparing all of it takes beside `os.walk` and `stat`, from one run, as a ratio.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from desktop_rag.engine.comparing import Comparer
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.ignoring import IgnoreRules
from desktop_rag.ports.clock import SystemClock
from desktop_rag.settings.indexing import IndexingSettings
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.database import Database

_RUNS = 15


def _make_tree(root: Path, files: int) -> None:
    for number in range(files):
        folder = root / f"group{number // 1000}" / f"folder{number // 50}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"note {number}.md").write_text(f"# Note {number}\n\nText of {number}.\n")


def _walk(root: Path) -> int:
    count = 0
    for folder, _folders, names in os.walk(root):
        for name in names:
            os.stat(os.path.join(folder, name))
            count += 1
    return count


def _medians_s(*steps: Callable[[], object]) -> list[float]:
    """Of each step, run in turn, so that what else the machine does falls on all alike."""
    times: list[list[float]] = [[] for _ in steps]
    for _ in range(_RUNS):
        for step, taken in zip(steps, times, strict=True):
            begun = time.perf_counter()
            step()
            taken.append(time.perf_counter() - begun)
    return [statistics.median(taken) for taken in times]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        _make_tree(root, wanted.files)
        database = Database(Path(folder) / "library.sqlite3")
        database.open()
        catalogue = Catalogue(database, SystemClock())
        added = catalogue.add_root(str(root))
        rules = IgnoreRules(IndexingSettings())
        comparer = Comparer(catalogue, lambda _root: rules, lambda _path, _root: None, EventHub())
        first = comparer.compare_root(added)
        second = comparer.compare_root(added)
        assert (first.waiting, second.unchanged) == (wanted.files, wanted.files)
        walked, compared = _medians_s(lambda: _walk(root), lambda: comparer.compare_root(added))
        database.close()
    print(f"{wanted.files} unchanged files, median of {_RUNS} runs")
    print(f"os.walk + stat   {walked * 1000:8.1f} ms")
    print(f"second pass      {compared * 1000:8.1f} ms   ratio {compared / walked:.2f}")


if __name__ == "__main__":
    main()
