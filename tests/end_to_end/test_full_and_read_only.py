"""A disk that is full, a disk that cannot be written to: a sentence, and nothing is lost."""

from __future__ import annotations

import os
import queue
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from desktop_rag.link.client import Client
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven, Subscribe
from desktop_rag.messages.library import AddPaths, AddReport
from tests.end_to_end.driving import best_text, eventually, quiet, run, status, stop_engine
from tests.quality.cheap_engine import attach_cheaply

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root may mount"),
]
Mount = Callable[[str], None]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 24 MB of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = _mount("-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder))
    if made.returncode:
        pytest.skip(f"mounting is not allowed here: {made.stderr.strip()}")
    yield folder
    stop_engine(folder / "library")
    subprocess.run(["umount", "-l", str(folder)], check=True)


def _mount(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)


def _notes(folder: Path, first: int, count: int) -> None:
    dice = random.Random(first)
    for number in range(first, first + count):
        words = [f"word{dice.randrange(10**9)}" for _ in range(400)]
        (folder / f"note{number}.txt").write_text(f"Note {number} of the heron. {' '.join(words)}")


def _noticed(client: Client) -> queue.Queue[NoticeGiven]:
    notices: queue.Queue[NoticeGiven] = queue.Queue()

    def take(message: Message) -> None:
        if isinstance(message, NoticeGiven):
            notices.put(message)

    client.start(Subscribe(("notices",)), on_event=take)
    return notices


def _wait_for(notices: queue.Queue[NoticeGiven], key: str, *, gone: bool = False) -> NoticeGiven:
    while True:
        notice = notices.get(timeout=180)
        if notice.key == key and bool(notice.text) is not gone:
            return notice


def test_a_full_disk_is_said_and_when_there_is_room_again_all_is_indexed(
    small_disk: Path, documents: Path
) -> None:
    library, ballast = small_disk / "library", small_disk / "ballast"
    _notes(documents, 0, 5)
    client = attach_cheaply(library)
    notices = _noticed(client)
    client.ask(AddPaths((str(documents),)), AddReport, timeout=240)
    quiet(client, 240)
    with suppress(OSError), ballast.open("wb") as file:
        while True:
            file.write(b"\0" * 65536)
            file.flush()
    _notes(documents, 5, 60)
    said = _wait_for(notices, "disk")
    assert "room" in said.text
    assert said.remedy
    assert "heron" in best_text(client, "Note 3 of the heron")  # asking goes on
    ballast.unlink()
    eventually(lambda: status(client).files["indexed"] == 65, 240, "all are indexed")
    quiet(client, 240)
    assert status(client).files["failed"] == 0
    client.close()


def test_a_library_that_cannot_be_written_to_is_said_in_a_sentence(
    small_disk: Path, documents: Path
) -> None:
    library = small_disk / "library"
    _notes(documents, 0, 2)
    client = attach_cheaply(library)
    client.ask(AddPaths((str(documents),)), AddReport, timeout=240)
    client.close()
    stop_engine(library)
    assert _mount("-o", "remount,ro", str(small_disk)).returncode == 0
    done = run("search", "heron", "--library", str(library))
    assert done.returncode == 3
    assert "written to" in done.stderr
    assert "Traceback" not in done.stderr
    assert _mount("-o", "remount,rw", str(small_disk)).returncode == 0
    client = attach_cheaply(library)
    assert status(client).documents == 2
    client.close()
