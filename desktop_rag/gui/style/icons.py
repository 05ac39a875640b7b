"""The icons of `resources/icons`, drawn in a colour of the appearance."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_rag.host.resources import resource

_SIZES = (16, 32, 48)


@lru_cache(maxsize=256)
def icon(name: str, colour: str) -> QIcon:
    """The icon `name` in `colour` (`#rrggbb`), crisp at the usual sizes."""
    svg = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
    made = QIcon()
    for size in _SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        made.addPixmap(pixmap)
    return made
