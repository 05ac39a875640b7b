"""A text browser whose content is inert: it shows, and tells which of our anchors was chosen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QTextCursor
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop_rag.gui.style import tokens

_FRAME = 2


class CitationText(QTextBrowser):
    """Text with `cite:TURN/N` anchors. Nothing in it loads, and no link is followed.

    `cite:N` (without a turn) counts for the last turn, which is -1.
    """

    citation_chosen = Signal(int, int)
    """Turn and number of the source whose mark was clicked or taken with Enter."""
    citation_hovered = Signal(int, int, QPoint)
    """Turn, number and where on the screen; number 0 when the mouse left."""
    action_chosen = Signal(str, int)
    """Another anchor of ours: its word and turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(tokens.SPACE_L)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._hovered = ""
        self.anchorClicked.connect(self._on_anchor)

    def set_side_margin(self, margin: int) -> None:
        """Keep the text away from both sides, so that lines stay short enough to read."""
        self.setViewportMargins(margin, 0, margin, 0)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever loaded."""
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell when the mouse enters or leaves a mark."""
        super().mouseMoveEvent(event)
        anchor = self.anchorAt(event.position().toPoint())
        if anchor != self._hovered:
            self._hovered = anchor
            turn, n = citation_of(anchor)
            self.citation_hovered.emit(turn, n, event.globalPosition().toPoint())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Frame the mark or link that Enter would take, as everything with the focus is."""
        super().paintEvent(event)
        cursor = self.textCursor()
        if not (self.hasFocus() and cursor.hasSelection() and cursor.charFormat().isAnchor()):
            return
        first, last = QTextCursor(cursor), QTextCursor(cursor)
        first.setPosition(cursor.selectionStart())
        last.setPosition(cursor.selectionEnd())
        room = self.cursorRect(first).united(self.cursorRect(last))
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Link), _FRAME))
        painter.drawRoundedRect(room.adjusted(-_FRAME, 0, _FRAME, 0), _FRAME * 2, _FRAME * 2)

    def leaveEvent(self, event: object) -> None:
        """The mouse left: no mark is hovered."""
        super().leaveEvent(event)  # type: ignore[arg-type]  # QEvent; typed loosely for the override
        if self._hovered:
            self._hovered = ""
            self.citation_hovered.emit(-1, 0, QPoint())

    def _on_anchor(self, url: QUrl) -> None:
        target = url.toString()
        turn, n = citation_of(target)
        if n:
            self.citation_chosen.emit(turn, n)
            return
        word, _, number = target.partition(":")
        self.action_chosen.emit(word, int(number) if number.isdigit() else -1)


def citation_of(anchor: str) -> tuple[int, int]:
    """Turn and number of a `cite:` anchor; (-1, 0) for anything else."""
    word, _, rest = anchor.partition(":")
    turn, slash, n = rest.rpartition("/")
    if word != "cite" or not n.isdigit() or (slash and not turn.isdigit()):
        return -1, 0
    return (int(turn) if slash else -1), int(n)
