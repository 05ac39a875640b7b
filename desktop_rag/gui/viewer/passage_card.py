"""The passage as it was cited, whatever became of its file."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_rag.gui.style import tokens

_LINES = 8  # beside the source; alone it takes all the room it needs
_MOST = 16777215


class PassageCard(QFrame):
    """Plain text that can be selected; nothing in it is read as markup."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("passageCard")
        self._alone = False
        title = QLabel(self.tr("The passage as it was cited"), self)
        title.setProperty("role", "section")
        self._text = QPlainTextEdit(self)
        self._text.setObjectName("citedPassage")
        self._text.setAccessibleName(self.tr("The passage as it was cited"))
        self._text.setReadOnly(True)
        self._text.setAcceptDrops(False)
        self._text.setTabChangesFocus(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_M, tokens.SPACE_S)
        column.setSpacing(tokens.SPACE_XS)
        column.addWidget(title)
        column.addWidget(self._text, 1)
        column.addStretch(0)
        self.hide()

    @property
    def passage(self) -> str:
        """The text it holds."""
        return self._text.toPlainText()

    def hold(self, passage: str) -> None:
        """Take a passage, shown or not."""
        self._text.setPlainText(passage)
        self._fit()

    def stand_alone(self, alone: bool) -> None:
        """Take as much room as the passage needs when there is nothing else to show."""
        self._alone = alone
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow card needs more lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = sum(self._lines_of(block) for block in range(self._text.blockCount()))
        line = self._text.fontMetrics().lineSpacing()
        needed = (max(lines, 1) + 1) * line + tokens.SPACE_M
        most = _MOST if self._alone else _LINES * line + tokens.SPACE_M
        self._text.setMaximumHeight(min(needed, most))

    def _lines_of(self, block: int) -> int:
        text = self._text.document().findBlockByNumber(block).text()
        width = self._text.fontMetrics().horizontalAdvance(text)
        return 1 + width // max(self._text.viewport().width() - tokens.SPACE_L, 1)
