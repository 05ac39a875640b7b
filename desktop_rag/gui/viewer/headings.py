"""Markdown headings stand out in the document's own text."""

from __future__ import annotations

import re

from PySide6.QtGui import QFont, QPalette, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from desktop_rag.gui.viewer.colours import viewer_colours

_HEADING = re.compile(r" {0,3}(#{1,6})(\s|$)")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_OUTSIDE, _INSIDE = 0, 1
_GROWTH = {1: 1.35, 2: 1.2, 3: 1.1}


class HeadingHighlighter(QSyntaxHighlighter):
    """Sets headings bold and the first three levels larger; what stands in fences is code."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._on = False
        self._palette = QPalette()
        self._size = 10.0

    def style(self, palette: QPalette, font: QFont, *, on: bool) -> None:
        """Begin (or, with `on` False, stop) styling, in the colours and sizes of the view."""
        changed = on or self._on
        self._on, self._palette = on, palette
        self._size = font.pointSizeF() if font.pointSizeF() > 0 else 10.0
        if changed:
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Style one line."""
        if not self._on:
            return
        inside = self.previousBlockState() == _INSIDE
        if _FENCE.match(text):
            inside = not inside
        elif not inside and (heading := _HEADING.match(text)):
            self.setFormat(0, len(text), self._look(len(heading.group(1))))
        self.setCurrentBlockState(_INSIDE if inside else _OUTSIDE)

    def _look(self, level: int) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setFontWeight(QFont.Weight.Bold)
        look.setForeground(viewer_colours(self._palette).heading)
        look.setFontPointSize(self._size * _GROWTH.get(level, 1.0))
        return look
