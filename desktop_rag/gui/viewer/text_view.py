"""A document's own text, read-only, with the passage and the hits of a search marked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QResizeEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from desktop_rag.gui.viewer.block_formats import set_looks
from desktop_rag.gui.viewer.colours import ViewerColours, viewer_colours
from desktop_rag.gui.viewer.display_text import DisplayText

Range = tuple[int, int]
_LINES_MARKED = 2000
# No box around the text as input fields have one; the edge shows when it has the focus.
_EDGE = """
QPlainTextEdit { border: 2px solid transparent; border-radius: 0; padding: 0; }
QPlainTextEdit:focus { border: 2px solid palette(highlight); padding: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
"""


class TextView(QPlainTextEdit):
    """Shows one `DisplayText`. Ranges are half open and count in the document's text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet(_EDGE)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.display = DisplayText("")
        self._passage: Range | None = None
        self._found: tuple[Range, ...] = ()
        self._current: Range | None = None
        self._whole_lines = False
        self._reveal_soon = QTimer(self)
        self._reveal_soon.setSingleShot(True)
        self._reveal_soon.timeout.connect(self._reveal_now)
        self._to_reveal: int | None = None

    def show_text(self, display: DisplayText) -> None:
        """Replace the text; marks are taken off."""
        self._passage, self._found, self._current = None, (), None
        self.display = display
        self.setPlainText(display.shown)
        self._mark()

    def mark_passage(self, passage: Range | None) -> None:
        """Mark the passage and bring its beginning into sight."""
        self._passage = passage
        self._mark()
        if passage is not None:
            self.reveal(passage[0])

    def mark_found(self, ranges: tuple[Range, ...], current: Range | None) -> None:
        """Mark what was searched for; the current hit stands out and comes into sight."""
        self._found, self._current = ranges, current
        self._mark()
        if current is not None:
            self.reveal(current[0])

    def reveal(self, position: int) -> None:
        """Scroll so that a position stands in the upper part of the view."""
        cursor = self.textCursor()
        cursor.setPosition(self.display.to_qt(position))
        self.setTextCursor(cursor)
        self._to_reveal = cursor.position()
        self._reveal_now()
        self._reveal_soon.start(0)  # once more when the view has its size

    def colours(self) -> ViewerColours:
        """The colours that go with the palette of now."""
        return viewer_colours(self.palette())

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change between light and dark."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_found"):
            self._mark()

    def _reveal_now(self) -> None:
        if self._to_reveal is None or self.textCursor().position() != self._to_reveal:
            return
        self.ensureCursorVisible()
        wanted = self.viewport().height() // 4
        lines = (self.cursorRect().top() - wanted) / max(self.fontMetrics().lineSpacing(), 1)
        bar = self.verticalScrollBar()  # it counts lines
        bar.setValue(bar.value() + round(lines))

    def _mark(self) -> None:
        colours = self.colours()
        marks: list[QTextEdit.ExtraSelection] = []
        if self._passage is not None and self._whole_lines:
            marks.extend(self._lines(self._passage, colours.passage))
        elif self._passage is not None:
            marks.extend(self._characters(self._passage, colours.passage))
        for found in self._found:
            marks.extend(self._characters(found, colours.hit))
        if self._current is not None:
            marks.extend(self._characters(self._current, colours.current_hit))
        self.setExtraSelections(marks)

    def _characters(self, part: Range, colour: QColor) -> list[QTextEdit.ExtraSelection]:
        start, end = self.display.to_qt(part[0]), self.display.to_qt(part[1])
        if start >= end:
            return []
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return [_selection(cursor, colour)]

    def _lines(self, part: Range, colour: QColor) -> list[QTextEdit.ExtraSelection]:
        block = self.document().findBlock(self.display.to_qt(part[0]))
        last = self.document().findBlock(self.display.to_qt(max(part[1] - 1, part[0])))
        marks: list[QTextEdit.ExtraSelection] = []
        while block.isValid() and len(marks) < _LINES_MARKED:
            selection = _selection(QTextCursor(block), colour)
            selection.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            marks.append(selection)
            if block == last:
                break
            block = block.next()
        return marks


class ProseView(TextView):
    """Text for reading: wrapped, in lines of a comfortable length."""

    _WIDEST = 84  # characters
    _GROWTH: ClassVar[dict[int, float]] = {1: 1.35, 2: 1.2, 3: 1.1}  # of a heading, by its level

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._headings: list[tuple[int, int]] = []
        self.setObjectName("proseView")
        self.setAccessibleName(self.tr("Text of the source"))
        self.document().setDocumentMargin(16)
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * 8)

    def show_prose(self, display: DisplayText, headings: Iterable[tuple[int, int]]) -> None:
        """Replace the text; `headings`: place in `display`'s text and level of each heading."""
        self.show_text(display)
        self._headings = [(display.start + at, level) for at, level in headings]
        self._style_headings()

    def changeEvent(self, event: QEvent) -> None:
        """Headings follow a change between light and dark, and of the text's size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._style_headings()

    def _style_headings(self) -> None:
        look = QTextCharFormat()
        look.setFontWeight(QFont.Weight.Bold)
        look.setForeground(self.colours().heading)
        for at, level in getattr(self, "_headings", ()):
            look.setFontPointSize(self.font().pointSizeF() * self._GROWTH.get(level, 1.0))
            block = self.document().findBlock(self.display.to_qt(at))
            set_looks(self.document(), block, [(0, block.length() - 1, QTextCharFormat(look))])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines readable in a wide pane."""
        widest = self.fontMetrics().averageCharWidth() * self._WIDEST
        side = max(0, (self.width() - widest) // 2)
        self.setViewportMargins(side, 0, side, 0)
        super().resizeEvent(event)


def _selection(cursor: QTextCursor, colour: QColor) -> QTextEdit.ExtraSelection:
    selection = QTextEdit.ExtraSelection()
    look = QTextCharFormat()
    look.setBackground(colour)
    selection.cursor = cursor
    selection.format = look
    return selection
