"""A real window over a scripted engine."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
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


@pytest.fixture(autouse=True)
def no_window_or_line_left(qapp: QApplication) -> Iterator[None]:
    """A test that leaves a window, a dialog or a thread of the window behind fails."""
    windows, threads = set(map(id, QApplication.topLevelWidgets())), set(threading.enumerate())
    yield
    end = time.monotonic() + 3
    while time.monotonic() < end:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()
        shown = [w for w in QApplication.topLevelWidgets() if id(w) not in windows and _ours(w)]
        lines = [t for t in set(threading.enumerate()) - threads if t.name == "engine-line"]
        if not shown and not lines:
            return
        time.sleep(0.01)
    assert not shown, f"left open: {shown}"
    assert not lines, f"left running: {lines}"


@pytest.fixture(autouse=True, scope="session")
def no_timer_left(qapp: QApplication) -> Iterator[None]:
    """A timer of our own that still runs after all tests of the window fails them."""
    yield
    gc.collect()
    # The type and not `isinstance`, which asks the object: some of torch's warn when asked.
    timers = [one for one in gc.get_objects() if issubclass(type(one), QTimer)]
    ticking = [timer for timer in timers if shiboken6.isValid(timer) and timer.isActive()]
    assert not ticking, f"still ticking: {[(t.parent(), t.interval()) for t in ticking]}"


def _ours(widget: QWidget) -> bool:
    return shiboken6.isValid(widget) and widget.isVisible()


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
