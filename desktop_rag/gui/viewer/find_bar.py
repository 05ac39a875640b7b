"""Finding words in the source that is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from desktop_rag.gui.style import tokens

_PAUSE_MS = 150


class FindBar(QWidget):
    """Asks for words and says which of how many hits is shown.

    Enter and Shift+Enter step through the hits, Escape closes the bar.
    """

    searched = Signal(str)
    next_requested = Signal()
    previous_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self._words = QLineEdit(self)
        self._words.setObjectName("findInSource")
        self._words.setAccessibleName(self.tr("Find in this source"))
        self._words.setPlaceholderText(self.tr("Find in this source"))
        self._words.setMaxLength(500)
        self._words.textChanged.connect(self._on_typed)
        self._count = QLabel(self)
        self._count.setObjectName("findCount")
        self._count.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(tokens.SPACE_M, tokens.SPACE_XS, tokens.SPACE_M, tokens.SPACE_XS)
        row.setSpacing(tokens.SPACE_XS)
        row.addWidget(self._words, 1)
        row.addWidget(self._count)
        for sign, name, signal in (
            ("↑", self.tr("Previous place (Shift+F3)"), self.previous_requested),
            ("↓", self.tr("Next place (F3)"), self.next_requested),
            ("✕", self.tr("Close the search (Esc)"), self.closed),
        ):
            row.addWidget(self._button(sign, name, signal))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self.hide()

    @property
    def words(self) -> str:
        """What is searched for."""
        return self._words.text()

    def open(self) -> None:
        """Show the bar and put the cursor in it."""
        self.show()
        self._words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._words.selectAll()

    def reset(self) -> None:
        """Forget the words, for another source."""
        self._pause.stop()
        self._words.blockSignals(True)
        self._words.clear()
        self._words.blockSignals(False)
        self._count.clear()

    def say(self, text: str) -> None:
        """Say how many places there are, or why none."""
        self._count.setText(text)
        self._words.setAccessibleDescription(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step and close by keyboard."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._pause.isActive():
                self._pause.stop()
                self._search()
            elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.previous_requested.emit()
            else:
                self.next_requested.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take Escape before a shortcut of the window does."""
        escape = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if escape and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]  # narrowed above
            event.accept()
            return True
        return super().event(event)

    def _button(self, sign: str, name: str, signal: SignalInstance) -> QToolButton:
        button = QToolButton(self)
        button.setText(sign)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setProperty("role", "plain")
        button.clicked.connect(signal)
        return button

    def _on_typed(self) -> None:
        self._pause.start()

    def _search(self) -> None:
        self.searched.emit(self._words.text())
