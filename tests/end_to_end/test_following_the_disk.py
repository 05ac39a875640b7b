"""The library follows the disk: edits, renames, deletions, vanished drives."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from desktop_rag.messages.library import AddPaths, AddReport, FilePage, ListFiles
from desktop_rag.messages.search import HitsFound, Search
from tests.end_to_end.driving import best_text, engine, eventually, found_paths, quiet, status

pytestmark = pytest.mark.slow


def _notes(folder: Path, count: int) -> None:
    folder.mkdir(exist_ok=True)
    for number in range(count):
        (folder / f"note{number:03}.md").write_text(
            f"# Note {number}\n\nThe valve number {number} is painted in colour c{number}x.\n"
        )


def test_a_saved_edit_is_searchable_within_three_seconds(library: Path, documents: Path) -> None:
    _notes(documents, 3)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        (documents / "note001.md").write_text("# Note 1\n\nThe zyzzyva beetle lives here now.\n")
        took = eventually(
            lambda: "zyzzyva" in best_text(client, "zyzzyva beetle"),
            3.0,
            "the edit is found",
        )
        assert took <= 3.0


def test_an_editor_that_saves_by_renaming_is_followed(library: Path, documents: Path) -> None:
    _notes(documents, 2)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        fresh = documents / ".note000.md.swp"
        fresh.write_text("# Note 0\n\nA quokka sat on the valve.\n")
        os.replace(fresh, documents / "note000.md")
        eventually(
            lambda: "quokka" in best_text(client, "quokka"),
            5.0,
            "the edit is found",
        )


def test_a_single_file_that_was_added_is_followed(library: Path, documents: Path) -> None:
    _notes(documents, 2)
    alone = documents / "note001.md"
    with engine(library) as client:
        client.ask(AddPaths((str(alone),)), AddReport, timeout=120)
        quiet(client)
        time.sleep(5)  # the health of watches is looked at every two seconds
        alone.write_text("# Note 1\n\nA capybara moved in.\n")
        eventually(lambda: "capybara" in best_text(client, "capybara"), 8.0, "the edit is found")
        assert status(client).files["indexed"] == 1


def test_a_renamed_folder_of_200_files_is_not_embedded_again(
    library: Path, documents: Path
) -> None:
    _notes(documents / "old", 200)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=240)
        quiet(client)
        before = status(client)
        assert before.files["indexed"] == 200
        os.rename(documents / "old", documents / "new")
        eventually(
            lambda: found_paths(client, "colour c7x", 1) == [str(documents / "new/note007.md")],
            20.0,
            "the new place is known",
        )
        quiet(client)
        after = status(client)
        assert after.work["chunks_embedded"] == before.work["chunks_embedded"]
        assert after.files["indexed"] == 200
        assert after.chunks == before.chunks


def test_a_deleted_file_is_gone_from_all_three_indexes(library: Path, documents: Path) -> None:
    _notes(documents, 5)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        (documents / "note002.md").unlink()
        eventually(lambda: status(client).files["indexed"] == 4, 10.0, "it is forgotten")
        eventually(lambda: status(client).chunks == 4, 10.0, "its chunks are gone")
        for mode in ("keyword", "vector", "hybrid"):
            paths = found_paths(client, "valve number 2 colour c2x")
            assert str(documents / "note002.md") not in paths, mode


def test_a_root_that_vanishes_is_offline_and_comes_back_without_work(
    library: Path, documents: Path
) -> None:
    drive = documents / "drive"
    _notes(drive, 4)
    with engine(library) as client:
        client.ask(AddPaths((str(drive),)), AddReport, timeout=120)
        quiet(client)
        before = status(client)
        away = documents / "away"
        os.rename(drive, away)
        eventually(lambda: status(client).roots[0].state == "offline", 15.0, "it is offline")
        assert found_paths(client, "valve number 3")
        os.rename(away, drive)
        eventually(lambda: status(client).roots[0].state == "ready", 15.0, "it is back")
        quiet(client)
        assert status(client).work == before.work
        (drive / "new.md").write_text("# New\n\nAn axolotl arrived.\n")
        eventually(
            lambda: "axolotl" in best_text(client, "axolotl"),
            8.0,
            "watching goes on",
        )


def test_the_first_question_after_a_start_knows_what_changed_meanwhile(
    library: Path, documents: Path
) -> None:
    _notes(documents, 4)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
    (documents / "note000.md").unlink()
    (documents / "note001.md").write_text("# Note 1\n\nNow about narwhals.\n")
    (documents / "note009.md").write_text("# Note 9\n\nNew: pangolins.\n")
    with engine(library) as client:
        first = client.ask(Search("narwhals", keep=20), HitsFound, timeout=90).result
        assert "Now about narwhals." in first.hits[0].chunk.text
        assert first.notices == ()
        gone = client.ask(Search("valve number 0 colour c0x", keep=20), HitsFound, timeout=60)
        assert not [h for h in gone.result.hits if h.file.path.endswith("note000.md")]
        assert "pangolins" in best_text(client, "pangolins")


def test_what_happened_while_nobody_looked_is_known_at_the_next_start(
    library: Path, documents: Path
) -> None:
    _notes(documents, 4)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
    (documents / "note000.md").unlink()
    (documents / "note001.md").write_text("# Note 1\n\nNow about narwhals.\n")
    (documents / "note009.md").write_text("# Note 9\n\nNew: pangolins.\n")
    with engine(library) as client:
        eventually(
            lambda: (
                {Path(f.path).name for f in _indexed(client)}
                == {"note001.md", "note002.md", "note003.md", "note009.md"}
            ),
            60.0,
            "the ledger equals the disk",
        )
        quiet(client)
        assert found_paths(client, "narwhals", 1) == [str(documents / "note001.md")]
        assert found_paths(client, "pangolins", 1) == [str(documents / "note009.md")]


def _indexed(client) -> tuple:  # type: ignore[no-untyped-def,type-arg]
    return client.ask(ListFiles(state="indexed"), FilePage, timeout=30).files


def test_watched_folders_are_not_written_to(library: Path, documents: Path) -> None:
    _notes(documents, 3)
    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in documents.rglob("*")}
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
        found_paths(client, "valve")
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in documents.rglob("*")} == before
    shutil.rmtree(documents)
