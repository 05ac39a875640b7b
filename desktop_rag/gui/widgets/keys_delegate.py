"""A row with the keys of a command at its right end."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop_rag.gui.style import tokens

KEYS_ROLE = Qt.ItemDataRole.UserRole + 1


class KeysDelegate(QStyledItemDelegate):
    """Draws the name as usual, and what `KEYS_ROLE` holds muted at the right."""

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
