"""Running headers and footers, known by their repetition from page to page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from desktop_rag.reading.pdf.lines import Line

_EDGE = 0.12  # share of the page's height at its top and bottom where they stand
_FEWEST_PAGES = 3
_SHARE = 0.04
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_COUNT = re.compile(r"(?:(\d{1,4})(?=\s|$))?.*?(?:(?<=\s)(\d{1,4}))?$")
_PAGE_NUMBER = re.compile(
    r"[-–—\s|]*(?:(?i:page|página|seite|pág\.?|p\.))?\s*(?:\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:of|de|von|/)\s*\d{1,4})?[-–—\s|]*"
)


def find_furniture(pages: Sequence[tuple[float, list[Line]]]) -> list[set[int]]:
    """For each page (height, lines in reading order) the positions of lines that are furniture:
    what repeats at the edges of several pages, and lines at the edges that count the pages."""
    seen: dict[tuple[str, int], set[int]] = defaultdict(set)
    counting: Counter[int] = Counter()
    for number, (height, lines) in enumerate(pages):
        for line in lines:
            if _at_edge(line, height):
                seen[_key(line, height)].add(number)
        counting.update({shift for line in _outermost(lines) for shift in _shifts(line, number)})
    enough = max(_FEWEST_PAGES, round(_SHARE * len(pages)))
    shift, times = counting.most_common(1)[0] if counting else (0, 0)
    is_counted = times >= max(_FEWEST_PAGES, len(pages) // 4)
    found = []
    for number, (height, lines) in enumerate(pages):
        outermost = {id(line) for line in _outermost(lines)}
        found.append(
            {
                position
                for position, line in enumerate(lines)
                if _at_edge(line, height)
                and (
                    (
                        len(seen[_key(line, height)]) >= enough
                        # `Definition 7` may open many pages: numbered lines must be outermost.
                        and (id(line) in outermost or not _NUMBERS.search(line.text))
                    )
                    or (is_counted and id(line) in outermost and shift in _shifts(line, number))
                    or (len(pages) > 1 and _PAGE_NUMBER.fullmatch(line.text.strip()) is not None)
                )
            }
        )
    return found


def _outermost(lines: list[Line]) -> list[Line]:
    """The highest and the lowest line of a page."""
    if not lines:
        return []
    return [min(lines, key=lambda line: line.y0), max(lines, key=lambda line: line.y1)]


def _shifts(line: Line, number: int) -> set[int]:
    """How far the number at the line's start or end is from the page's own (0-based) number."""
    match = _COUNT.match(line.text)
    return {int(count) - number for count in match.groups() if count} if match else set()


def _at_edge(line: Line, height: float) -> bool:
    return line.y1 < _EDGE * height or line.y0 > (1 - _EDGE) * height


def _key(line: Line, height: float) -> tuple[str, int]:
    """The text without its numbers, and roughly where it stands."""
    return (_NUMBERS.sub("#", line.text).strip().lower(), round(20 * line.y0 / max(height, 1)))
