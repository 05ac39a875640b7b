"""A library is backed up, moved and restored from the command line; nothing is embedded again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.host.moved import library_at
from tests.end_to_end.driving import run, run_json, stop_engine

pytestmark = pytest.mark.slow


def _add(library: Path, documents: Path, *names: str) -> None:
    for name in names:
        (documents / f"{name}.md").write_text(f"# {name}\n\nThe {name} lives by the river.\n")
    assert run("add", str(documents), "--library", str(library)).returncode == 0


def _first(library: Path, text: str) -> str:
    hits = run_json("search", text, "--library", str(library))["hits"]
    return Path(hits[0]["path"]).stem if hits else ""


def _work(library: Path) -> Any:
    return run_json("status", "--library", str(library))["work"]


def test_a_backup_brings_a_lost_library_back_without_embedding(
    library: Path, documents: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backups" / "monday.backup"
    backup.parent.mkdir(mode=0o755)
    _add(library, documents, "otter", "heron")
    before = _work(library)
    done = run("library", "backup", str(backup), "--library", str(library))
    assert done.returncode == 0, done.stderr
    assert backup.stat().st_mode & 0o077 == 0
    assert backup.parent.stat().st_mode & 0o777 == 0o755  # the person's folder is left as it is
    again = run("library", "backup", str(backup), "--library", str(library))
    assert again.returncode == 2
    assert "already" in again.stderr
    stop_engine(library)
    (library / "library.sqlite3").write_bytes(b"gone" * 9999)
    done = run("library", "restore", str(backup), "--library", str(library))
    assert done.returncode == 0, done.stderr
    assert _first(library, "Where does the otter live?") == "otter"
    assert _work(library) == before
    assert run_json("doctor", "--library", str(library))["healthy"]


def test_what_is_no_backup_is_refused_and_the_library_left_alone(
    library: Path, documents: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.backup"
    wrong.write_text("not a library")
    _add(library, documents, "otter")
    done = run("library", "restore", str(wrong), "--library", str(library))
    assert done.returncode == 3
    assert "no whole backup" in done.stderr
    assert _first(library, "otter") == "otter"


def test_a_moved_library_is_found_from_its_old_place_too(
    library: Path, documents: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new place" / "library"
    _add(library, documents, "otter", "heron")
    before = _work(library)
    inside = run("library", "move", str(library / "inside"), "--library", str(library))
    assert inside.returncode == 2
    try:
        done = run("library", "move", str(new), "--library", str(library))
        assert done.returncode == 0, done.stderr
        assert library_at(library) == new
        assert new.stat().st_mode & 0o077 == 0
        for place in (library, new):
            assert _first(place, "Where does the heron live?") == "heron"
            assert run_json("status", "--library", str(place))["library"] == str(new)
        assert _work(new) == before
        assert not (library / "library.sqlite3").exists()
        assert not (library / "vectors").exists()
        stop_engine(new)
        os.rename(new.parent, tmp_path / "unplugged")
        lost = run("search", "otter", "--library", str(library))
        assert lost.returncode == 3
        assert "cannot be reached" in lost.stderr
        os.rename(tmp_path / "unplugged", new.parent)
        assert _first(library, "otter") == "otter"
    finally:
        stop_engine(new)
