"""Notices as calm lines between the head of the window and its content."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_rag.gui.state.notices import NoticeBoard
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import IconButton, IconLabel, label, push_button
from desktop_rag.messages.common import NoticeGiven

NEWS = "window.news"
_ICONS = {"info": "info", "warning": "warning", "error": "error"}


class NoticeBar(QWidget):
    """One line a notice, newest last; empty when there is nothing to say."""

    again_wanted = Signal()
    """The person wants the engine started once more."""

    news_wanted = Signal()
    """The person wants to read what is new."""

    def __init__(self, board: NoticeBoard, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._theme = theme
        self._lines: dict[str, tuple[NoticeGiven, QFrame]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(tokens.SPACE_L, 0, tokens.SPACE_L, tokens.SPACE_S)
        self._column.setSpacing(tokens.SPACE_XS)
        board.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        wanted = {notice.key: notice for notice in self._board.notices()}
        for key, (notice, line) in list(self._lines.items()):
            if wanted.get(key) != notice:
                del self._lines[key]
                self._column.removeWidget(line)
                line.hide()
                line.deleteLater()
        for key, notice in wanted.items():
            if key not in self._lines:
                line = self._line(notice)
                self._lines[key] = (notice, line)
                self._column.addWidget(line)
        self.setVisible(bool(self._lines))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences go on in more lines where there is less room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Keep the sentences whole: the page below gives way, however large the text."""
        self._column.activate()
        for sentence in self.findChildren(QLabel, "noticeSentence"):
            sentence.setMinimumHeight(0)  # a label never needs less than this
            sentence.setMinimumHeight(sentence.heightForWidth(sentence.width()))

    def _line(self, notice: NoticeGiven) -> QFrame:
        frame = QFrame()
        frame.setObjectName("notice")
        frame.setProperty("severity", notice.severity)
        row = QHBoxLayout(frame)
        row.setContentsMargins(tokens.SPACE_M, tokens.SPACE_XS, tokens.SPACE_XS, tokens.SPACE_XS)
        row.setSpacing(tokens.SPACE_S)
        ink = "on_accent_soft" if notice.severity == "info" else "on_evidence_soft"
        row.addWidget(IconLabel(self._theme, _ICONS.get(notice.severity, "info"), 16, ink))
        row.addWidget(_sentence(notice), 1)
        if notice.severity == "error" and self._board.engine_is_away():
            again = push_button(self.tr("Try again"), "link")
            again.clicked.connect(self.again_wanted)
            row.addWidget(again)
        if notice.key == NEWS:
            news = push_button(self.tr("What is new"), "link")
            news.clicked.connect(self.news_wanted)
            row.addWidget(news)
        close = IconButton(self._theme, "close", self.tr("Dismiss this notice"))
        close.clicked.connect(lambda: self._board.dismiss(notice.key))
        row.addWidget(close)
        return frame


def _sentence(notice: NoticeGiven) -> QLabel:
    said = f"{notice.text} {notice.remedy}".strip()
    line = label(said, wrap=True)
    line.setObjectName("noticeSentence")
    line.setAccessibleName(said)
    return line
