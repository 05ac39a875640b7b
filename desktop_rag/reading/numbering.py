"""Giving blocks their line numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from desktop_rag.domain.document import Block
from desktop_rag.reading.lines import LineIndex


def with_lines(text: str, blocks: Iterable[Block], first_line: int = 1) -> tuple[Block, ...]:
    """The same blocks with the lines that they cover; `first_line` is that of text[0]."""
    index = LineIndex(text)
    before = first_line - 1
    return tuple(
        replace(
            block,
            first_line=before + index.number(block.start),
            last_line=before + index.number(max(block.start, block.end - 1)),
        )
        for block in blocks
    )
