"""Painting one search hit in a list: file, place, headings, and a snippet with the words marked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.state.hit_list import HitListModel, HitRow
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme

_LINES = 2


class HitDelegate(QStyledItemDelegate):
    """Rows of the same height: a title line, a heading line, two lines of the passage."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """All rows are equally high."""
        line = option.fontMetrics.lineSpacing()
        return QSize(200, line * (_LINES + 2) + 2 * tokens.SPACE_M + tokens.SPACE_XS)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a hit."""
        row = index.data(HitListModel.ROW_ROLE)
        if not isinstance(row, HitRow):
            return
        painter.save()
        colours = self._theme.colours
        room = QRectF(option.rect)
        state = option.state
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus):
            painter.fillRect(room, QColor(colours.accent_soft))
            painter.fillRect(
                QRectF(room.left(), room.top(), 3, room.height()), QColor(colours.accent)
            )
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(room, QColor(colours.raised))
        painter.setPen(QColor(colours.border))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        inner = room.adjusted(tokens.SPACE_L, tokens.SPACE_M, -tokens.SPACE_L, -tokens.SPACE_M)
        self._paint_row(painter, inner, row, option.font)
        painter.restore()

    def _paint_row(self, painter: QPainter, room: QRectF, row: HitRow, font: QFont) -> None:
        colours = self._theme.colours
        small = QFont(font)
        small.setPointSizeF(font.pointSizeF() * tokens.TYPE_SMALL)
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        place = words.place_words(row.hit.chunk.place)
        painter.setFont(small)
        painter.setPen(QColor(colours.muted))
        place_width = painter.fontMetrics().horizontalAdvance(place) + tokens.SPACE_S
        line = painter.fontMetrics().lineSpacing()
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, place)
        painter.setFont(bold)
        painter.setPen(QColor(colours.text))
        title = painter.fontMetrics().elidedText(
            words.file_name(row.hit.file.path),
            Qt.TextElideMode.ElideMiddle,
            int(room.width() - place_width),
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        y = room.top() + painter.fontMetrics().lineSpacing()
        heading = words.heading_words(row.hit)
        if heading:
            painter.setFont(small)
            painter.setPen(QColor(colours.muted))
            shown = painter.fontMetrics().elidedText(
                heading, Qt.TextElideMode.ElideLeft, int(room.width())
            )
            painter.drawText(QPointF(room.left(), y + painter.fontMetrics().ascent()), shown)
            y += line
        self._paint_snippet(
            painter, QRectF(room.left(), y + 2, room.width(), room.bottom() - y), row, font
        )

    def _paint_snippet(self, painter: QPainter, room: QRectF, row: HitRow, font: QFont) -> None:
        colours = self._theme.colours
        layout = QTextLayout(row.snippet, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        mark = QTextCharFormat()
        mark.setBackground(QColor(colours.evidence_soft))
        mark.setForeground(QColor(colours.on_evidence_soft))
        mark.setFontWeight(QFont.Weight.DemiBold)
        ranges = []
        for start, end in row.marks:
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, end - start, mark
            ranges.append(part)
        layout.setFormats(ranges)
        layout.beginLayout()
        y = 0.0
        for _ in range(_LINES):
            line = layout.createLine()
            if not line.isValid() or y + line.height() > room.height() + 2:
                break
            line.setLineWidth(room.width())
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        painter.setPen(QColor(colours.text))
        layout.draw(painter, room.topLeft())
