"""A real window over a scripted engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.app import install_language
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.state.window_state import WindowState, window_state
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.window import MainWindow
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine, furnished


class Stage:
    """A window, the state behind it, and the engine it talks to."""

    def __init__(self, window: MainWindow, state: WindowState, engine: ScriptedGuiEngine) -> None:
        self.window = window
        self.state = state
        self.engine = engine

    def part(self, name: str) -> QWidget:
        """The widget with an object name."""
        found = self.window.findChild(QWidget, name)
        assert found is not None, name
        return found

    def answer_text(self) -> str:
        """What stands in the conversation."""
        return self.part("answerView").toPlainText()  # type: ignore[attr-defined]


Open = Callable[..., Stage]


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Iterator[Theme]:
    install_language(qapp, "en")
    made = Theme(qapp)
    yield made
    qapp.setStyleSheet("")


@pytest.fixture
def open_window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[Open]:
    """Opens a window on a scripted engine and waits until it knows the library."""
    stages: list[Stage] = []

    def open_it(engine: ScriptedGuiEngine | None = None) -> Stage:
        engine = engine or furnished()
        link = EngineLink(engine.attach)
        state = window_state(link)
        window = MainWindow(theme, KeptWindow(tmp_path / "window.ini"))
        window.furnish(state)
        stages.append(Stage(window, state, engine))
        window.show()
        link.open()
        qtbot.waitUntil(lambda: state.library.known and bool(engine.subscribers))
        return stages[-1]

    yield open_it
    for stage in stages:
        stage.window.close()
        for client in stage.engine.clients:
            client.close()
        _delete(stage.window)
        _delete(stage.state.link)


def _delete(thing: QObject) -> None:
    thing.deleteLater()
    QApplication.sendPostedEvents(thing, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def stage(open_window: Open) -> Stage:
    return open_window()
