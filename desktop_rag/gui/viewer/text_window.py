"""Which part of a long text is loaded."""

from __future__ import annotations

WINDOW = 200_000
"""Characters that are shown at once: more would hold up the window while they are laid out."""


def window_around(position: int, total: int, size: int = WINDOW) -> tuple[int, int]:
    """The part [start, end) of a text of `total` characters to load so that `position` is inside,
    with about as much before it as after it. `total` 0 means unknown: the end is then a wish."""
    if total and total <= size:
        return 0, total
    start = max(0, position - size // 2)
    if total:
        start = max(0, min(start, total - size))
    return start, start + size


def earlier_window(start: int, size: int = WINDOW) -> tuple[int, int]:
    """The part before the one that begins at `start`, sharing a tenth with it."""
    begin = max(0, start - size + size // 10)
    return begin, begin + size


def later_window(end: int, total: int, size: int = WINDOW) -> tuple[int, int]:
    """The part after the one that ends at `end`, sharing a tenth with it."""
    begin = max(0, min(end - size // 10, total - size))
    return begin, min(begin + size, total)
