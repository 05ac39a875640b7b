"""`desktop-rag password`: never part of the command, never printed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from desktop_rag.domain.source import FileEntry
from desktop_rag.messages.library import FilePage, GivePassword, ListFiles, PasswordGiven
from tests.fakes.scripted_engine import ScriptedEngine
from tests.unit.cli.conftest import Run


def _answering(engine: ScriptedEngine, *states: FileEntry, problem: str = "") -> list[GivePassword]:
    """An engine whose file goes through these states; what it was given."""
    given: list[GivePassword] = []
    waiting = list(states)

    def take(sent: GivePassword) -> PasswordGiven:
        given.append(sent)
        return PasswordGiven(problem)

    def look(_sent: ListFiles) -> FilePage:
        entry = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return FilePage((entry,), False, 1)

    engine.on(GivePassword, take)
    engine.on(ListFiles, look)
    return given


def _entry(path: Path, state: str, code: str = "") -> FileEntry:
    reason = "“secret.pdf” is protected by a password." if code else ""
    return FileEntry(str(path), str(path.parent), state, reason, code=code)  # type: ignore[arg-type]


def test_a_password_is_read_from_standard_input_and_the_file_waited_for(
    run: Run, engine: ScriptedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret.pdf"
    given = _answering(engine, _entry(path, "waiting"), _entry(path, "indexed"))
    monkeypatch.setattr("sys.stdin", io.StringIO("open sesame\n"))
    ran = run("password", path, "--keep")
    assert ran.status == 0
    assert given == [GivePassword(str(path), "open sesame", keep=True)]
    assert ran.out.strip() == f"{path}: indexed."
    assert "open sesame" not in ran.out + ran.err


def test_a_wrong_password_and_one_that_is_not_kept_are_said(
    run: Run, engine: ScriptedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret.pdf"
    _answering(engine, _entry(path, "failed", "password"), problem="There is no keyring.")
    monkeypatch.setattr("sys.stdin", io.StringIO("wrong\n"))
    ran = run("password", path, "--keep")
    assert ran.status == 1
    assert "There is no keyring." in ran.err
    assert "protected by a password" in ran.err


def test_a_password_is_forgotten_without_being_asked_for(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    path = tmp_path / "secret.pdf"
    given = _answering(engine, _entry(path, "indexed"))
    assert run("password", path, "--forget").status == 0
    assert given == [GivePassword(str(path), "")]


def test_no_password_is_a_mistake(
    run: Run, engine: ScriptedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    ran = run("password", tmp_path / "secret.pdf")
    assert ran.status == 2
    assert "No password was given." in ran.err
    assert run("password", tmp_path / "secret.pdf", "--keep", "--forget").status == 2
