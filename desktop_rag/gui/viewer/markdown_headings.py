"""Which lines of a markdown text are headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE = re.compile(r"^ {0,3}(?:(#{1,6})(?:[ \t]|$)|(```|~~~))", re.MULTILINE)


def headings(text: str) -> Iterator[tuple[int, int]]:
    """Position of the first character of each heading's line, and its level 1 to 6. What stands
    between fences is code and has none."""
    inside = False
    for match in _LINE.finditer(text):
        if match.group(2):
            inside = not inside
        elif not inside:
            yield match.start(), len(match.group(1))
