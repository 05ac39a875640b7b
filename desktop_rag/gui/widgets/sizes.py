"""Sizes that grow with the text and still fit on the screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_SHARE = 0.9


def text_size(widget: QWidget, letters: int, lines: int) -> QSize:
    """Room for so many letters and lines of the widget's text, at most most of the screen."""
    metrics, screen = widget.fontMetrics(), widget.screen().availableSize() * _SHARE
    wanted = QSize(letters * metrics.averageCharWidth(), lines * metrics.lineSpacing())
    return wanted.boundedTo(screen)


def fit_height(widget: QWidget) -> None:
    """Make a window that is shown high enough for its texts, which go on in further lines."""
    layout = widget.layout()
    if layout is not None and widget.isVisible():
        layout.activate()
        needed = layout.totalHeightForWidth(widget.width())
        widget.resize(widget.width(), max(widget.height(), needed))
