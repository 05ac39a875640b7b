"""Watched folders belong to the person: nothing is written there, and what happens there is
followed to the end."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from desktop_rag.messages.library import (
    AddPaths,
    AddReport,
    FilePage,
    ListFiles,
    RemovePaths,
    RemoveReport,
)
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.messages.viewer import GetText, OpenSource, SourceOpened, TextPart
from tests.end_to_end.driving import (
    best_text,
    engine,
    engine_pid,
    eventually,
    found_paths,
    quiet,
    status,
)

pytestmark = pytest.mark.slow


def _notes(folder: Path, count: int) -> None:
    for number in range(count):
        (folder / f"note{number}.md").write_text(f"# Note {number}\n\nValve {number} is blue.\n")


def _tree(folder: Path, but: Path) -> dict[str, tuple[object, ...]]:
    """Everything that can be seen of a folder's content but when it was last read."""
    found: dict[str, tuple[object, ...]] = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        if path == but or but in path.parents:
            continue
        seen = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path)] = (seen.st_mode, seen.st_size, seen.st_mtime_ns, seen.st_nlink, content)
    return found


def test_nothing_is_written_and_at_rest_nothing_is_done(
    library: Path, documents: Path, own_home: Path
) -> None:
    inside = documents / "its own library"  # which must not set itself going
    inside.mkdir()
    _notes(documents, 4)
    (documents / ".env").write_text("SECRET=1")
    (documents / "broken.pdf").write_bytes(b"%PDF-1.7 no pdf")
    before = _tree(documents, inside)
    with engine(inside) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        assert "Valve 3" in best_text(client, "Which valve is number 3?")
        client.ask(OpenSource(str(documents / "note1.md")), SourceOpened, timeout=60)
        work, process = status(client).work, psutil.Process(engine_pid(inside))
        time.sleep(1)
        spent = sum(process.cpu_times()[:2])
        time.sleep(4)
        assert sum(process.cpu_times()[:2]) - spent < 0.4
        assert status(client).work == work
        for path in (inside, *inside.iterdir(), own_home / "logs"):  # sockets too
            assert path.lstat().st_mode & 0o077 == 0, path
    assert _tree(documents, inside) == before
    logged = (own_home / "logs" / "engine.log").read_text()
    assert not [line for line in logged.splitlines() if " WARNING " in line or " ERROR " in line]


def test_a_file_written_slowly_is_known_whole_in_the_end(library: Path, documents: Path) -> None:
    _notes(documents, 1)
    slow = documents / "slow.txt"
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        with slow.open("w") as file:
            for part in range(4):
                file.write(f"Part {part} was written. " * 40 + "\n\n")
                file.flush()
                os.fsync(file.fileno())
                time.sleep(1.0)
            file.write("An axolotl ends the story.\n")
        whole = slow.read_text()

        def text() -> str:
            read = client.ask(GetText(str(slow), 0, 10**6), TextPart, timeout=60)
            return read.text

        eventually(
            lambda: "axolotl" in best_text(client, "axolotl story") and text() == whole,
            60,
            "the whole text is there",
        )
        quiet(client)
        assert status(client).documents == 2


def test_renames_swaps_and_removals_leave_no_trace_of_what_was(
    library: Path, documents: Path
) -> None:
    _notes(documents, 4)
    for path in documents.iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        before = status(client)
        old = _entry(client, documents / "note0.md")
        os.rename(documents / "note0.md", documents / "Note0.md")
        aside = documents / "aside.md"
        os.rename(documents / "note1.md", aside)
        os.rename(documents / "note2.md", documents / "note1.md")
        os.rename(aside, documents / "note2.md")
        eventually(
            lambda: (
                found_paths(client, "Valve 1 is blue", 1) == [str(documents / "note2.md")]
                and found_paths(client, "Valve 0 is blue", 1) == [str(documents / "Note0.md")]
            ),
            30,
            "the new names are known",
        )
        quiet(client)
        assert status(client).work["chunks_embedded"] == before.work["chunks_embedded"]
        opened = client.ask(OpenSource(str(documents / "note0.md"), old), SourceOpened, timeout=60)
        assert (opened.state, opened.path) == ("moved", str(documents / "Note0.md"))
        assert client.ask(RemovePaths((str(documents),)), RemoveReport, timeout=60).forgotten == 4
        for mode in ("keyword", "vector", "hybrid"):
            found = client.ask(Search("Valve 1 is blue", mode=mode), HitsFound, timeout=60)
            assert found.result.hits == (), mode
        assert status(client).chunks == 0
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        assert found_paths(client, "Valve 1 is blue", 1) == [str(documents / "note2.md")]
        # texts that were known yesterday need no embedding
        assert status(client).work["chunks_embedded"] == before.work["chunks_embedded"]


def _entry(client: object, path: Path) -> str:
    page = client.ask(ListFiles(), FilePage, timeout=60)  # type: ignore[attr-defined]
    (found,) = [file for file in page.files if file.path == str(path)]
    return str(found.content_hash)


def test_commands_at_once_share_one_engine_and_index_everything_once(
    library: Path, documents: Path
) -> None:
    _notes(documents, 6)
    command = [sys.executable, "-m", "desktop_rag", "add", str(documents)]
    running = [
        subprocess.Popen(
            [*command, "--library", str(library)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in running:
        _, said = process.communicate(timeout=240)
        assert process.returncode == 0, said
    with engine(library) as client:
        quiet(client)
        now = status(client)
        assert (now.files["indexed"], now.documents, now.chunks) == (6, 6, 6)
        assert now.work == {"files_read": 6, "chunks_embedded": 6}
