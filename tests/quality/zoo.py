"""Let the real application index a collection of difficult files, and compare with a list.

    python -m tests.quality.zoo FOLDER LIST.tsv [--library DIR] [--only TEXT]

The list has the columns path (JSON-escaped, below FOLDER), format, kind (TEXT, OCR, PASSWORD,
CORRUPT, EMPTY, UNSUPPORTED, PARTIAL, LIMIT) and expected. `add` runs as a command with a library
and a home of its own. For every row the ledger's state and reason are compared; the phrase of a
TEXT or OCR row must be found by keyword and by hybrid search in that file, and marked where it
stands. One line is printed for each file that is not as expected, then totals by kind.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from socket import gethostname

from desktop_rag.domain.source import FileEntry
from desktop_rag.link.attach import attach
from desktop_rag.link.client import Client
from desktop_rag.messages.common import Shutdown
from desktop_rag.messages.library import FilePage, GetStatus, ListFiles, Status
from tests.quality.zoo_judging import Row, is_crash, is_hang, load_rows, wrong_state
from tests.quality.zoo_places import PlaceChecker

_LONGEST_ADD_S = 3600
_PAGE = 2000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found for a row; `wrong` is empty when all is as expected."""

    row: Row
    entry: FileEntry | None
    wrong: tuple[str, ...]


def ledger_of(client: Client) -> dict[str, FileEntry]:
    """Every file the library knows, by its path."""
    page = client.ask(ListFiles(limit=_PAGE), FilePage, timeout=60)
    files = list(page.files)
    while page.more:
        page = client.ask(ListFiles(after=files[-1].path, limit=_PAGE), FilePage, timeout=60)
        files += page.files
    return {file.path: file for file in files}


def judge(row: Row, path: str, entry: FileEntry | None, places: PlaceChecker) -> Verdict:
    """Compare one row with what the application made of its file."""
    wrong = [problem] if (problem := wrong_state(row, entry)) else []
    read = entry is not None and entry.state in ("indexed", "partial")
    if read and row.phrase:
        wrong += places.problems(path, row.phrase)
    if read and "host name" in row.expected and gethostname() in places.text_of(path):
        wrong.append("a file outside was read")
    return Verdict(row, entry, tuple(wrong))


def show(verdicts: Sequence[Verdict], status: Status, took_s: float) -> None:
    """What is not as expected, then the totals."""
    good: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for verdict in verdicts:
        row, entry = verdict.row, verdict.entry
        count[row.kind] += 1
        good[row.kind] += not verdict.wrong
        if verdict.wrong:
            found = f"{entry.state}/{entry.code} {entry.reason!r}" if entry else "nothing"
            print(
                f"BAD {row.kind:<11} {row.path!r} — expected {row.expected!r}, found {found}: "
                f"{'; '.join(verdict.wrong)}"
            )
    for kind in sorted(count):
        print(f"{kind:<12} {good[kind]} of {count[kind]}")
    crashes = sum(is_crash(verdict.entry) for verdict in verdicts)
    hangs = sum(is_hang(verdict.entry) for verdict in verdicts)
    rss = status.engine["rss_bytes"] // 1_000_000
    print(f"all          {good.total()} of {count.total()}; {crashes} crashes, {hangs} hangs")
    print(
        f"{status.chunks} chunks, {status.vectors} vectors; indexed in {took_s:.0f} s; "
        f"the engine has {rss} MB"
    )


def index(folder: Path, home: Path, library: Path) -> float:
    """Run `add`; gives the seconds it took. It ends with status 1 when some files failed."""
    os.environ["DESKTOP_RAG_HOME"] = str(home)
    command = [sys.executable, "-m", "desktop_rag", "add", str(folder), "--no-watch", "--json"]
    begun = time.monotonic()
    done = subprocess.run(
        [*command, "--library", str(library)],
        stdout=subprocess.DEVNULL,
        timeout=_LONGEST_ADD_S,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"add ended with status {done.returncode}")
    return time.monotonic() - begun


def examine(folder: Path, rows: Sequence[Row], client: Client, took_s: float) -> int:
    """Judge every row and print; 1 when something is not as expected."""
    ledger = ledger_of(client)
    places = PlaceChecker(client)
    verdicts = []
    for row in rows:
        path = os.path.join(os.path.realpath(folder), row.path)
        verdicts.append(judge(row, path, ledger.get(path), places))
    show(verdicts, client.ask(GetStatus(), Status, timeout=60), took_s)
    return 1 if any(verdict.wrong for verdict in verdicts) else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Index, judge, print; the exit status says whether everything is as expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("listed", type=Path, metavar="LIST.tsv")
    parser.add_argument("--library", type=Path, help="keep the library here, and use it again")
    parser.add_argument("--only", default="", help="only rows of this kind or format")
    options = parser.parse_args(arguments)
    rows = [row for row in load_rows(options.listed) if options.only in ("", row.kind, row.format)]
    with tempfile.TemporaryDirectory(prefix="zoo-") as scratch:
        home = options.library or Path(scratch)
        took_s = index(options.folder, home / "home", home / "library")
        client = attach(home / "library", role="cli")
        try:
            return examine(options.folder, rows, client, took_s)
        finally:
            client.call(Shutdown(), timeout=60)
            client.close()


if __name__ == "__main__":
    raise SystemExit(main())
