"""Choosing where to cut.

A stretch that is too long is cut at its best border, and both sides again, until all fit. What is
best depends on the borders' keys, which come from the text around them, and not on the distance
from the document's start: a change in one paragraph moves no cut that is far from it. (The idea is
that of content-defined chunking by local extremes; see Bjørner, Blass, Gurevich, "Content-dependent
chunking for differential compression, the local maximum approach", 2010.)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from desktop_rag.indexing.chunking.borders import HARD, Borders

_LEAST_SHARE = 4  # no side of a cut is smaller than a quarter of what fits, where that is possible


def cut(borders: Borders, length: int, fits: int) -> list[tuple[int, int]]:
    """Ranges that cover [0, length) in order; none crosses a hard border, and none is longer than
    `fits` unless there is no border inside it."""
    ranges: list[tuple[int, int]] = []
    start = first = 0
    for position, key in enumerate(borders.keys):
        if key == HARD:
            ranges.extend(_fitting(borders, (start, borders.offsets[position]), fits, first))
            start, first = borders.offsets[position], position + 1
    ranges.extend(_fitting(borders, (start, length), fits, first))
    return ranges


def _fitting(
    borders: Borders, stretch: tuple[int, int], fits: int, first: int
) -> list[tuple[int, int]]:
    done: list[tuple[int, int]] = []
    waiting = [stretch]
    while waiting:
        start, end = waiting.pop()
        at = _best(borders, start, end, fits, first) if end - start > fits else None
        if at is None:
            done.append((start, end))
        else:
            waiting.append((at, end))
            waiting.append((start, at))  # the left side is taken first, so the order is kept
    return done


def _best(borders: Borders, start: int, end: int, fits: int, first: int) -> int | None:
    offsets, keys = borders.offsets, borders.keys
    least = fits // _LEAST_SHARE
    low = bisect_left(offsets, start + least, first)
    high = bisect_right(offsets, end - least, low)
    if low == high:
        low = bisect_right(offsets, start, first)
        high = bisect_left(offsets, end, low)
        if low == high:
            return None
    window = keys[low:high]
    lowest = min(window)
    found = window.index(lowest)
    if window.count(lowest) > 1:  # equal texts: the one in the middle keeps the halves even
        equal = [i for i, key in enumerate(window) if key == lowest]
        found = equal[len(equal) // 2]
    return offsets[low + found]
