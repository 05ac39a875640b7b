"""A long life in short: files are made, edited, moved and deleted at random, the engine is asked
and now and then killed.

`python -m tests.quality.soak [--minutes 30] [--seed 1]`: the first half with kills, the second in
one life of the engine, whose memory is told; the cache for reranking is made small, so that it is
full soon and does not hide what grows. At the end library and disk, SQLite, keyword index and
Chroma are compared. Prints a line a minute, then the memory (start, end, most) and the
disk's use (start, end, most, and of the documents). Exit status 1 when something differed.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.link.attach import attach
from desktop_rag.link.client import Client
from desktop_rag.messages.library import AddPaths, AddReport, Status, Sync
from desktop_rag.messages.models import ChangeSetting, SettingsShown
from tests.end_to_end.driving import (
    eventually,
    found_paths,
    kill_engine,
    quiet,
    status,
    stop_engine,
)
from tests.quality.agreement import (
    Disagreement,
    ledger_against,
    taken_over,
    vectors_against,
)
from tests.quality.disk_life import DiskLife

_FILES = 300
_MINUTE_S = 60.0
_LIVES_S = 75.0  # mean time between two kills
_LOOK_S = 5.0
_CACHE_MB = 8
_WARM_S = 60.0  # the models are loaded and every part has worked once


@dataclass(frozen=True, slots=True)
class Sample:
    """What the engine used at one moment; `life` counts its starts."""

    at_s: float
    life: int
    rss_mb: float
    stores_mb: float


class Soak:
    """One library whose folder lives."""

    def __init__(self, scratch: Path, seed: int) -> None:
        self.library = scratch / "library"
        self.folder = scratch / "documents"
        self.folder.mkdir()
        self.samples: list[Sample] = []
        self.steps = 0
        self.searches = 0
        self._dice = random.Random(seed)
        self._life = DiskLife(self.folder, seed, most=2 * _FILES)
        self._life.fill(_FILES)
        self._lives = 0
        self._begun = time.monotonic()
        self._client = self._started()
        small = ChangeSetting("retrieval.token_cache_mb", str(_CACHE_MB))
        self._client.ask(small, SettingsShown, timeout=60)
        self._client.ask(AddPaths((str(self.folder),), wait=False), AddReport, timeout=60)

    @property
    def kills(self) -> int:
        """How often the engine was killed."""
        return self._lives - 1

    def live(self, seconds: float, *, kills: bool) -> None:
        """Change files, ask, and look, for so many seconds."""
        end = time.monotonic() + seconds
        look = said = 0.0
        kill = time.monotonic() + self._dice.expovariate(1 / _LIVES_S)
        while (now := time.monotonic()) < end:
            self._do_something()
            if now >= look:
                look = now + _LOOK_S
                self._look()
            if now >= said:
                said = now + _MINUTE_S
                self._say()
            if kills and now >= kill:
                kill = now + self._dice.expovariate(1 / _LIVES_S)
                kill_engine(self.library)
                self._client.close()
                self._client = self._started()
            time.sleep(self._dice.uniform(0.05, 1.5))

    def settle(self) -> Disagreement:
        """Let everything come to rest and compare."""
        quiet(self._client, 900)
        self._client.ask(Sync(), AddReport, timeout=600)
        quiet(self._client, 600)
        eventually(lambda: taken_over(self.library), 300, "the vector store has followed")
        self._look()
        now = status(self._client)
        self._client.close()
        found = ledger_against(self.library, self._life.hashes())
        stop_engine(self.library)
        found.add(vectors_against(self.library, now.embedder.fingerprint, now.embedder.dimensions))
        return found

    def documents_mb(self) -> float:
        """The size of all documents now."""
        return sum(path.stat().st_size for path in self._life.files()) / 1e6

    def _do_something(self) -> None:
        for _ in range(self._dice.choice((1, 1, 1, 2, 5, 20))):
            self._life.step()
            self.steps += 1
        if self._dice.random() < 0.3:
            found_paths(self._client, f"pump valve {self._dice.randrange(1000)}")
            self.searches += 1

    def _started(self) -> Client:
        self._lives += 1
        return attach(self.library, role="test")

    def _look(self) -> None:
        now = status(self._client)
        self.samples.append(
            Sample(
                time.monotonic() - self._begun,
                self._lives,
                now.engine["rss_bytes"] / 1e6,
                sum(now.disk_bytes.values()) / 1e6,
            )
        )

    def _say(self) -> None:
        now: Status = status(self._client)
        last = self.samples[-1]
        print(
            f"{last.at_s / 60:5.1f} min  life {last.life:3}  rss {last.rss_mb:6.0f} MB  "
            f"stores {last.stores_mb:6.1f} MB  files {sum(now.files.values()):4}  "
            f"waiting {now.queue.waiting:4}  steps {self.steps}",
            flush=True,
        )


def main() -> int:
    """Soak, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as scratch:
        os.environ["DESKTOP_RAG_HOME"] = str(Path(scratch) / "home")
        soak = Soak(Path(scratch), wanted.seed)
        try:
            soak.live(wanted.minutes * 30, kills=True)
            soak.live(wanted.minutes * 30, kills=False)
            found = soak.settle()
        finally:
            stop_engine(soak.library)
        _tell(soak, found)
    return 1 if found.any() else 0


def _tell(soak: Soak, found: Disagreement) -> None:
    for kind in ("lost", "twice", "ghosts", "unreachable"):
        for what in getattr(found, kind)[:20]:
            print(f"{kind}: {what}")
    print(f"{soak.steps} changes, {soak.searches} searches, {soak.kills} kills: {found}")
    last = soak.samples[-1].life
    born = min(sample.at_s for sample in soak.samples if sample.life == last)
    memory = [s.rss_mb for s in soak.samples if s.life == last and s.at_s >= born + _WARM_S]
    if memory:
        tenth = max(1, len(memory) // 10)
        print(
            f"memory of the last life, MB: start {statistics.median(memory[:tenth]):.0f}  "
            f"end {statistics.median(memory[-tenth:]):.0f}  most {max(memory):.0f}"
        )
    stores = [sample.stores_mb for sample in soak.samples]
    print(
        f"stores on disk, MB: start {stores[0]:.1f}  end {stores[-1]:.1f}  most {max(stores):.1f}"
        f"  (documents {soak.documents_mb():.1f})"
    )


if __name__ == "__main__":
    raise SystemExit(main())
