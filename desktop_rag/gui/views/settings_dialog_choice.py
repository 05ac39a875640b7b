"""A drop-down choice that looks like one."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QComboBox

_HALF = 4.0  # pixels, of the arrow's width
_INSET = 14.0  # pixels, from the right edge to the arrow's middle


class ChoiceBox(QComboBox):
    """Draws its arrow, which a style sheet takes away; the wheel scrolls the page around it
    unless it has the focus."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box and an arrow in the colour of its text."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(self.foregroundRole()), 1.6))
        x = self.width() - _INSET if self.isLeftToRight() else _INSET
        y = self.height() / 2
        painter.drawPolyline(
            QPolygonF(
                [
                    QPointF(x - _HALF, y - _HALF / 2),
                    QPointF(x, y + _HALF / 2),
                    QPointF(x + _HALF, y - _HALF / 2),
                ]
            )
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only when that is what the person is at."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
