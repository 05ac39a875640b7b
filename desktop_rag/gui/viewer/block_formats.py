"""Looks of single lines, laid over the text without a highlighter.

A `QSyntaxHighlighter` calls back for every line of a document whenever its text is set, which
takes a quarter of a second for a long one; only lines in sight and headings need a look.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextLayout


def set_looks(
    document: QTextDocument, block: QTextBlock, looks: Iterable[tuple[int, int, QTextCharFormat]]
) -> None:
    """Give a block its looks: offset in the block, length, format. Earlier ones are replaced."""
    ranges = []
    for start, length, look in looks:
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = start, length, look
        ranges.append(part)
    block.layout().setFormats(ranges)
    document.markContentsDirty(block.position(), block.length())
