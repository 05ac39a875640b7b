"""Vertical writing in fonts that the file does not hold.

pdfium gives little of such text (its letters have no width there); pdfminer.six knows the character
maps of Chinese, Japanese and Korean and gives it whole. Only pages of this kind are read by it.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

from desktop_rag.reading.pdf.lines import Line
from desktop_rag.reading.pdf.structure import PageBlock

_log = logging.getLogger(__name__)
_SAME_SIZE = 1.0  # points; a page of another size is displayed in another way


def vertical_blocks(
    source: str | bytes, number: int, password: str | None, size: tuple[float, float]
) -> list[PageBlock]:
    """The columns of the page with that 0-based number, tier by tier, each from right to left.

    `size`: width and height of the page as displayed, in points. Empty when nothing could be read.
    """
    opened: Any = source if isinstance(source, str) else io.BytesIO(source)
    try:
        layout = _laid_out(opened, number, password or "")
    except Exception as error:  # noqa: BLE001  whatever a broken file makes of the second parser
        _log.info("a page of vertical writing could not be read: %s", type(error).__name__)
        return []
    same = all(
        abs(a - b) <= _SAME_SIZE for a, b in zip((layout.width, layout.height), size, strict=True)
    )
    lines = [_line(found, layout.height) for found in _lines(layout)] if same else []
    return [PageBlock("paragraph", tier) for tier in _tiers(lines)]


def _laid_out(opened: Any, number: int, password: str) -> Any:
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LAParams

    told = LAParams(detect_vertical=True, boxes_flow=None)
    return next(extract_pages(opened, password, page_numbers=[number], laparams=told))


def _lines(layout: Any) -> Iterator[Any]:
    from pdfminer.layout import LTTextContainer, LTTextLine

    for part in layout:
        if isinstance(part, LTTextContainer):
            for line in part:
                if isinstance(line, LTTextLine) and line.get_text().strip():
                    yield line


def _line(found: Any, height: float) -> Line:
    x0, bottom, x1, top = found.bbox
    text = found.get_text().strip()
    return Line(
        text, x0, height - top, x1, height - bottom, min(x1 - x0, top - bottom), upright=False
    )


def _tiers(lines: list[Line]) -> list[list[Line]]:
    """Columns whose heights overlap are one tier; the upper tier is read first."""
    tiers: list[list[Line]] = []
    bottom = float("-inf")
    for line in sorted(lines, key=lambda one: one.y0):
        if line.y0 >= bottom:
            tiers.append([])
            bottom = line.y1
        tiers[-1].append(line)
        bottom = max(bottom, line.y1)
    return [sorted(tier, key=lambda one: -one.x0) for tier in tiers]
