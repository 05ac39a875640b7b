"""The sheet over the window while files are held above it: drop to add."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import IconLabel, label


class DropOverlay(QFrame):
    """Covers its parent. It only shows; drops go to the window beneath."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dropOverlay")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        sign = IconLabel(theme, "drop", 48, "accent")
        title = label(self.tr("Drop to add to your library"), "title")
        hint = label(self.tr("Files stay where they are; they are only read."))
        column = QVBoxLayout(self)
        column.setSpacing(tokens.SPACE_M)
        column.addStretch(1)
        for part in (sign, title, hint):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(part)
        column.addStretch(1)
        self.hide()

    def cover(self) -> None:
        """Show over the whole parent."""
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect().adjusted(8, 8, -8, -8))
        self.raise_()
        self.show()
