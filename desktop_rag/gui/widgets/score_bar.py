"""A bar divided by the parts of a score."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_rag.gui.state.words import decimal_words
from desktop_rag.gui.style.theme import Theme

_HEIGHT = 10
_PATTERNS = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.Dense4Pattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.HorPattern,
)


class ScoreBar(QWidget):
    """Stacked parts of one score; `largest` is the score that fills the whole width. Parts differ
    by pattern as well as by colour."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[tuple[str, float], ...] = ()
        self._largest = 1.0
        self.setFixedHeight(theme.scaled(_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, parts: tuple[tuple[str, float], ...], largest: float) -> None:
        """Show the parts by name and amount."""
        self._parts = tuple((name, max(amount, 0.0)) for name, amount in parts)
        self._largest = max(largest, sum(amount for _, amount in self._parts), 1e-12)
        said = ", ".join(f"{name} {decimal_words(amount, 4)}" for name, amount in self._parts)
        self.setToolTip(said)
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        """Wide and thin."""
        return QSize(120, self._theme.scaled(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the track and the parts side by side."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.groove))
        painter.drawRoundedRect(self.rect(), 3, 3)
        x = 0.0
        for index, (_, amount) in enumerate(self._parts):
            width = self.width() * amount / self._largest
            paint_part(painter, self._theme, index, QRectF(x, 0, max(width - 1, 0), self.height()))
            x += width


def paint_part(painter: QPainter, theme: Theme, index: int, room: QRectF) -> None:
    """One part in its colour and pattern."""
    colours = theme.colours
    inks = (colours.accent, colours.evidence, colours.good, colours.control)
    painter.fillRect(room, QColor(colours.surface))
    brush = QBrush(QColor(inks[index % len(inks)]), _PATTERNS[index % len(_PATTERNS)])
    painter.fillRect(room, brush)


class PartSwatch(QWidget):
    """A small square in the colour and pattern of a part, for a legend."""

    def __init__(self, theme: Theme, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._index = index
        self.setFixedSize(theme.scaled(_HEIGHT), theme.scaled(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the square."""
        paint_part(QPainter(self), self._theme, self._index, QRectF(self.rect()))
