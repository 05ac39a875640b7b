"""How the library's cost grows with its size.

`python -m tests.benchmarks.growth [--files 1000 10000 100000]`: for each size a tree of small
generated files is indexed by the real engine with an embedder that costs nothing (words are
hashed), so that what is measured is the library's own work and not the model's. Then single files
are changed, a folder of 100 is renamed, and everything is compared with the disk. Writes the table
into `docs/growth.md`. `--keep` does not write it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil

from desktop_rag.link.client import Client
from desktop_rag.messages.library import AddPaths, AddReport, Sync
from desktop_rag.messages.search import HitsFound, Search
from tests.end_to_end.driving import engine_pid, eventually, quiet, status, stop_engine
from tests.quality.cheap_engine import attach_cheaply

_TABLE = Path(__file__).parents[2] / "docs" / "growth.md"
_SETTLES_S = 4.0  # in which a change is noticed, stored and learnt
_HOURS = 4 * 3600
_CHANGED = 10
_ASKED = 20
_IN_FOLDER = 100
_WORDS = "valve pump filter bolt lever engine tank pipe wheel shaft gauge hose crane rail".split()


@dataclass(frozen=True, slots=True)
class Size:
    """What was measured at one size. Times in seconds of one process's CPU where they say so."""

    files: int
    chunks: int
    indexing_cpu_ms: float
    rss_mb: float
    sqlite_mb: float
    chroma_mb: float
    change_cpu_ms: float
    change_embedded: float
    rename_embedded: int
    compare_s: float
    walk_s: float
    keyword_ms: float
    start_s: float


class Growing:
    """A tree of `files` files and the engine that holds it."""

    def __init__(self, scratch: Path, files: int) -> None:
        self.library = scratch / "library"
        self.folder = scratch / "documents"
        self.files = files
        for number in range(files):
            path = self._path(number)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_text(number, 0), encoding="utf-8")

    def measure(self) -> Size:
        """Index, change, rename, compare, ask, start again."""
        client = attach_cheaply(self.library)
        process = psutil.Process(engine_pid(self.library))
        begun = _cpu_s(process)
        client.ask(AddPaths((str(self.folder),)), AddReport, timeout=_HOURS)
        quiet(client, _HOURS)
        indexing = _cpu_s(process) - begun
        whole = status(client)
        change, embedded = self._change(client, process)
        renamed = self._rename(client)
        compared = _timed(lambda: client.ask(Sync(), AddReport, timeout=_HOURS))
        walked = _timed(self._walk)
        keyword = statistics.median(self._asked(client, number) for number in range(_ASKED))
        after = status(client)
        client.close()
        stop_engine(self.library)
        started = self._start()
        return Size(
            self.files,
            whole.chunks,
            indexing * 1000 / self.files,
            after.engine["rss_bytes"] / 1e6,
            after.disk_bytes["sqlite"] / 1e6,
            after.disk_bytes["chroma"] / 1e6,
            change,
            embedded,
            renamed,
            compared,
            walked,
            keyword * 1000,
            started,
        )

    def _change(self, client: Client, process: psutil.Process) -> tuple[float, float]:
        """The engine's CPU time (ms) and the texts embedded for one changed file."""
        spent, embedded = [], status(client).work["chunks_embedded"]
        for change in range(_CHANGED):
            number = change * self.files // _CHANGED
            path, before = self._path(number), _cpu_s(process)
            path.write_text(_text(number, 1), encoding="utf-8")
            time.sleep(_SETTLES_S)  # asking meanwhile would count as the engine's work
            known = partial(self._is_known, client, f"mark{number}x1", path)
            eventually(known, 600, "the change is known")
            quiet(client, 600)
            spent.append(_cpu_s(process) - before)
        again = status(client).work["chunks_embedded"] - embedded
        return statistics.median(spent) * 1000, again / _CHANGED

    def _is_known(self, client: Client, mark: str, path: Path) -> bool:
        exactly = Search(f'"{mark}"', mode="keyword", keep=1)  # else the old version is similar
        found = client.ask(exactly, HitsFound, timeout=120)
        return [hit.file.path for hit in found.result.hits] == [str(path)]

    def _rename(self, client: Client) -> int:
        """Texts embedded again after a folder was renamed."""
        before = status(client).work["chunks_embedded"]
        folder = self._path(self.files - 1).parent
        os.rename(folder, folder.with_name("renamed"))
        last = self._path(self.files - 1)
        known = partial(
            self._is_known,
            client,
            f"mark{self.files - 1}x0",
            folder.with_name("renamed") / last.name,
        )
        eventually(known, 600, "the new place is known")
        quiet(client, 600)
        return status(client).work["chunks_embedded"] - before

    def _walk(self) -> None:
        for folder, _, names in os.walk(self.folder):
            for name in names:
                os.stat(os.path.join(folder, name))

    def _asked(self, client: Client, number: int) -> float:
        search = Search(f"mark{number}x0 valve pump", mode="keyword")
        return _timed(lambda: client.ask(search, HitsFound, timeout=120))

    def _start(self) -> float:
        """Seconds from starting the engine to the first keyword answer."""
        begun = time.perf_counter()
        client = attach_cheaply(self.library)
        client.ask(Search("mark7x0", mode="keyword", partial=True), HitsFound, timeout=120)
        took = time.perf_counter() - begun
        client.close()
        stop_engine(self.library)
        return took

    def _path(self, number: int) -> Path:
        folder = number // _IN_FOLDER
        return self.folder / f"group {folder // 100}" / f"folder {folder}" / f"note {number}.txt"


def _text(number: int, version: int) -> str:
    words = [_WORDS[(number * 7 + k * (number % 11 + 1)) % len(_WORDS)] for k in range(30)]
    return f"Note {number} of version {version}: mark{number}x{version}. {' '.join(words)}.\n"


def _cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _timed(step: Callable[[], object]) -> float:
    begun = time.perf_counter()
    step()
    return time.perf_counter() - begun


def table(sizes: list[Size]) -> str:
    """The measurements as Markdown."""
    rows = [
        ("files", [f"{s.files:,}" for s in sizes]),
        ("chunks", [f"{s.chunks:,}" for s in sizes]),
        ("engine's CPU per file while indexing, ms", [f"{s.indexing_cpu_ms:.1f}" for s in sizes]),
        ("engine's memory afterwards, MB", [f"{s.rss_mb:.0f}" for s in sizes]),
        ("SQLite, kB per file", [f"{s.sqlite_mb * 1000 / s.files:.1f}" for s in sizes]),
        ("Chroma, kB per file", [f"{s.chroma_mb * 1000 / s.files:.1f}" for s in sizes]),
        ("engine's CPU for one changed file, ms", [f"{s.change_cpu_ms:.0f}" for s in sizes]),
        ("texts embedded for one changed file", [f"{s.change_embedded:.1f}" for s in sizes]),
        ("texts embedded after renaming 100 files", [str(s.rename_embedded) for s in sizes]),
        (
            "comparing all with the disk, × walking",
            [f"{s.compare_s / s.walk_s:.1f}" for s in sizes],
        ),
        ("keyword search, ms (median)", [f"{s.keyword_ms:.0f}" for s in sizes]),
        ("start to first keyword answer, s", [f"{s.start_s:.1f}" for s in sizes]),
    ]
    head, *body = ["| " + " | ".join([name, *values]) + " |" for name, values in rows]
    return "\n".join([head, "|---" + "|---:" * len(sizes) + "|", *body])


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--keep", action="store_true")
    wanted = parser.parse_args()
    sizes = []
    for files in wanted.files:
        with tempfile.TemporaryDirectory(prefix="growth-") as scratch:
            os.environ["DESKTOP_RAG_HOME"] = str(Path(scratch) / "home")
            growing = Growing(Path(scratch), files)
            try:
                sizes.append(growing.measure())
            finally:
                stop_engine(growing.library)
        print(table(sizes), flush=True)
    if not wanted.keep:
        _TABLE.parent.mkdir(exist_ok=True)
        _TABLE.write_text(f"{_INTRODUCTION}\n{table(sizes)}\n", encoding="utf-8")


_INTRODUCTION = """# How the library grows

Written by `python -m tests.benchmarks.growth`. Small generated text files of one passage each, the
real engine (reader processes, SQLite, Chroma, watching), and an embedder that only hashes words:
what is shown is the library's own work. A real embedder adds its time per new passage, whatever the
size of the library. Times were taken on a machine with two cores that others were using as well;
compare the columns with one another.
"""


if __name__ == "__main__":
    main()
