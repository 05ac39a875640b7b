"""A row with the keys of a command at its right end."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop_rag.gui.style import tokens

KEYS_ROLE = Qt.ItemDataRole.UserRole + 1


class KeysDelegate(QStyledItemDelegate):
    """Draws the name in the room that is left by what `KEYS_ROLE` holds, muted at the right."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As high as usual; as wide as the list, whatever the name."""
        return QSize(0, super().sizeHint(option, index).height())

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Shorten the name where name and keys do not fit beside each other."""
        super().initStyleOption(option, index)
        metrics = option.fontMetrics
        taken = metrics.horizontalAdvance(str(index.data(KEYS_ROLE) or "")) + 4 * tokens.SPACE_M
        room = max(option.rect.width() - taken, 0)
        option.text = metrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the row and its keys."""
        super().paint(painter, option, index)
        keys = str(index.data(KEYS_ROLE) or "")
        if not keys:
            return
        room = QRect(option.rect).adjusted(0, 0, -tokens.SPACE_M, 0)
        painter.save()
        painter.setPen(QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(flags), keys)
        painter.restore()
