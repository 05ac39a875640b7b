"""Line numbers and offsets of a text, with the line ends that editors agree on."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n|\n|\r")


class LineIndex:
    """Where each line of a text begins. Lines end at LF, CR LF or CR.

    `starts[i]` is the offset of line i (0-based); a last entry holds the length of the text."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._length = len(text)

    def __len__(self) -> int:
        return len(self.starts)

    def start(self, line: int) -> int:
        """The offset at which 0-based `line` begins, the text's length when there is no such."""
        return self.starts[line] if line < len(self.starts) else self._length

    def number(self, offset: int) -> int:
        """The 1-based number of the line that holds `offset`."""
        return bisect_right(self.starts, offset)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without the white space at its two ends; (start, start) for a blank one."""
    piece = text[start:end]
    body = piece.strip()
    if not body:
        return (start, start)
    lead = len(piece) - len(piece.lstrip())
    return (start + lead, start + lead + len(body))


def trimmed_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blank lines at its two ends; the first line keeps its indentation."""
    inner_start, inner_end = trimmed(text, start, end)
    if inner_start == inner_end:
        return (start, start)
    while inner_start > start and text[inner_start - 1] in " \t":
        inner_start -= 1
    return (inner_start, inner_end)
