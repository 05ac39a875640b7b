"""The pieces of a passage that can be quoted: sentences of prose, blocks of code and data."""

from __future__ import annotations

import re

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.sentences import sentences

LONGEST = 600
_BLOCK = re.compile(r"[^\n].*?(?=\n\s*\n|\Z)", re.DOTALL)
_LINE = re.compile(r"[^\n]+")


def units(chunk: Chunk) -> list[tuple[int, int]]:
    """Half-open ranges into `chunk.text`, in order. Parts that do not count for search (page
    headers and footers) are left out. Nothing is longer than `LONGEST` unless it is one line."""
    text = chunk.text
    if chunk.draft.kind == "document":
        found = sentences(text)
    else:
        found = [match.span() for match in _BLOCK.finditer(text)]
    pieces = [piece for start, end in found for piece in _lines(text, start, end)]
    counted = chunk.draft.searchable
    if counted is None:
        return pieces
    return [p for p in pieces if any(a < p[1] and p[0] < b for a, b in counted)]


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A long piece cut at line ends into runs of at most `LONGEST` characters."""
    if end - start <= LONGEST:
        return [(start, end)]
    runs: list[tuple[int, int]] = []
    for match in _LINE.finditer(text, start, end):
        if runs and match.end() - runs[-1][0] <= LONGEST:
            runs[-1] = (runs[-1][0], match.end())
        else:
            runs.append(match.span())
    return runs
