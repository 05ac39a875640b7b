"""Running headers and footers, known by their repetition from page to page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from desktop_rag.reading.pdf.lines import Line

_EDGE = 0.12  # share of the page's height at its top and bottom where they stand
_FEWEST_PAGES = 3
_SHARE = 0.04
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"[-–—\s|]*(?:page|página|seite|pág\.?|p\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:of|de|von|/)\s*\d{1,4})?[-–—\s|]*",
    re.IGNORECASE,
)


def find_furniture(pages: Sequence[tuple[float, list[Line]]]) -> list[set[int]]:
    """For each page (height, lines in reading order) the positions of lines that are furniture."""
    seen: dict[tuple[str, int], set[int]] = defaultdict(set)
    for number, (height, lines) in enumerate(pages):
        for line in lines:
            if _at_edge(line, height):
                seen[_key(line, height)].add(number)
    enough = max(_FEWEST_PAGES, round(_SHARE * len(pages)))
    return [
        {
            position
            for position, line in enumerate(lines)
            if _at_edge(line, height)
            and (
                len(seen[_key(line, height)]) >= enough
                or (len(pages) > 1 and _PAGE_NUMBER.fullmatch(line.text.strip()) is not None)
            )
        }
        for height, lines in pages
    ]


def _at_edge(line: Line, height: float) -> bool:
    return line.y1 < _EDGE * height or line.y0 > (1 - _EDGE) * height


def _key(line: Line, height: float) -> tuple[str, int]:
    """The text without its numbers, and roughly where it stands."""
    return (_NUMBERS.sub("#", line.text).strip().lower(), round(20 * line.y0 / max(height, 1)))
