"""A conversation's page as a PDF."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QIODevice, QMarginsF, QUrl
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextDocument

_MARGIN_MM = 18
_POINTS = 10


class InertDocument(QTextDocument):
    """Loads nothing that a page names, wherever it lies."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing."""
        return None


def write_pdf(page: str, title: str, out: QIODevice) -> None:
    """Write an HTML page to an open device as A4 pages."""
    writer = QPdfWriter(out)
    writer.setTitle(title)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    margins = QMarginsF(*(_MARGIN_MM,) * 4)
    writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    document = InertDocument()
    font = document.defaultFont()
    font.setPointSize(_POINTS)
    document.setDefaultFont(font)
    document.setHtml(page)
    document.print_(writer)
