"""Bad input gets one plain sentence that says what is wrong and what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.end_to_end.driving import run, run_json

pytestmark = pytest.mark.slow


def _sentence(text: str) -> bool:
    return bool(text.strip()) and "Traceback" not in text and len(text.strip().splitlines()) == 1


def test_a_library_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("this is a file, not a folder")
    done = run("status", "--library", str(blocked))
    assert done.returncode == 3
    assert _sentence(done.stderr), done.stderr
    assert "--library" in done.stderr
    assert blocked.read_text() == "this is a file, not a folder"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_folder_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    done = run("status", "--library", str(folder / "library"))
    assert done.returncode == 3
    assert _sentence(done.stderr), done.stderr


def test_files_that_are_no_models_are_said(library: Path, tmp_path: Path) -> None:
    text = tmp_path / "notes.gguf"
    text.write_text("these are only notes")
    done = run("models", "add", str(text), "--library", str(library))
    assert done.returncode in (1, 2, 3)
    assert _sentence(done.stderr), done.stderr
    assert "GGUF" in done.stderr


def test_an_empty_folder_is_no_mistake(library: Path, documents: Path) -> None:
    done = run("add", str(documents), "--library", str(library))
    assert done.returncode == 0, done.stderr
    state = run_json("status", "--library", str(library))
    assert [root["state"] for root in state["roots"]] == ["ready"]


def test_what_nobody_wrote_down_is_said_to_be_missing(library: Path, documents: Path) -> None:
    (documents / "pump.md").write_text("# Pump\n\nThe pump oil is changed every 400 hours.\n")
    run("add", str(documents), "--library", str(library))
    answer = run_json(
        "ask", "Who won the football championship of 1954?", "--library", str(library)
    )
    assert answer["outcome"] == "not_in_documents"
    assert not any(source["used"] for source in answer["sources"])
    assert "[1]" not in answer["answer"]
