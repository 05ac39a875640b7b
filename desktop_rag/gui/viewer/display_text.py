"""A document's text as Qt shows it, with positions converted in both directions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

LONGEST_LINE = 4000
"""Characters of a line that Qt lays out without a stall; longer lines are broken for display."""

_LINE_SEPARATOR = "\u2028"
_UNKNOWN = "\ufffd"
# What Qt takes as the end of a paragraph must not split our lines; what it cannot hold is replaced.
# Each stands for one character, so that no position moves.
_PLAIN = {
    **{ord(c): _LINE_SEPARATOR for c in "\r\x0b\x0c\u2029"},
    **dict.fromkeys((*range(9), *range(14, 32), 127), _UNKNOWN),
    **dict.fromkeys((64976, 64977, 65532), _UNKNOWN),
    **dict.fromkeys(range(55296, 57344), _UNKNOWN),
}


class DisplayText:
    """Part of a document's text, ready for a `QTextDocument`.

    Positions in the document's text are counted in code points from its beginning; positions in
    Qt are counted in UTF-16 units from the beginning of this part. `shown` has exactly one Qt
    block for each line, except that lines longer than `LONGEST_LINE` continue in further blocks.
    `start`: position of the first character. `first_line`: its line, 1-based.
    """

    def __init__(self, text: str, start: int = 0, first_line: int = 1) -> None:
        if start < 0 or first_line < 1:
            raise ValueError(f"start {start} and first_line {first_line} must be 0 and 1 or more")
        clean = text.replace("\r\n", " \n").translate(_PLAIN)
        self.start = start
        self.end = start + len(clean)
        self.first_line = first_line
        self._length = len(clean)
        self._breaks: list[int] = []
        self._continued: list[int] = []
        self.shown = self._broken(clean)
        wide = clean and max(clean) > "\uffff"
        self._astral = [i for i, c in enumerate(clean) if c > "\uffff"] if wide else []

    def to_qt(self, position: int) -> int:
        """The Qt position of a character of the document, held inside this part."""
        return self._qt(min(max(position - self.start, 0), self._length))

    def to_document(self, position: int) -> int:
        """The document's position of a Qt position."""
        places = range(self._length + 1)
        return self.start + max(bisect_right(places, position, key=self._qt) - 1, 0)

    def holds(self, start: int, end: int) -> bool:
        """True when the characters [start, end) lie in this part."""
        return self.start <= start and end <= self.end

    def line_of_block(self, block: int) -> int | None:
        """The 1-based line that begins with a Qt block; None for a block that continues a line."""
        before = bisect_left(self._continued, block)
        if before < len(self._continued) and self._continued[before] == block:
            return None
        return self.first_line + block - before

    @property
    def last_line(self) -> int:
        """The 1-based last line of this part."""
        return self.first_line + self.shown.count("\n") - len(self._continued)

    def _qt(self, local: int) -> int:
        return local + bisect_left(self._astral, local) + bisect_right(self._breaks, local)

    def _broken(self, clean: str) -> str:
        lines = clean.split("\n")
        if all(len(line) <= LONGEST_LINE for line in lines):
            return clean
        blocks: list[str] = []
        at = 0
        for line in lines:
            for offset in range(0, max(len(line), 1), LONGEST_LINE):
                if offset:
                    self._breaks.append(at + offset)
                    self._continued.append(len(blocks))
                blocks.append(line[offset : offset + LONGEST_LINE])
            at += len(line) + 1
        return "\n".join(blocks)
