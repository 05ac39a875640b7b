"""One line of text a row, shortened to the width of its list."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop_rag.gui.style import tokens


class LineDelegate(QStyledItemDelegate):
    """Rows never ask for more width than there is; there is some air above and below."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """No width of its own, the height of a line and some air."""
        return QSize(0, option.fontMetrics.lineSpacing() + 2 * tokens.SPACE_S)
