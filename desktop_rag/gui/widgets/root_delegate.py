"""Painting one folder of the library: name, state in words, progress."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.state.root_list import ROOT_ROLE
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.icons import icon
from desktop_rag.gui.style.theme import Theme
from desktop_rag.messages.library import RootStatus

_ICON = 16


class RootDelegate(QStyledItemDelegate):
    """Two lines: the folder's name with its mark, then its state in words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Two lines of text and some air."""
        line = option.fontMetrics.lineSpacing()
        return QSize(120, 2 * line + 2 * tokens.SPACE_S)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a folder."""
        root = index.data(ROOT_ROLE)
        if not isinstance(root, RootStatus):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        rect: QRect = option.rect
        state = option.state
        ground = ""
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus):
            ground = colours.accent_soft
        elif state & QStyle.StateFlag.State_MouseOver:
            ground = colours.raised
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -1), tokens.RADIUS, tokens.RADIUS)
        room = rect.adjusted(tokens.SPACE_S, tokens.SPACE_XS, -tokens.SPACE_S, -tokens.SPACE_XS)
        self._paint_text(painter, room, root, option.font)
        painter.restore()

    def root_words(self, root: RootStatus) -> str:
        """State and counts of a folder in one line."""
        if root.state == "indexing":
            return self.tr("{done} of {total} files").format(
                done=words.count_words(root.indexed), total=words.count_words(root.files)
            )
        if root.state == "ready":
            said = self.tr("%Ln file(s)", "", root.files)
        else:
            said = words.root_state_words(root.state)
        if root.attention:
            need = self.tr("%Ln need(s) attention", "", root.attention)
            said = f"{said} · {need}"
        return said

    def _paint_text(self, painter: QPainter, room: QRect, root: RootStatus, font: QFont) -> None:
        colours = self._theme.colours
        drawn = icon("file" if root.is_file else "folder", colours.muted)
        line = painter.fontMetrics().lineSpacing()
        side = self._theme.scaled(_ICON)
        drawn.paint(painter, QRect(room.left(), room.top() + (line - side) // 2 + 1, side, side))
        mark, ink = _mark(root, self._theme)
        small = QFont(font)
        small.setPointSizeF(font.pointSizeF() * tokens.TYPE_SMALL)
        painter.setFont(small)
        painter.setPen(QColor(ink))
        mark_width = painter.fontMetrics().horizontalAdvance(mark)
        top = QRect(room.left(), room.top(), room.width(), line)
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, mark)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        left = side + tokens.SPACE_S
        width = room.width() - left - mark_width - tokens.SPACE_S
        name = painter.fontMetrics().elidedText(
            words.file_name(root.path), Qt.TextElideMode.ElideMiddle, width
        )
        name_room = top.adjusted(left, 0, 0, 0)
        painter.drawText(
            name_room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name
        )
        painter.setFont(small)
        painter.setPen(QColor(colours.muted))
        below = QRect(room.left() + left, room.top() + line, room.width() - left, line)
        said = painter.fontMetrics().elidedText(
            self.root_words(root), Qt.TextElideMode.ElideRight, below.width()
        )
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, said)
        if root.state == "indexing":
            self._paint_progress(
                painter, QRectF(below.left(), room.bottom() - 1, below.width(), 3), root
            )

    def _paint_progress(self, painter: QPainter, room: QRectF, root: RootStatus) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.groove))
        painter.drawRoundedRect(room, 1.5, 1.5)
        share = words.percent(root.indexed, root.files) / 100
        painter.setBrush(QColor(self._theme.colours.accent))
        painter.drawRoundedRect(QRectF(room.left(), room.top(), room.width() * share, 3), 1.5, 1.5)


def _mark(root: RootStatus, theme: Theme) -> tuple[str, str]:
    colours = theme.colours
    if root.state == "indexing":
        return f"{words.percent(root.indexed, root.files)} %", colours.accent
    if root.state == "ready" and root.attention:
        return "⚠", colours.evidence
    if root.state == "ready":
        return "✓", colours.good
    return ("Ⅱ" if root.state == "paused" else "○"), colours.muted
