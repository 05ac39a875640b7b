"""Lines of a document to blocks: headings, paragraphs, lists, tables, captions, footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from desktop_rag.domain.document import BlockKind
from desktop_rag.reading.pdf.lines import Line

_ITEM = re.compile(r"(?:[•▪◦●■□➢➤✓–—*·\-]|\(?\d{1,2}[.)]|\(?[a-z][.)]|\([ivx]+\))\s+\S")
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tabla|figura|abb(?:ildung|\.)|tabelle|listing|chart)\s*\d+[.:\s]",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"(?:\d{1,3}(?=\s*[^\W\d_])|[*†‡§])\s*\S")
_LABEL = re.compile(
    r"(?:chapter|part|appendix|section|kapitel|teil|anhang|cap[ií]tulo|parte|chapitre)\s+\w{1,5}",
    re.IGNORECASE,
)
_STOPS = (".", "!", "?", "。", ":")
_NO_HEADING_END = (*_STOPS, ",", ";", "-")
_LEADING_NUMBER = re.compile(r"^[\d.\s]+")
_NO_WORD = re.compile(r"\W+")
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+[^\W\d_]")
_LEADERS = re.compile(r"(?:\.\s?){5,}")
_PAGE_AT_END = re.compile(r"\s(?:\d{1,4}|[ivxl]{1,6})$")
_WORDS = re.compile(r"[^\W\d_]{2}")
_LARGER = 1.12
_LONGEST_HEADING = 200
_HEADING_LINES = 4
# A gap above a line that is this much wider than the usual one starts a new block.
_BLOCK_GAP = 1.45


@dataclass(slots=True)
class PageBlock:
    """A block of one page: its kind, its lines in order, and its level when it is a heading."""

    kind: BlockKind
    lines: list[Line] = field(default_factory=list)
    level: int = 0


@dataclass(frozen=True, slots=True)
class Sizes:
    """What the whole document says of its fonts: the body's size, and larger sizes in falling
    order, which are the levels of headings."""

    body: float
    larger: tuple[float, ...]

    @classmethod
    def of(cls, pages: Sequence[list[Line]]) -> Sizes:
        """Weighed by characters, over all pages."""
        weights: Counter[float] = Counter()
        for lines in pages:
            for line in lines:
                weights[round(line.size * 2) / 2] += len(line.text)
        body = weights.most_common(1)[0][0] if weights else 0.0
        larger = sorted((s for s in weights if s > body * _LARGER), reverse=True)
        kept: list[float] = []
        for size in larger:
            if not kept or kept[-1] - size >= 0.75:
                kept.append(size)
        return cls(body, tuple(kept[:5]))

    def level(self, line: Line) -> int:
        """The heading level that the line's size asks for; 0 for the body's size and smaller."""
        if line.size <= self.body * _LARGER:
            return 0
        return 1 + sum(1 for size in self.larger if size - line.size >= 0.5)


class PageStructure:
    """Cuts the lines of one page, in reading order, into blocks."""

    def __init__(self, sizes: Sizes, outline: dict[str, int]) -> None:
        self._sizes = sizes
        self._outline = outline  # heading in search form → level
        # Marks and blanks at most double a title's length.
        self._longest = 2 * max(map(len, outline), default=-20) + 20
        self._blocks: list[PageBlock] = []
        self._pitch = 0.0
        self._is_contents = False

    def blocks(self, lines: list[Line], furniture: set[int], height: float) -> list[PageBlock]:
        """The page's blocks in order."""
        self._blocks = []
        self._pitch = _usual_pitch(lines)
        self._is_contents = sum(bool(_LEADERS.search(line.text)) for line in lines) >= 4
        rows = _table_rows(lines)
        before: Line | None = None
        for position, line in enumerate(lines):
            kind, level = self._kind(lines, position, furniture, rows, height)
            if self._is_label(before, kind):
                self._blocks[-1].lines.append(line)
                self._blocks[-1].level = min(self._blocks[-1].level, level)
            elif self._goes_on(before, line, kind, level):
                self._blocks[-1].lines.append(line)
            else:
                self._blocks.append(PageBlock(kind, [line], level))
            before = line
        return self._blocks

    def _kind(
        self, lines: list[Line], position: int, furniture: set[int], rows: set[int], height: float
    ) -> tuple[BlockKind, int]:
        line = lines[position]
        if position in furniture:
            return "furniture", 0
        level = self._heading_level(line, lines[position - 1] if position else None)
        if level:
            return "heading", level
        if position in rows:
            return "table", 0
        if _CAPTION.match(line.text):
            return "caption", 0
        small = line.size < self._sizes.body * 0.92
        if small and line.y0 > height * 0.6 and _FOOTNOTE.match(line.text):
            return "footnote", 0
        return ("list", 0) if _ITEM.match(line.text) else ("paragraph", 0)

    def _heading_level(self, line: Line, before: Line | None) -> int:
        text = line.text.strip()
        if self._is_contents and text[-1:].isalnum() and _PAGE_AT_END.search(text):
            return 0
        known = self._outline.get(heading_key(text), 0) if len(text) <= self._longest else 0
        if known:
            return known
        if not line.upright or len(text) > _LONGEST_HEADING:
            return 0
        by_size = self._sizes.level(line)
        if by_size:
            return by_size if _WORDS.search(text) and _is_mostly_words(text) else 0
        if line.size < self._sizes.body * 0.95 or _ends_sentence(text) or line.cells:
            return 0
        return len(self._sizes.larger) + 1 if self._stands_out(line, text, before) else 0

    def _stands_out(self, line: Line, text: str, before: Line | None) -> bool:
        """A line of the body's size that is all capitals, bold, or slanted and set apart."""
        if len(text) >= 100 or not _WORDS.search(text) or not _starts_like_heading(text):
            return False
        if text.isupper():
            return len(text) > 3 and _is_mostly_words(text)
        if line.bold:
            return not _ITEM.match(text[:2] + " x")
        if not _is_mostly_words(text) or not _is_named(text):
            return False
        apart = before is None or not self._is_near(before, line, 0.9)
        return bool(_NUMBERED.match(text)) or (line.italic and apart and len(text) < 60)

    def _is_label(self, before: Line | None, kind: BlockKind) -> bool:
        """A heading after `Chapter 3` alone on its line: both are one heading."""
        if before is None or kind != "heading" or not self._blocks:
            return False
        last = self._blocks[-1]
        return last.kind == "heading" and bool(_LABEL.fullmatch(last.lines[-1].text.strip()))

    def _goes_on(self, before: Line | None, line: Line, kind: BlockKind, level: int) -> bool:
        """Whether the line belongs to the block that is open."""
        if before is None or not self._blocks:
            return False
        open_block = self._blocks[-1]
        if kind in {"paragraph", "table", "list"} and _is_within(line, open_block):
            return True
        near = self._is_near(before, line)
        if kind == "furniture" or open_block.kind == "furniture":
            return kind == open_block.kind and near
        if kind == "heading" or open_block.kind == "heading":
            return (
                kind == open_block.kind
                and level == open_block.level
                and near
                and len(open_block.lines) < _HEADING_LINES
                and abs(before.size - line.size) < 0.6
            )
        if kind == "table" or open_block.kind == "table":
            return kind == open_block.kind and self._is_near(before, line, 2.5)
        if kind == "list":
            return open_block.kind == "list" and self._is_near(before, line, 1.5)
        if kind in {"caption", "footnote"}:
            return False
        if abs(before.size - line.size) > 0.12 * max(before.size, line.size) and len(line.text) > 4:
            return False
        if open_block.kind == "list":
            return near and line.x0 >= open_block.lines[0].x0 - 1
        return near and not self._starts_paragraph(before, line)

    def _is_near(self, before: Line, line: Line, factor: float = 1.0) -> bool:
        """The line follows closely below the one before, or stands beside it."""
        pitch = max(self._pitch, line.size)
        down = line.y1 - before.y1
        return -0.6 * pitch <= down <= _BLOCK_GAP * factor * pitch

    def _starts_paragraph(self, before: Line, line: Line) -> bool:
        """An indented first line after the end of a sentence."""
        indent = line.x0 - before.x0
        return 0.8 * line.size < indent < 6 * line.size and before.text.endswith(_STOPS)


def _is_within(line: Line, block: PageBlock) -> bool:
    """A short piece beside the lines of an open block: the last cell of a row of several lines."""
    if block.kind not in {"paragraph", "table", "list"} or len(line.text) > 12:
        return False
    top, bottom = block.lines[0].y0, max(other.y1 for other in block.lines)
    return top - 1 <= line.y0 and line.y1 <= bottom + 1 and line.x0 > block.lines[-1].x0


def heading_key(text: str) -> str:
    """A heading's text reduced to what an outline and a page have in common."""
    return _NO_WORD.sub("", _LEADING_NUMBER.sub("", text)).casefold()


def _usual_pitch(lines: list[Line]) -> float:
    steps = Counter(
        round((line.y1 - before.y1) * 2) / 2
        for before, line in pairwise(lines)
        if 0 < line.y1 - before.y1 < 4 * line.size
    )
    return steps.most_common(1)[0][0] if steps else 0.0


def _table_rows(lines: list[Line]) -> set[int]:
    """Positions of lines that are rows: at least two neighbours whose cells begin or end at the
    same places; a wrapped cell between two rows counts with them."""
    rows: set[int] = set()
    for position in range(1, len(lines)):
        for back in (1, 2):
            if position >= back and _aligned(lines[position - back], lines[position]):
                rows.update(range(position - back, position + 1))
                break
    return rows


def _aligned(one: Line, other: Line) -> bool:
    if not one.cells or not other.cells or not 0 < other.y1 - one.y1 < 6 * other.size:
        return False
    shared = sum(
        1
        for a in one.cells
        if any(abs(a.x0 - b.x0) < 4 or abs(a.x1 - b.x1) < 4 for b in other.cells)
    )
    return shared >= 2


def _ends_sentence(text: str) -> bool:
    return text.rstrip().endswith(_NO_HEADING_END)


def _is_named(text: str) -> bool:
    """At least two words, and half of those that are not numbers begin with a capital."""
    words = [word for word in text.split() if word[0].isalpha()]
    return len(words) > 1 and sum(word[0].isupper() for word in words) * 2 >= len(words)


def _is_mostly_words(text: str) -> bool:
    """Not a formula, an amount or an article number."""
    words = sum(map(str.isalpha, text)) + sum(map(str.isspace, text))
    return words > 0.7 * len(text)


def _starts_like_heading(text: str) -> bool:
    first = text.lstrip()[:1]
    return first.isupper() or first.isdigit() or (first.isalpha() and not first.islower())
