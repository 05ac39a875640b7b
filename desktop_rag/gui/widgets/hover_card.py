"""The small card that shows a source while the mouse rests on its mark."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_rag.domain.answer import Source
from desktop_rag.gui.state import words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.source_card import first_lines

_LETTERS = 52
_BELOW = 18


class HoverCard(QFrame):
    """File, place and first lines of a source; never takes the focus or the mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hoverCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._place = label("", wrap=True)
        self._heading = label("", "small", wrap=True)
        self._passage = label("", wrap=True)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_M, tokens.SPACE_S)
        column.setSpacing(tokens.SPACE_XS)
        for part in (self._place, self._heading, self._passage):
            column.addWidget(part)
        self.hide()

    def show_source(self, source: Source, at: QPoint) -> None:
        """Show the card below `at`, a point on the screen, inside the parent."""
        self._place.setText(f"[{source.n}] {words.source_words(source.hit)}")
        heading = words.heading_words(source.hit)
        self._heading.setText(heading)
        self._heading.setVisible(bool(heading))
        self._passage.setText(first_lines(source))
        parent = self.parentWidget()
        assert parent is not None
        self._fit(parent.width())
        point = parent.mapFromGlobal(at) + QPoint(-tokens.SPACE_M, _BELOW)
        point.setX(max(0, min(point.x(), parent.width() - self.width())))
        if point.y() + self.height() > parent.height():
            point.setY(max(0, point.y() - self.height() - 2 * _BELOW))
        self.move(point)
        self.raise_()
        self.show()

    def _fit(self, most: int) -> None:
        """As wide as reads well, at most `most`, and as high as its text then needs."""
        for part in (self._place, self._heading, self._passage):
            part.ensurePolished()
        width = min(_LETTERS * self.fontMetrics().averageCharWidth(), most)
        self.setFixedSize(width, self._column.totalHeightForWidth(width))
