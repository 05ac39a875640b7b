"""Plug-ins as a person installs them: packages beside the application, found by entry point."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.views.settings_dialog import SettingsDialog
from desktop_rag.link.attach import attach
from tests.end_to_end.driving import run, run_json, stop_engine

pytestmark = pytest.mark.slow
_PACKAGES = Path(__file__).parents[1] / "data"
_QUESTION = "The pump turns at 900 revolutions per minute"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip installed both packages, without any network."""
    target = tmp_path_factory.mktemp("installed")
    for name in ("sample_plugin", "troubled_plugin"):
        source = shutil.copytree(_PACKAGES / name, target.parent / f"{name}_source")
        options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
        pip = [sys.executable, "-m", "pip", "install", *options, "--target", target, source]
        subprocess.run(pip, check=True, timeout=120)
    return target


@pytest.fixture
def with_plugins(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process that is started finds them."""
    paths = (os.environ["PYTHONPATH"], str(installed))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


@pytest.fixture
def pumps(library: Path, documents: Path, with_plugins: None) -> Path:
    """A library of two notes on pumps, of which the shorter one is the newer."""
    long, short = documents / "long.txt", documents / "short.txt"
    long.write_text("The pump turns at 900 revolutions per minute. The pump is green and loud.\n")
    short.write_text("A pump needs oil.\n")
    now = time.time()
    os.utime(long, (now - 9000, now - 9000))
    os.utime(short, (now - 10, now - 10))
    assert run("add", str(documents), "--library", str(library)).returncode == 0
    return library


def _search(library: Path, text: str, *settings: str) -> Any:
    return run_json("search", text, "--library", str(library), *_with(*settings))


def _with(*settings: str) -> list[str]:
    return [word for setting in settings for word in ("--set", setting)]


def _names(found: Any) -> list[str]:
    return [Path(hit["path"]).name for hit in found["hits"]]


def _step(found: Any, name: str) -> Any:
    return next(step for step in found["trace"] if step["step"] == name)


def test_the_sample_imports_only_ports_and_domain() -> None:
    tree = ast.parse((_PACKAGES / "sample_plugin" / "sample_plugin.py").read_text("utf-8"))
    modules = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    ours = [module for module in modules if module.startswith("desktop_rag")]
    assert ours
    assert all(m.startswith(("desktop_rag.ports", "desktop_rag.domain")) for m in ours)


def test_installed_steps_work_in_the_command_line_and_in_the_window_and_may_go_again(
    qtbot: QtBot, pumps: Path, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _chained_on_the_command_line(pumps)
    _told_by_the_doctor(pumps)
    _chosen_in_the_window(qtbot, pumps)
    stop_engine(pumps)
    monkeypatch.setenv("PYTHONPATH", os.environ["PYTHONPATH"].replace(str(installed), ""))
    _left_out_once_it_is_gone(pumps)


def _chained_on_the_command_line(pumps: Path) -> None:
    chained = _search(
        pumps,
        f"{_QUESTION} rpm",
        "retrieval.preprocessors=divides_by_zero,spell_out",
        "retrieval.rerank=shortest_first",
        "retrieval.postprocessors=cannot_be_made,gives_nothing,newest_first",
    )
    assert _names(chained) == ["short.txt", "long.txt"]
    assert chained["hits"][0]["scores"]["rerank"]["name"] == "shortest_first"
    assert _step(chained, "spell_out")["out"] == 1
    assert _step(chained, "newest_first")["out"] == 2
    for name in ("divides_by_zero", "cannot_be_made"):
        note = _step(chained, name)["note"]
        assert note.endswith(f"The step {name} of the plug-in failing failed.")
    nothing = _step(chained, "gives_nothing")["note"]
    assert nothing.endswith("the plug-in failing gave back what makes no sense: no list of hits.")
    plain = _search(pumps, _QUESTION, "retrieval.rerank=scores_nonsense")
    assert _names(plain)[0] == "long.txt"
    assert "The step scores_nonsense of the plug-in failing" in _step(plain, "rerank")["note"]


def _told_by_the_doctor(pumps: Path) -> None:
    findings = run_json("doctor", "--library", str(pumps))["findings"]
    assert [f["text"] for f in findings if f["what"] == "plug-ins"] == [
        "The plug-in leaving could not be loaded: I am a script.",
        "The plug-in unloadable could not be loaded: "
        "No module named 'troubled_plugin_that_is_not_there'.",
    ]


def _chosen_in_the_window(qtbot: QtBot, pumps: Path) -> None:
    link = EngineLink(lambda: attach(pumps, role="gui"))
    dialog = SettingsDialog(link)
    qtbot.addWidget(dialog)
    dialog.show()
    link.open()
    row = dialog.row("retrieval.postprocessors")
    names = row.findChild(QLabel, "settingNames")
    assert isinstance(names, QLabel)
    qtbot.waitUntil(lambda: "newest_first" in names.text(), timeout=60_000)
    assert names.isVisibleTo(row)
    assert "diversity" in names.text()
    box = row.editor.input
    assert isinstance(box, QPlainTextEdit)
    box.setPlainText("newest_last")
    qtbot.waitUntil(lambda: "There is no step called 'newest_last'" in row.problem, timeout=20_000)
    with qtbot.waitSignal(dialog.changed, timeout=20_000):
        box.setPlainText("newest_first")
    link.close()
    assert _names(_search(pumps, _QUESTION)) == ["short.txt", "long.txt"]


def _left_out_once_it_is_gone(pumps: Path) -> None:
    found = _search(pumps, _QUESTION)
    assert _names(found)[0] == "long.txt"
    assert len(found["notices"]) == 1
    assert "The step newest_first of your settings is not there" in found["notices"][0]
    asked = _with("retrieval.postprocessors=newest_first,oldest_first")
    wrong = run("search", "pump", "--library", str(pumps), *asked)
    assert wrong.returncode == 2
    assert "There is no step after the search called 'newest_first'" in wrong.stderr
