from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_rag.messages.ask import AnswerFinished, Ask
from desktop_rag.messages.library import AddPaths
from tests.fakes.scripted_engine import ScriptedEngine
from tests.unit.cli import values
from tests.unit.cli.conftest import Run


def test_with_json_nothing_a_library_prints_reaches_the_output(tmp_path: Path) -> None:
    script = """
import os, sys
from desktop_rag.cli import app, terminal

def noisy(library):
    print("a library prints")
    os.write(1, b"a native library prints\\n")
    from tests.fakes.scripted_engine import ScriptedEngine
    from desktop_rag.messages.library import RemovePaths, RemoveReport
    return ScriptedEngine().on(RemovePaths, lambda _: RemoveReport(1)).connect(library)

app.attach_as_command = noisy
sys.exit(app.main(["remove", "x", "--json"]))
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert json.loads(ran.stdout) == {"forgotten": 1, "unknown": []}
    assert "a library prints" in ran.stderr
    assert "a native library prints" in ran.stderr
    assert ran.returncode == 0


def test_the_self_test_passes_when_the_answer_cites_a_source(
    run: Run, engine: ScriptedEngine
) -> None:
    engine.on(AddPaths, lambda _: values.added())
    engine.on(Ask, lambda sent: AnswerFinished(values.answer(sent.search.text)))
    ran = run("self-test", "--json")
    assert ran.status == 0
    assert ran.json["passed"] is True
    assert engine.only(AddPaths).paths[0].endswith("sample_library")
    assert engine.only(AddPaths).watch is False


def test_the_self_test_fails_when_a_document_could_not_be_read(
    run: Run, engine: ScriptedEngine
) -> None:
    engine.on(AddPaths, lambda _: values.added(values.entry("/a", "failed")))
    engine.on(Ask, lambda sent: AnswerFinished(values.answer(sent.search.text)))
    ran = run("self-test")
    assert ran.status == 3
    assert "Failed" in ran.out


def test_a_bug_becomes_a_sentence(run: Run, engine: ScriptedEngine) -> None:
    ran = run("status")  # the scripted engine knows no such message: its handler breaks
    assert ran.status == 3
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("search", "--help")])
def test_help_and_version_need_no_engine(
    run: Run, engine: ScriptedEngine, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(*arguments).status == 0
    assert capsys.readouterr().out.strip()
    assert engine.libraries == []
