"""Closing the window at any moment ends its process, and a second start hands its files over."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.app import install_language
from desktop_rag.gui.style.theme import Theme
from desktop_rag.link.attach import attach
from desktop_rag.messages.models import ChangeSetting, SettingsShown
from tests.end_to_end.driving import best_text, quiet, status
from tests.end_to_end.window_driving import LONG_MS, LiveWindow

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

_CLOSED_S = 5.0
_COUNT = 40
_WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from desktop_rag.domain.query import Filters
from desktop_rag.gui import app

library, moment, folder = sys.argv[1:]
begin = app._begin

def begun(window, start):
    begin(window, start)
    state = window.contents._state
    ask = state.ask

    def turn():
        return ask.turns[-1] if ask.turns else None

    come = {
        "start": lambda: True,
        "indexing": lambda: state.library.queue.running > 0,
        "streaming": lambda: turn() is not None and bool(turn().text),
        "dialog": lambda: bool(window.contents.dialogs),
    }[moment]
    if moment == "indexing":
        state.library.add([folder])
    elif moment == "streaming":
        ask.ask("What does part 7 weigh, and what is it for?", Filters(), "generated")
    elif moment == "dialog":
        window.contents.show_settings()
        window.contents.show_help()
        window.contents.show_palette()

    def look():
        if turn() is not None and not ask.busy:
            timer.stop()
            print("the answer ended before:", turn().answer, turn().error, flush=True)
        elif come():
            timer.stop()
            print("closing", flush=True)
            window.close()
            window.close()

    timer = QTimer(window)
    timer.timeout.connect(look)
    timer.start(5)

app._begin = begun
sys.exit(app.run(Path(library)))
"""


def test_closing_at_any_moment_ends_the_process_cleanly_and_loses_nothing(
    library: Path, documents: Path
) -> None:
    for number in range(_COUNT):
        text = f"Part {number} has the serial number SN-{number:05}. It weighs {number} grams.\n"
        (documents / f"part{number:03}.txt").write_text(text * 40)
    with closing(attach(library, role="test")) as engine:
        engine.ask(ChangeSetting("answering.context_tokens", "800"), SettingsShown)
        for moment in ("start", "dialog", "indexing", "streaming"):
            took = _seconds_to_close(library, moment, documents)
            assert took <= _CLOSED_S, f"{moment}: {took:.1f} s"
            quiet(engine)
        assert status(engine).files["indexed"] == _COUNT
        assert "SN-00017" in best_text(engine, "serial number of part 17")


def _seconds_to_close(library: Path, moment: str, folder: Path) -> float:
    command = [sys.executable, "-X", "faulthandler", "-c", _WINDOW, str(library), moment]
    code = 1
    with subprocess.Popen(
        [*command, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = process.stdout.readline()
        began = time.monotonic()
        if said == "closing\n":
            code = process.wait(timeout=60)
        took = time.monotonic() - began
        process.kill()
        assert said == "closing\n", f"{moment}: {said}{process.stderr.read()}"
        assert code == 0, f"{moment}: exit status {code}\n{process.stderr.read()}"
    return took


def test_a_second_start_hands_its_file_to_the_open_window_and_ends(
    qtbot: QtBot, qapp: QApplication, library: Path, tmp_path: Path
) -> None:
    install_language(qapp, "en")
    note = tmp_path / "harbour.txt"
    note.write_text("The harbour master of the island is called Iria Castro.\n")
    live = LiveWindow(qtbot, Theme(qapp), library, tmp_path)
    try:
        live.answers_are_quoted()
        command = [sys.executable, "-m", "desktop_rag", "--library", str(library), str(note)]
        with subprocess.Popen(command) as second:
            live.until(lambda: second.poll() is not None, 30_000)
            assert second.returncode == 0
        live.until(lambda: live.indexed() == 1, LONG_MS)
        live.until_idle()
        answer = live.ask("Who is the harbour master?")
        assert "Iria Castro" in answer.text
        assert {source.hit.file.path for source in answer.sources} == {str(note)}
    finally:
        live.close()
        qapp.setStyleSheet("")
