"""The question box: Enter asks, Shift+Enter breaks the line, dropped files become its filter."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

_MOST_LINES = 8


class QuestionBox(QPlainTextEdit):
    """Grows with its text up to eight lines. Only plain text can be put in."""

    asked = Signal()
    """Enter was pressed."""
    files_dropped = Signal(list)
    """Paths that were dropped here."""
    drag_changed = Signal(bool)
    """Files are held over the box, or no longer."""
    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter asks; with Shift it is a line break."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.insertPlainText("\n")
            else:
                self.asked.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame around."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame around."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files; anything else as text."""
        if local_paths(event.mimeData()):
            event.acceptProposedAction()
            self.drag_changed.emit(True)
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take files; anything else as text."""
        if local_paths(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The files went on."""
        super().dragLeaveEvent(event)
        self.drag_changed.emit(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask about the dropped files only."""
        paths = local_paths(event.mimeData())
        if not paths:
            super().dropEvent(event)
            return
        event.acceptProposedAction()
        self.drag_changed.emit(False)
        self.files_dropped.emit(paths)

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        lines = min(max(int(self.document().size().height()), 1), _MOST_LINES)
        margin = int(2 * self.document().documentMargin()) + 2
        self.setFixedHeight(lines * line + margin)


def local_paths(data: QMimeData) -> list[str]:
    """The paths of local files and folders in dragged data."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
