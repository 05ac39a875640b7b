"""The question box with its buttons, framed as one thing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import IconButton, restyle
from desktop_rag.gui.widgets.question_box import QuestionBox

_MOST_CHARS = 10_000


class QuestionFrame(QFrame):
    """Holds `askInput`, `askButton` and `stopButton`."""

    asked = Signal(str)
    """The question; never empty."""
    stop_wanted = Signal()
    text_changed = Signal(str)
    files_dropped = Signal(list)
    refused = Signal(str)
    """Why the question cannot be asked, in a sentence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("questionFrame")
        self.box = QuestionBox()
        self.box.setObjectName("askInput")
        self.box.setAccessibleName(self.tr("Question"))
        self.box.asked.connect(self._ask)
        self.box.textChanged.connect(self._on_text)
        self.box.files_dropped.connect(self.files_dropped)
        self.box.drag_changed.connect(lambda over: self._mark("drop", over))
        self.box.focus_changed.connect(lambda focused: self._mark("active", focused))
        self._button = IconButton(theme, "send", self.tr("Ask"), "primary")
        self._button.setObjectName("askButton")
        self._button.clicked.connect(self._ask)
        self._stop = IconButton(theme, "stop", self.tr("Stop (Esc)"), "primary")
        self._stop.setObjectName("stopButton")
        self._stop.clicked.connect(self.stop_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_S, tokens.SPACE_S)
        row.setSpacing(tokens.SPACE_S)
        row.addWidget(self.box, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self._stop, 0, Qt.AlignmentFlag.AlignBottom)
        self._busy = False
        self.show_busy(False)
        self.show_mode(searching=False)

    def show_busy(self, busy: bool) -> None:
        """While an answer is on its way the button stops it."""
        self._busy = busy
        self._button.setVisible(not busy)
        self._stop.setVisible(busy)

    def show_mode(self, *, searching: bool) -> None:
        """Say what the box does."""
        hint = self.tr("Search your documents…") if searching else self.tr("Ask your documents…")
        self.box.setPlaceholderText(hint)
        self._button.show_icon("search" if searching else "send")
        self._button.rename(self.tr("Search") if searching else self.tr("Ask"))

    def text(self) -> str:
        """What is written."""
        return self.box.toPlainText()

    def set_text(self, text: str) -> None:
        """Write a question for the person to change or ask."""
        self.box.setPlainText(text)
        self.box.moveCursor(self.box.textCursor().MoveOperation.End)

    def _ask(self) -> None:
        question = self.text().strip()
        if not question:
            self.refused.emit(self.tr("Write a question first."))
            self.box.setFocus()
        elif len(question) > _MOST_CHARS:
            self.refused.emit(
                self.tr(
                    "The question is longer than %Ln characters; please shorten it.",
                    "",
                    _MOST_CHARS,
                )
            )
        else:
            self.asked.emit(question)

    def _on_text(self) -> None:
        self.text_changed.emit(self.text())

    def _mark(self, name: str, on: bool) -> None:
        self.setProperty(name, "true" if on else "false")
        restyle(self)
