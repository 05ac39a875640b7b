"""The real engine killed (`kill -9`) at random moments while its folder changes.

`python -m tests.quality.kills [--kills 200] [--every 8] [--seed 1] [--embedder cheap]`: after
each kill the engine is started again; after every so many the folder is left alone until all is
indexed, and then library and disk, SQLite, keyword index and Chroma are compared, every vector
against a search for itself. With `--embedder cheap` the engine needs no torch to start.
Prints what was lost, twice there, left over (ghosts) or unreachable, and how much was embedded
again. Exit status 1 when anything differed.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from desktop_rag.link.attach import attach
from desktop_rag.link.client import Client
from desktop_rag.messages.library import AddPaths, AddReport, RemovePaths, Sync
from tests.end_to_end.driving import eventually, kill_engine, quiet, status, stop_engine
from tests.quality.agreement import (
    Disagreement,
    different_texts,
    ledger_against,
    taken_over,
    vectors_against,
)
from tests.quality.cheap_engine import attach_cheaply
from tests.quality.disk_life import DiskLife

Start = Callable[[Path], Client]
_STARTS: dict[str, Start] = {
    "real": partial(attach, role="test"),
    "cheap": attach_cheaply,
}
_BATCH = 32  # texts that are embedded together; what a kill can cost


@dataclass(slots=True)
class Outcome:
    """What a run came to. `embedded`: texts that were embedded; `texts`: different ones stored."""

    kills: int = 0
    checks: int = 0
    wrong: Disagreement = field(default_factory=Disagreement)
    embedded: int = 0
    texts: int = 0
    starts_s: list[float] = field(default_factory=list)


class Killing:
    """One library, one folder that lives, and an engine that does not."""

    def __init__(self, scratch: Path, seed: int, start: Start, files: int = 120) -> None:
        self.library = scratch / "library"
        self.folder = scratch / "documents"
        self.folder.mkdir()
        self.outcome = Outcome()
        self._start = start
        self._dice = random.Random(seed)
        self._life = DiskLife(self.folder, seed)
        self._life.fill(files)
        client = self._start(self.library)
        client.ask(AddPaths((str(self.folder),), wait=False), AddReport, timeout=60)
        client.close()

    def kill_once(self, longest_s: float = 4.0) -> None:
        """Let the folder live for a while with an engine that runs, then kill this: a third of the
        time while it starts, else while it embeds and stores."""
        begun = time.monotonic()
        client = self._start(self.library)
        self.outcome.starts_s.append(time.monotonic() - begun)
        self._life.step()
        self._something_asked(client)
        if self._dice.random() > 1 / 3:
            eventually(lambda: status(client).embedder.ready, 120, "the embedder is there")
        end = time.monotonic() + self._dice.uniform(0.0, longest_s)
        while time.monotonic() < end:
            for _ in range(self._dice.randrange(1, 8)):
                self._life.step()
            time.sleep(min(self._dice.uniform(0.05, 1.0), max(0.0, end - time.monotonic())))
        kill_engine(self.library)
        client.close()
        self.outcome.kills += 1

    def check(self) -> Disagreement:
        """Let the engine come to rest, compare everything, and note it."""
        client = self._start(self.library)
        client.ask(AddPaths((str(self.folder),), wait=False), AddReport, timeout=120)
        quiet(client, 300)
        client.ask(Sync(), AddReport, timeout=300)
        quiet(client, 300)
        eventually(lambda: taken_over(self.library), 120, "the vector store has followed")
        now = status(client)
        client.close()
        found = ledger_against(self.library, self._life.hashes())
        stop_engine(self.library)
        found.add(vectors_against(self.library, now.embedder.fingerprint, now.embedder.dimensions))
        self.outcome.checks += 1
        self.outcome.wrong.add(found)
        self.outcome.embedded = now.work["chunks_embedded"]
        self.outcome.texts = different_texts(self.library)
        return found

    def _something_asked(self, client: Client) -> None:
        """Now and then the person forgets the folder, or adds it again, or compares all of it."""
        choice = self._dice.random()
        if choice < 0.1:
            client.start(RemovePaths((str(self.folder),)))
        elif choice < 0.3:
            client.start(AddPaths((str(self.folder),), wait=False))
        elif choice < 0.4:
            client.start(Sync(wait=False))


def main() -> int:
    """Kill, check, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--embedder", choices=["real", "cheap"], default="real")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kills-") as scratch:
        os.environ["DESKTOP_RAG_HOME"] = str(Path(scratch) / "home")
        killing = Killing(Path(scratch), wanted.seed, _STARTS[wanted.embedder])
        try:
            while killing.outcome.kills < wanted.kills:
                killing.kill_once()
                if killing.outcome.kills % wanted.every == 0:
                    found = killing.check()
                    print(f"kills {killing.outcome.kills:4}  {found}", flush=True)
        finally:
            stop_engine(killing.library)
    return _told(killing.outcome)


def _told(outcome: Outcome) -> int:
    for kind in ("lost", "twice", "ghosts", "unreachable"):
        for what in getattr(outcome.wrong, kind)[:20]:
            print(f"{kind}: {what}")
    again = outcome.embedded - outcome.texts
    starts = sorted(outcome.starts_s)
    print(f"{outcome.kills} kills, {outcome.checks} comparisons: {outcome.wrong}")
    print(f"texts embedded {outcome.embedded}, different ones {outcome.texts}, again {again}")
    print(f"(and at most {_BATCH} a kill that were being embedded)")
    print(
        f"start until answering: median {starts[len(starts) // 2]:.2f} s, most {starts[-1]:.2f} s"
    )
    return 1 if outcome.wrong.any() else 0


if __name__ == "__main__":
    raise SystemExit(main())
