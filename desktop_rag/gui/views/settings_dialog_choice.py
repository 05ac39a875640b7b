"""A drop-down choice on a page that scrolls."""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox


class ChoiceBox(QComboBox):
    """The wheel scrolls the page around it unless it has the focus."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only when that is what the person is at."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
