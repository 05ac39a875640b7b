"""Where pictures of the window are taken: a window over a scripted engine, and waiting for it."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QWidget

from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.engine_words import engine_words
from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.state.window_state import window_state
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.window import MainWindow
from desktop_rag.settings import Settings, override
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine
from tests.gui.scripted_models import ScriptedModels

_ROUNDS = 60


class Studio:
    """A window over a scripted engine, and the way to wait and take its picture."""

    def __init__(self, application: QApplication, theme: Theme, engine: ScriptedGuiEngine) -> None:
        self._application = application
        self._kept = Path(tempfile.mkdtemp()) / "window.ini"
        self.engine = engine
        engine.settings = {"theme": theme.worn.theme, "text_scale": theme.worn.text_scale}
        words = engine_words(QLocale().name()[:2])
        self.link = EngineLink(engine.attach, words=words)
        self.window = MainWindow(theme, KeptWindow(self._kept))
        self.window.furnish(window_state(self.link))
        self.shown: QWidget | None = None
        self.window.show()
        self.link.open()
        self.wait(lambda: self.link.is_connected)
        self.settle()

    def settle(self, seconds: float = 0.4) -> None:
        """Let events pass for a while, and on a busy machine until enough of them have passed."""
        end, rounds = time.monotonic() + seconds, 0
        while time.monotonic() < end or rounds < _ROUNDS:
            rounds += 1
            self._application.processEvents()
            time.sleep(0.005)

    def wait(self, ready: Callable[[], bool]) -> None:
        """Let events pass until something is so."""
        end = time.monotonic() + 10
        while not ready() and time.monotonic() < end:
            self._application.processEvents()
            time.sleep(0.005)

    def ask(self, question: str = "How do I reset the pump?") -> None:
        """Ask and wait for the end."""
        self.window.contents.flow.ask(question)
        state = self.window.contents.flow._state
        self.wait(lambda: bool(state.ask.turns) and not state.ask.busy)
        self.settle()

    def save(self, folder: Path, name: str) -> None:
        """Take the picture and put the window away."""
        (self.shown or self.window).grab().save(str(folder / f"{name}.png"))
        self.window.close()
        self.window.deleteLater()
        self.settle(0.05)


def kept_models(theme: Theme) -> ScriptedModels:
    """Models and settings that say of the appearance what is worn."""
    worn = theme.worn
    wishes = {"application.theme": worn.theme, "application.text_scale": str(worn.text_scale)}
    return ScriptedModels(settings=override(Settings(), wishes))
