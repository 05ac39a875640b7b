"""Blocks of pages laid out as one text, with a region for every line."""

from __future__ import annotations

from collections.abc import Callable

from desktop_rag.domain.document import Block, DocumentPart
from desktop_rag.domain.place import Region
from desktop_rag.reading.failures import too_large
from desktop_rag.reading.layout import one_line
from desktop_rag.reading.pdf.lines import Line
from desktop_rag.reading.pdf.structure import PageBlock

_SEPARATOR = "\n\n"
# A scan takes seconds a page, so documents of many are handed on some pages at a time; the first
# part is small, so that work on it begins soon.
_SCANS_IN_ONE_PART = 4
Box = tuple[float, float, float, float]


def part_ranges(count: int, scans: frozenset[int]) -> list[range]:
    """The `count` pages (0-based) in runs, one for each part: a document with few scans is one
    part, else the first scan ends the first run and few are in each other."""
    if len(scans) <= _SCANS_IN_ONE_PART:
        return [range(count)]
    ends = sorted(scans)[::_SCANS_IN_ONE_PART]
    starts = [0, *(end + 1 for end in ends)]
    runs = [range(start, end) for start, end in zip(starts, [*starts[1:], count], strict=True)]
    return [run for run in runs if run]


def _as_it_is(box: Box) -> Box:
    return box


class PageText:
    """The text of pages, laid out one after the other, and the parts it is handed on in.

    Raises `TooLarge` when the text of the file `name` passes `most` characters."""

    def __init__(self, name: str, most: int) -> None:
        self.title = ""  # the first heading
        self._name = name
        self._most = most
        self._base = 0
        self._start_part()

    @property
    def is_blank(self) -> bool:
        """Whether nothing was laid out since the last part."""
        return not self._pieces

    def add_page(
        self, page: int, blocks: list[PageBlock], shown: Callable[[Box], Box] = _as_it_is
    ) -> None:
        """Append the blocks of a page (1-based). `shown` takes a line's box to the page as it is
        displayed."""
        for block in blocks:
            if self._pieces:
                self._write(_SEPARATOR)
            start = self._length
            for number, line in enumerate(block.lines):
                if number:
                    self._write("\n")
                begin = self._length
                self._write(_line_text(line, block))
                box = shown((line.x0, line.y0, line.x1, line.y1))
                self._regions.append(Region(begin, self._length, page, box))
            title = _title(block) if block.kind == "heading" else ""
            self.title = self.title or title
            self._blocks.append(
                Block(block.kind, start, self._length, level=block.level, title=title, page=page)
            )
        if self._base + self._length > self._most:
            raise too_large(self._name, "it holds more text than is allowed")

    def part(self, *, more: bool = False) -> DocumentPart:
        """What was laid out since the last part; `more`: another part may follow."""
        if more:
            self._write(_SEPARATOR)
        part = DocumentPart(
            "".join(self._pieces), tuple(self._blocks), tuple(self._regions), self._base
        )
        self._base += self._length
        self._start_part()
        return part

    def _start_part(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._regions: list[Region] = []

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)


def _line_text(line: Line, block: PageBlock) -> str:
    """The line's text; in a table two spaces part the cells."""
    if block.kind == "table" and line.cells:
        return "  ".join(line.text[cell.start : cell.end] for cell in line.cells)
    return line.text


def _title(block: PageBlock) -> str:
    words = ""
    for line in block.lines:
        joined = words.endswith("-") and line.text[:1].islower()
        words = words[:-1] + line.text if joined else f"{words} {line.text}"
    return one_line(words)
