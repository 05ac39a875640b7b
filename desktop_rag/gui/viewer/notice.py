"""One calm sentence inside a view, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_rag.gui.style import tokens

Action = tuple[str, Callable[[], None]]


class InlineNotice(QFrame):
    """Says one sentence; its buttons are made anew for each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")  # as the style sheet calls such lines
        self.setProperty("severity", "warning")
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(tokens.SPACE_S)
        column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_M, tokens.SPACE_S)
        column.setSpacing(tokens.SPACE_S)
        column.addWidget(self._words)
        column.addLayout(self._buttons)
        self.hide()

    @property
    def text(self) -> str:
        """What it says now; empty when it is hidden."""
        return self._words.text()

    def say(self, text: str, actions: tuple[Action, ...] = ()) -> None:
        """Show a sentence; empty hides the notice. A button hides it before it acts."""
        while (item := self._buttons.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for name, act in actions:
            self._buttons.addWidget(self._button(name, act))
        if actions:
            self._buttons.addStretch(1)
        self._words.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def _button(self, name: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(name, self)

        def pressed() -> None:
            self.say("")
            act()

        button.clicked.connect(pressed)
        return button
