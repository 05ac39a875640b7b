"""A PDF of many pages and a long log, indexed by the real engine: time, memory, and replies.

    python -m tests.benchmarks.big_files [--pages 2000] [--log-mb 1000]

Each file is made in a temporary folder and added to a library of its own. Printed are the seconds
until all of it is found by words, the largest memory of the engine and of its children (to reach:
engine under 1500 MB), the chunks, and the slowest reply to `status` and to a search by words, which
are asked all the time meanwhile. What is found by words is then learnt for search by meaning; that
goes on for hours for a long log, is not waited for here, and what is left of it is printed.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.link.client import Client
from desktop_rag.messages.library import AddPaths, AddReport
from desktop_rag.messages.search import HitsFound, Search
from tests.benchmarks.made_library import Words
from tests.benchmarks.processes import MEGABYTE, Peak, processor_seconds, watched_memory
from tests.end_to_end.driving import engine, engine_pid, quiet, status

_TO_REACH_MB = 1500
_PAUSE_S = 0.5
_LEARNING_S = 20.0
_LINES_OF_PAGE = 45


@dataclass(slots=True)
class Replies:
    """The slowest replies, in seconds."""

    status: float = 0.0
    search: float = 0.0


def make_pdf(path: Path, pages: int) -> None:
    """Pages of text under headings, with page numbers and a table now and then."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    words = Words(random.Random(4))
    canvas = Canvas(str(path), pagesize=A4)
    for page in range(1, pages + 1):
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(60, 790, f"Chapter {page}: {' '.join(words.some(3))}")
        canvas.setFont("Helvetica", 10)
        for line in range(_LINES_OF_PAGE):
            canvas.drawString(60, 760 - 15 * line, " ".join(words.some(12)))
        canvas.drawString(60, 40, f"The code of page {page} is PG-{page:05}.")
        canvas.showPage()
    canvas.save()


def make_log(path: Path, megabytes: int) -> None:
    """Lines as servers write them."""
    words = Words(random.Random(5))
    messages = [" ".join(words.some(11)) for _ in range(5000)]
    dice = random.Random(6)
    number = size = 0
    with path.open("w", encoding="utf-8") as log:
        while size < megabytes * MEGABYTE:
            level = dice.choice(("INFO", "INFO", "INFO", "WARNING", "ERROR"))
            at = f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
            day = f"2024-03-{1 + number // 3_000_000:02}"
            said = dice.choice(messages)
            size += log.write(f"{day} {at} {level} request {number:08} {said}\n")
            number += 1


def index(path: Path, library: Path, question: str) -> None:
    """Index one file and print what it cost."""
    with engine(library) as client:
        quiet(client)
        pid = engine_pid(library)
        spent, began = processor_seconds(pid), time.perf_counter()
        with watched_memory(pid) as peak:
            client.ask(AddPaths((str(path),), watch=False, wait=False), AddReport, timeout=600)
            replies = _ask_until(client, question, lambda: _all_found_by_words(client))
            took, spent = time.perf_counter() - began, processor_seconds(pid) - spent
            _print_indexed(path, client, took, spent, peak, replies)
            replies = _ask_until(client, question, _after(_LEARNING_S))
        _print_learning(client, peak, replies)


def _all_found_by_words(client: Client) -> bool:
    files = status(client).files
    return files.get("waiting", 0) + files.get("reading", 0) == 0


def _after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _ask_until(client: Client, question: str, true: Callable[[], bool]) -> Replies:
    """Ask for the status and search by words until something is true."""
    replies = Replies()
    while not true():
        began = time.perf_counter()
        status(client)
        replies.status = max(replies.status, time.perf_counter() - began)
        began = time.perf_counter()
        client.ask(Search(question, mode="keyword"), HitsFound, timeout=600)
        replies.search = max(replies.search, time.perf_counter() - began)
        time.sleep(_PAUSE_S)
    return replies


def _print_indexed(
    path: Path, client: Client, took: float, spent: float, peak: Peak, replies: Replies
) -> None:
    now = status(client)
    states = ", ".join(f"{count} {state}" for state, count in now.files.items() if count)
    size = path.stat().st_size / MEGABYTE
    print(f"{path.name}: {size:.0f} MB, {states}, {now.chunks} chunks", flush=True)
    print(f"  found by words after {took:.0f} s ({spent:.0f} processor seconds)")
    print(f"  largest memory: {peak} (to reach: engine under {_TO_REACH_MB} MB)")
    print(f"  slowest replies: status {replies.status:.2f} s, search {replies.search:.2f} s")


def _print_learning(client: Client, peak: Peak, replies: Replies) -> None:
    queue = status(client).queue
    hours = "unknown" if queue.eta_s is None else f"{queue.eta_s / 3600:.2f} h"
    print(
        f"  {_LEARNING_S:.0f} s later {queue.learning} passages are still to be learnt for search "
        f"by meaning (time left: {hours}); not waited for"
    )
    print(f"  while learning: largest memory {peak}; slowest replies: ", end="")
    print(f"status {replies.status:.2f} s, search {replies.search:.2f} s", flush=True)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000, help="0: no PDF")
    parser.add_argument("--log-mb", type=int, default=1000, help="0: no log")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="big-files-") as name:
        folder = Path(name)
        os.environ["DESKTOP_RAG_HOME"] = str(folder / "home")
        if wanted.pages:
            make_pdf(folder / "manual.pdf", wanted.pages)
            index(folder / "manual.pdf", folder / "library1", f"PG-{wanted.pages // 2:05}")
        if wanted.log_mb:
            make_log(folder / "server.log", wanted.log_mb)
            index(folder / "server.log", folder / "library2", "request 00001000")
    print(f"load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
