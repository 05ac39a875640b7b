"""Driving the real window over the real engine, as a person does: keys, clicks and drops."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.domain.answer import Answer
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.engine_words import engine_words
from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.state.window_state import window_state
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.viewer.page_view import PageView
from desktop_rag.gui.viewer.source_viewer import SourceViewer
from desktop_rag.gui.window import MainWindow
from desktop_rag.link.attach import attach
from desktop_rag.messages import Message
from desktop_rag.messages.models import ChangeSetting

LONG_MS = 120_000
_ANSWER_MS = 60_000


class LiveWindow:
    """A window on a library, and a person before it."""

    def __init__(
        self, qtbot: QtBot, theme: Theme, library: Path, folder: Path, language: str = "en"
    ) -> None:
        self.qtbot = qtbot
        self.library = library
        self.link = EngineLink(lambda: attach(library, role="gui"), words=engine_words(language))
        self.state = window_state(self.link)
        self.window = MainWindow(theme, KeptWindow(folder / "window.ini"))
        self.window.furnish(self.state)
        self.window.resize(1400, 900)
        self.window.show()
        self.link.open()
        self.until(lambda: self.state.library.status is not None, LONG_MS)

    # --- looking ---

    def part(self, name: str) -> QWidget:
        """The widget with an object name."""
        found = self.window.findChild(QWidget, name)
        assert found is not None, name
        return found

    def answer_view(self) -> QTextBrowser:
        """Where the conversation stands."""
        view = self.part("answerView")
        assert isinstance(view, QTextBrowser)
        return view

    def viewer(self) -> SourceViewer:
        """The source that is open."""
        viewer = self.part("sourceViewer")
        assert isinstance(viewer, SourceViewer)
        return viewer

    def pages(self) -> PageView:
        """The pages of the source that is open."""
        pages = self.part("pageView")
        assert isinstance(pages, PageView)
        return pages

    def answer(self) -> Answer:
        """The last answer; fails when there is none."""
        turn = self.state.ask.turns[-1]
        assert turn.error is None, turn.error
        assert turn.answer is not None
        return turn.answer

    def notices(self) -> list[str]:
        """What the window says above the page."""
        return [notice.text for notice in self.state.notices.notices()]

    def indexed(self) -> int:
        """How many files are searchable."""
        return self.state.library.files.get("indexed", 0)

    def idle(self) -> bool:
        """True when no file waits."""
        queue = self.state.library.queue
        return queue.waiting + queue.running == 0

    def save_picture(self, name: str) -> None:
        """Keep a picture of the window where `DESKTOP_RAG_PICTURES` says, for people to look at."""
        folder = os.environ.get("DESKTOP_RAG_PICTURES")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.window.grab().save(str(Path(folder) / f"{name}.png"))

    # --- waiting ---

    def until(self, true: Callable[[], bool], milliseconds: int = _ANSWER_MS) -> None:
        """Let the window live until something is true."""
        self.qtbot.waitUntil(true, timeout=milliseconds)

    def until_idle(self) -> None:
        """Wait until everything is indexed."""
        self.until(self.idle, LONG_MS)

    def answers_are_quoted(self) -> None:
        """Choose answers that quote: they take no model and come at once."""
        self.change("answering.kind", "extractive")

    def change(self, key: str, value: str) -> None:
        """Change a setting."""
        done: list[Message] = []
        self.link.request(ChangeSetting(key, value), done.append)
        self.until(lambda: bool(done))

    # --- doing ---

    def press(self, text: str) -> None:
        """Click the button that says `text`."""
        buttons = [b for b in self.window.findChildren(QPushButton) if b.text() == text]
        shown = [b for b in buttons if b.isVisible()]
        assert shown, text
        self.qtbot.mouseClick(shown[0], Qt.MouseButton.LeftButton)

    def ask(self, question: str) -> Answer:
        """Type a question, press Enter, wait for the whole answer."""
        turns = len(self.state.ask.turns)
        box = self.part("askInput")
        assert isinstance(box, QPlainTextEdit)
        if question.isascii():
            self.qtbot.keyClicks(box, question)
        else:
            box.insertPlainText(question)  # QTest has keys for ASCII alone
        self.qtbot.keyClick(box, Qt.Key.Key_Return)
        self.until(lambda: len(self.state.ask.turns) > turns and not self.state.ask.busy)
        return self.answer()

    def click_mark(self, n: int) -> None:
        """Click the first `[n]` below the last question."""
        view = self.answer_view()
        question = QTextCursor(view.document())
        question.movePosition(QTextCursor.MoveOperation.End)
        backwards = QTextDocument.FindFlag.FindBackward
        question = view.document().find(self.answer().question, question, backwards)
        cursor = view.document().find(f"[{n}]", question)
        assert not cursor.isNull(), view.toPlainText()
        cursor.setPosition(cursor.selectionEnd())
        view.setTextCursor(cursor)
        view.ensureCursorVisible()
        spot = view.cursorRect(cursor).center() - QPoint(8, 0)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    def drop(self, target: QWidget, *paths: Path) -> None:
        """Drag files over a widget and let them fall."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(target, QDragEnterEvent(QPoint(5, 5), action, data, button, none))
        QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), action, data, button, none))

    def close(self) -> None:
        """Close the window; its engine goes on or ends by itself."""
        self.window.close()
        for thing in (self.window, self.link):
            _delete(thing)


def _delete(thing: QObject) -> None:
    thing.deleteLater()
    QApplication.sendPostedEvents(thing, QEvent.Type.DeferredDelete.value)
