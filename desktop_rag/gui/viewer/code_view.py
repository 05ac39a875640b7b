"""Program code with line numbers and colours."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop_rag.gui.viewer.code_colouring import CodeColouring
from desktop_rag.gui.viewer.display_text import DisplayText
from desktop_rag.gui.viewer.text_view import TextView

_PADDING = 8


class CodeView(TextView):
    """Code as it stands in the file: unwrapped, fixed width, whole lines of the passage marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("codeView")
        self.setAccessibleName(self.tr("Code of the source"))
        self._whole_lines = True
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed = QFont()  # only its family is set: the size stays the window's
        fixed.setFamilies(system.families())
        self.setFont(fixed)
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * 4)
        self._colouring = CodeColouring(self.document())
        self._colouring.use_palette(self.palette())
        self._numbers = _LineNumbers(self)
        self.updateRequest.connect(self._on_update)
        self._make_room()

    def show_code(self, display: DisplayText, text: str, language: str, file_name: str) -> None:
        """Replace the text; its colours follow line by line. `text`: what `display` was made of."""
        self.show_text(display)
        self._make_room()
        self._colouring.begin(display, text, language, file_name)
        self._colour_visible()

    @property
    def colouring(self) -> CodeColouring:
        """What colours the lines."""
        return self._colouring

    def numbers_width(self) -> int:
        """Pixels that the line numbers need."""
        digits = max(len(str(self.display.last_line)), 2)
        return self.fontMetrics().horizontalAdvance("9") * digits + 2 * _PADDING

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Draw the numbers of the lines that lie in `area`."""
        painter.fillRect(area, self.palette().base())
        painter.setPen(self.colours().line_number)
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        width = self._numbers.width() - _PADDING
        while block.isValid() and top <= area.bottom():
            height = self.blockBoundingRect(block).height()
            line = self.display.line_of_block(block.blockNumber())
            if line is not None and block.isVisible():
                box = QRect(0, round(top), width, self.fontMetrics().height())
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(line))
            block, top = block.next(), top + height

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers as tall as the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(
            QRect(inside.left(), inside.top(), self.numbers_width(), inside.height())
        )
        self._colour_visible()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change between light and dark, and of the text's size."""
        super().changeEvent(event)
        if not hasattr(self, "_numbers"):
            return
        if event.type() == QEvent.Type.PaletteChange:
            self._colouring.use_palette(self.palette())
        elif event.type() == QEvent.Type.FontChange:
            self._make_room()

    def _make_room(self) -> None:
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)
        inside = self.contentsRect()
        self._numbers.setGeometry(
            QRect(inside.left(), inside.top(), self.numbers_width(), inside.height())
        )
        self._numbers.update()

    def _on_update(self, area: QRect, dy: int) -> None:
        if dy:
            self._numbers.scroll(0, dy)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())
        self._colour_visible()

    def _colour_visible(self) -> None:
        first = self.firstVisibleBlock().blockNumber()
        lines = self.viewport().height() // max(self.fontMetrics().lineSpacing(), 1) + 2
        self._colouring.colour_blocks(range(max(first, 0), first + lines))


class _LineNumbers(QWidget):
    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._view.paint_numbers(painter, event.rect())
