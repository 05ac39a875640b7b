"""Takes the README's pictures of the real window.

    python -m tests.end_to_end.readme_pictures docs

A library of its own with the sample documents, a real engine, quoted answers.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtWidgets import QApplication

from desktop_rag.gui.app import install_language
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.state.window_state import window_state
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.viewer.page_view import PageView
from desktop_rag.gui.window import MainWindow
from desktop_rag.link.attach import attach
from tests.end_to_end.driving import stop_engine

_SIZE = (1400, 900)
_QUESTIONS = (
    "What must be done before the lid of the pump is opened?",
    "With what torque are the bolts of the lid tightened?",
)
_SEARCH = "too little water at the intake"


class Photographer:
    """A window on a library that stays open while its pictures are taken."""

    def __init__(self, library: Path, kept: Path, folder: Path) -> None:
        self._application = QApplication.instance() or QApplication([])
        self._folder = folder
        self._theme = Theme(self._application, Appearance("light"))  # type: ignore[arg-type]  # ours is one
        self._link = EngineLink(lambda: attach(library, role="gui"))
        self._state = window_state(self._link)
        self._window = MainWindow(self._theme, KeptWindow(kept))
        self._window.furnish(self._state)
        self._window.resize(*_SIZE)
        self._window.show()
        self._link.open()

    def index_samples(self) -> None:
        """Add the sample library and wait for it."""
        self._wait(lambda: self._state.library.status is not None)
        self._window.contents.flow.add_sample()
        self._wait(lambda: self._state.library.files.get("indexed", 0) > 0)
        self._wait(lambda: not self._queue())

    def ask(self, question: str) -> None:
        """Ask and wait for the whole answer."""
        self._window.contents.flow.ask(question)
        self._wait(lambda: not self._state.ask.busy)

    def open_page(self) -> None:
        """Open the first source of the answer that has pages, or the first one."""
        answer = self._state.ask.turns[-1].answer
        assert answer is not None
        paged = [s for s in answer.sources if s.hit.chunk.place.page is not None]
        self._window.contents.flow.open_source((paged or answer.sources)[0].n)
        self._pause(1.5)
        pages = self._window.findChild(PageView)
        if paged and pages is not None:
            self._wait(lambda: pages.picture_of_reading() is not None)

    def search(self, words: str) -> None:
        """Search and preview the first hit."""
        self._window.contents.flow.switch_mode()
        centre = self._window.contents.panes.centre
        final: list[bool] = []
        self._state.search.found.connect(lambda _result, last: final.append(last))
        centre.question.set_text(words)
        self._wait(lambda: True in final)
        centre.search_view.focus_results()
        self._pause(1.5)

    def wear(self, theme: str) -> None:
        """Change to another appearance."""
        self._theme.wear(Appearance(theme))

    def save(self, name: str) -> None:
        """Take a picture, in 256 colours so that it stays small."""
        self._pause(0.8)
        path = self._folder / f"{name}.png"
        self._window.grab().save(str(path))
        with Image.open(path) as taken:
            few = taken.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3)
        few.save(path, optimize=True)

    def close(self) -> None:
        """Put the window away."""
        self._window.close()

    def _queue(self) -> int:
        return self._state.library.queue.waiting + self._state.library.queue.running

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self._wait(lambda: time.monotonic() > end)

    def _wait(self, true: Callable[[], bool], seconds: float = 180) -> None:
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise SystemExit("the window did not get there in time")
            self._application.processEvents()
            time.sleep(0.005)


def main(folder: Path) -> None:
    """Take `window.png`, `window-dark.png` and `window-search.png`."""
    with tempfile.TemporaryDirectory(prefix="pictures-") as name:
        home = Path(name)
        os.environ["DESKTOP_RAG_HOME"] = str(home)
        install_language(QApplication([]), "en")
        library = home / "library"
        photographer = Photographer(library, home / "window.ini", folder)
        try:
            photographer.index_samples()
            for question in _QUESTIONS:
                photographer.ask(question)
            photographer.open_page()
            photographer.save("window")
            photographer.wear("dark")
            photographer.save("window-dark")
            photographer.wear("light")
            photographer.search(_SEARCH)
            photographer.save("window-search")
        finally:
            photographer.close()
            stop_engine(library)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
