"""Reading order of the lines of a page: columns told from tables."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import pairwise

from desktop_rag.reading.pdf.lines import Line

# Columns: this many lines parted by the same gutter, and real text on both sides of it.
_FEWEST_LINES = 6
_COLUMN_CHARS = 18
_SHARE = 0.4
# The order of drawing is kept unless more than this share of its steps lead upwards in a column.
_DISORDER = 0.1
_NARROWEST_GUTTER = 8.0


def reading_order(lines: list[Line]) -> list[Line]:
    """The lines as a person reads them.

    Programs draw text in reading order nearly always, so that order is kept; lines that run across
    two columns are parted first, and a page drawn in disorder is cut along its white space."""
    parted = _part_columns(lines)
    if parted is not None:
        return parted
    return _cut(lines) if _is_disordered(lines) else lines


def _part_columns(lines: list[Line]) -> list[Line] | None:
    gaps = [
        (before.x1, after.x0, line, before.end, after.start)
        for line in lines
        for before, after in pairwise(line.cells)
    ]
    enough = max(_FEWEST_LINES, _SHARE * len(lines))
    if sum(1 for line in lines if line.cells) < enough:
        return None
    gutter, crossing = 0.0, 0
    lefts, rights = sorted(gap[0] for gap in gaps), sorted(gap[1] for gap in gaps)
    for left, right, *_ in gaps:
        middle = (left + right) / 2
        # Gaps that begin before it, less those that end before it.
        count = bisect_left(lefts, middle) - bisect_right(rights, middle)
        if count > crossing:
            gutter, crossing = middle, count
    if crossing < enough:
        return None
    at = {id(line): (e, s) for a, b, line, e, s in gaps if a < gutter < b}
    sides = [
        (len(line.text[: at[id(line)][0]]), len(line.text[at[id(line)][1] :]))
        for line in lines
        if id(line) in at
    ]
    if min(sum(s[0] for s in sides), sum(s[1] for s in sides)) < _COLUMN_CHARS * len(sides):
        return None
    return _by_column(lines, gutter, at)


def _by_column(lines: list[Line], gutter: float, at: dict[int, tuple[int, int]]) -> list[Line]:
    ordered: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    for line in lines:
        if id(line) in at:
            end, start = at[id(line)]
            left.append(_piece(line, 0, end))
            right.append(_piece(line, start, len(line.text)))
        elif line.x1 <= gutter:
            left.append(line)
        elif line.x0 >= gutter:
            right.append(line)
        else:
            ordered += [*left, *right, line]
            left, right = [], []
    return [*ordered, *left, *right]


def _piece(line: Line, start: int, end: int) -> Line:
    cells = [cell for cell in line.cells if cell.start >= start and cell.end <= end]
    moved = tuple(type(c)(c.start - start, c.end - start, c.x0, c.x1) for c in cells)
    return Line(
        line.text[start:end],
        min(cell.x0 for cell in cells),
        line.y0,
        max(cell.x1 for cell in cells),
        line.y1,
        line.size,
        line.bold,
        line.italic,
        line.upright,
        moved if len(moved) > 1 else (),
    )


def _is_disordered(lines: list[Line]) -> bool:
    upwards = sum(
        1
        for before, line in pairwise(lines)
        if line.y1 < before.y0 and line.x0 < before.x1 and before.x0 < line.x1
    )
    return upwards > _DISORDER * len(lines) and upwards > 2


def _cut(lines: list[Line]) -> list[Line]:
    """Recursive cuts along white space (Nagy and Seth, 1984): side by side first, then above and
    below."""
    if len(lines) < 2:
        return lines
    gutter = _widest_gap((line.x0, line.x1) for line in lines)
    if gutter is not None and gutter[1] >= _NARROWEST_GUTTER:
        left = [line for line in lines if line.x1 <= gutter[0]]
        right = [line for line in lines if line.x1 > gutter[0]]
        if min(len(left), len(right)) >= 3:
            return [*_cut(left), *_cut(right)]
    gap = _widest_gap((line.y0, line.y1) for line in lines)
    if gap is not None and gap[1] > 0:
        above = [line for line in lines if line.y1 <= gap[0]]
        below = [line for line in lines if line.y1 > gap[0]]
        if above and below:
            return [*_cut(above), *_cut(below)]
    return sorted(lines, key=lambda line: (round(line.y1), line.x0))


def _widest_gap(spans: Iterable[tuple[float, float]]) -> tuple[float, float] | None:
    """(where it begins, how wide it is) of the widest gap that no span touches."""
    best: tuple[float, float] | None = None
    reached: float | None = None
    for start, end in sorted(spans):
        if reached is not None and start > reached and (best is None or start - reached > best[1]):
            best = (reached, start - reached)
        reached = end if reached is None else max(reached, end)
    return best
