"""Where a text may be cut, and how gladly.

A border is an offset with a key. Lower keys are better: the rank of the border (a heading before
a paragraph, a paragraph before a sentence …) and, among equals, a hash of the text that follows
it. The hash makes the choice depend on content alone, so that it does not move when something
else in the document changes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from desktop_rag.domain.sentences import sentences

HARD = -1
HEADING, BLOCK, PARAGRAPH, SENTENCE, LINE, WORD, CHARACTER = range(7)

_HASHED_CHARS = 32
_SENTENCE_WINDOW = 4000
_CHARACTER_STEP = 100
_BLANK_LINE = re.compile(r"\n[ \t\r\f\v]*\n\s*(?=\S)")
_LINE = re.compile(r"\n(?=[^\n])")
_WORD = re.compile(r"\s(?=\S)")
_LEADER = re.compile(r"(?:[.…]\s?){4,}\Z")
_CODE_LINE = re.compile(r"\n(?P<blank>[ \t\r]*\n)*(?P<indent>[ \t]*)(?=[^\s])(?P<closing>[)}\]]?)")


@dataclass(slots=True)
class Borders:
    """Offsets in rising order, each with its key. The ends of the text are not among them."""

    offsets: list[int] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)

    def add(self, text: str, offset: int, rank: int) -> None:
        """Append a border of this rank before text[offset]."""
        self.offsets.append(offset)
        self.keys.append(HARD if rank == HARD else key(text, offset, rank))


def key(text: str, offset: int, rank: int) -> int:
    """The key of a border: its rank, then a CRC-32 of the characters after it."""
    after = text[offset : offset + _HASHED_CHARS].encode("utf-8", "surrogatepass")
    return (rank << 32) | zlib.crc32(after)


def finer(text: str, start: int, end: int, longest: int, *, code: bool) -> list[tuple[int, int]]:
    """Borders (offset, rank) inside text[start:end] so that no piece between two of them is
    longer than `longest`: paragraphs and sentences, or lines of code, then words, then characters.
    """
    found = list(_code_lines(text, start, end) if code else _prose(text, start, end, longest))
    for rank, search in ((LINE, _LINE), (WORD, _WORD)):
        found = _refined(text, start, end, longest, found, rank, search)
    return _with_characters(text, start, end, longest, found)


def _prose(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    stops = [m.end() for m in _BLANK_LINE.finditer(text, start, end) if m.end() < end]
    previous = start
    for stop in [*stops, end]:
        if previous > start:
            yield previous, PARAGRAPH
        if stop - previous > longest:
            yield from ((offset, SENTENCE) for offset in _sentence_starts(text, previous, stop))
        previous = stop


def _sentence_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Where sentences start, looked for in windows; a row of dots to a page number ends none."""
    while start < end:
        stop = min(end, start + _SENTENCE_WINDOW)
        inner = [start + first for first, _ in sentences(text[start:stop])][1:]
        for offset in inner:
            if not _LEADER.search(text, max(start, offset - 16), offset):
                yield offset
        # the last sentence of a window may go on behind it: the next window begins there
        start = inner[-1] if inner and stop < end else stop


def _code_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _CODE_LINE.finditer(text, start, end):
        offset = match.start("indent")
        if not start < offset < end:
            continue
        indent = len(match["indent"].expandtabs(4))
        if match["closing"]:
            yield offset, WORD
        elif match["blank"] is not None:
            yield offset, PARAGRAPH if indent <= 4 else SENTENCE
        else:
            yield offset, LINE


def _refined(
    text: str,
    start: int,
    end: int,
    longest: int,
    found: list[tuple[int, int]],
    rank: int,
    search: re.Pattern[str],
) -> list[tuple[int, int]]:
    """`found` with borders of another rank wherever a piece is still too long."""
    refined: list[tuple[int, int]] = []
    previous = start
    for offset, own in [*found, (end, -1)]:
        if offset - previous > longest:
            inner = (match.end() for match in search.finditer(text, previous, offset))
            refined.extend((place, rank) for place in inner if previous < place < offset)
        if offset < end:
            refined.append((offset, own))
        previous = offset
    return refined


def _with_characters(
    text: str, start: int, end: int, longest: int, found: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    refined: list[tuple[int, int]] = []
    previous = start
    for offset, own in [*found, (end, -1)]:
        if offset - previous > longest:
            steps = range(previous + _CHARACTER_STEP, offset, _CHARACTER_STEP)
            refined.extend((place, CHARACTER) for place in steps)
        if offset < end:
            refined.append((offset, own))
        previous = offset
    return refined
