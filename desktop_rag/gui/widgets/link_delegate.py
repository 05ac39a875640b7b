"""A cell of a table that can be clicked, and looks like it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_rag.gui.style.theme import Theme


class LinkDelegate(QStyledItemDelegate):
    """Draws its text underlined and in the colour of links."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Give the text its looks."""
        super().initStyleOption(option, index)
        option.font.setUnderline(True)
        colour = QColor(self._theme.colours.accent)
        option.palette.setColor(QPalette.ColorRole.Text, colour)
