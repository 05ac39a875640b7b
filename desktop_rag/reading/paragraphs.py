"""Blocks of plain text: paragraphs and lists between blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop_rag.domain.document import Block
from desktop_rag.reading.lines import LineIndex, trimmed_lines

_BLANK = re.compile(r"(?:[^\S\r\n]*(?:\r\n|\n|\r(?!\n))){2,}")
_ITEM = re.compile(r"\s*(?:[-*•·▪◦‣–]|\(?\d{1,3}[.)]|[a-zA-Z][.)])\s+\S")


def paragraph_spans(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The ranges of text between blank lines, without blank lines at their ends."""
    stop = len(text) if end is None else end
    begin = start
    for match in _BLANK.finditer(text, start, stop):
        span = trimmed_lines(text, begin, match.start())
        if span[0] < span[1]:
            yield span
        begin = match.end()
    span = trimmed_lines(text, begin, stop)
    if span[0] < span[1]:
        yield span


def plain_blocks(text: str, first_line: int = 1) -> tuple[Block, ...]:
    """Paragraphs and lists of a plain text, with their lines."""
    index = LineIndex(text)
    return tuple(
        Block(
            "list" if is_list(text[start:end]) else "paragraph",
            start,
            end,
            first_line=first_line - 1 + index.number(start),
            last_line=first_line - 1 + index.number(end - 1),
        )
        for start, end in paragraph_spans(text)
    )


def is_list(text: str) -> bool:
    """True when the first line and at least half of the others begin with a list mark."""
    lines = text[:4000].splitlines()
    marked = sum(bool(_ITEM.match(line)) for line in lines)
    return bool(_ITEM.match(lines[0])) and marked > 1 and marked * 2 >= len(lines)
