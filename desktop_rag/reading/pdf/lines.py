"""Lines of a PDF page: text, box, size and weight, read with few calls into pdfium."""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass
from typing import Any

from desktop_rag.domain.languages import is_cjk
from desktop_rag.reading.pdf.spacing import false_blanks, is_spaced_out

_PRECISION = 64  # device units per point when the page's transformation is measured
_FAR = 1000.0
# pdfium ends lines with CR LF, and marks a hyphen at a line end by U+FFFE or U+0002 instead.
_LINE = re.compile(r"[^\r\n\ufffe\x02]+[\ufffe\x02]?")
_HYPHENS = ("\ufffe", "\x02")
_WORD = re.compile(r"\S+")
_LETTER = re.compile(r"[^\W_]")
# A gap between words wider than this many font sizes parts two cells.
CELL_GAP = 1.5
_ITALIC, _FORCE_BOLD = 1 << 6, 1 << 18  # PDF 32000-1, table 123
_PLAIN = re.compile(rb"roman|regular|book|light", re.IGNORECASE)
_SLANTED = re.compile(rb"italic|oblique", re.IGNORECASE)
_BOLD = re.compile(rb"bold|black|heavy|semibd|demi|cmbx|-medi\b|-bd\b", re.IGNORECASE)


# Not frozen: there are hundreds of thousands of them, and freezing doubles what they cost.
@dataclass(slots=True, eq=False)
class Cell:
    """A piece of a line between wide gaps: line.text[start:end], from x0 to x1."""

    start: int
    end: int
    x0: float
    x1: float


@dataclass(slots=True, eq=False)
class Line:
    """One line as displayed. Coordinates in points from the displayed page's top left corner.

    `size`: the font's real size. `cells` has more than one entry when wide gaps part the line.
    `upright` is false for text that does not run from left to right on the displayed page.
    `broken`: the line seems to end in the middle of a word. `lost`: how many of its signs the file
    does not tell (ligatures that are mapped to nothing)."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool = False
    italic: bool = False
    upright: bool = True
    cells: tuple[Cell, ...] = ()
    broken: bool = False
    lost: int = 0

    @property
    def height(self) -> float:
        """How tall the line is."""
        return self.y1 - self.y0


@dataclass(frozen=True, slots=True)
class DisplayedSpace:
    """Page space to displayed space: x' = a·x + c·y + e, y' = b·x + d·y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        """The displayed box of a box in page space."""
        if self.b == 0 == self.c and self.a > 0 > self.d:  # not turned, as most pages are
            a, d, e, f = self.a, self.d, self.e, self.f
            top, bottom = (y1, y0) if y1 >= y0 else (y0, y1)
            return (a * x0 + e, d * top + f, a * x1 + e, d * bottom + f)
        xs = (self.a * x0 + self.c * y0 + self.e, self.a * x1 + self.c * y1 + self.e)
        ys = (self.b * x0 + self.d * y0 + self.f, self.b * x1 + self.d * y1 + self.f)
        return (min(xs), min(ys), max(xs), max(ys))


class PageLines:
    """Reads the lines of pages; keeps the small buffers that pdfium writes into."""

    def __init__(self) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium = pdfium
        self._numbers = [ctypes.c_double() for _ in range(4)]
        self._references = [ctypes.byref(number) for number in self._numbers]
        self._matrix = pdfium.FS_MATRIX()
        self._flags = ctypes.c_int()
        # Whether every character of the page stands in its text, one for one.
        self._is_even = True
        self._font = ctypes.create_string_buffer(128)
        self._styles: dict[tuple[bytes, int], tuple[bool, bool]] = {}

    def read(self, page: Any) -> list[Line]:
        """All lines with text, in the order in which the page draws them."""
        text_page = page.get_textpage()
        try:
            text = text_page.get_text_range()
            if not text.strip():
                return []
            shown = displayed_space(self._pdfium, page)
            self._is_even = text_page.count_chars() == len(text)
            lines = [
                self._line(text_page.raw, text, match, shown) for match in _LINE.finditer(text)
            ]
            return join_pieces([line for line in lines if line is not None and line.text.strip()])
        finally:
            text_page.close()

    def _line(
        self, raw: Any, text: str, match: re.Match[str], shown: DisplayedSpace
    ) -> Line | None:
        words = match.group()
        body = words.strip()
        if not body:
            return None
        start = match.start() + len(words) - len(words.lstrip())
        hyphen = body[-1] in _HYPHENS
        last = start + len(body)
        first = start if self._is_even else self._character(raw, start)
        box, gap = self._box(raw, first, last - start)
        if box is None:
            return None
        # Quotes and bullets often come from another font: a letter speaks for the line.
        letter = _LETTER.search(body)
        typical = first + (letter.start() if letter else 0)
        size, upright = self._size(raw, typical, shown)
        bold, italic = self._style(raw, typical)
        x0, y0, x1, y1 = shown.box(*box)
        line = Line(_tidy(body, hyphen), x0, y0, x1, y1, size or y1 - y0, bold, italic, upright)
        line.broken = hyphen
        if upright and gap > CELL_GAP * line.size * 0.9:
            line.cells = self._cells(raw, line, first, shown)
        if upright and not line.cells and is_spaced_out(line.text):
            line.text = self._closed_up(raw, line, first, shown)
        return line

    def _closed_up(self, raw: Any, line: Line, first: int, shown: DisplayedSpace) -> str:
        """The text of a line set with room between its letters, without blanks inside of words."""
        text = line.text
        edges = [self._extent(raw, first + at, first + at, shown) for at in range(len(text))]
        blanks = [char == " " for char in text]
        gaps = [0.0] * len(text)
        for at in range(1, len(text)):
            after = at + 1 if blanks[at] else at
            if after < len(text) and not blanks[at - 1]:
                gaps[at] = edges[after][0] - edges[at - 1][1]
        is_made_up = self._pdfium.FPDFText_IsGenerated
        made_up = [blank and is_made_up(raw, first + at) == 1 for at, blank in enumerate(blanks)]
        false = false_blanks(text, gaps, made_up, line.size)
        return "".join(char for at, char in enumerate(text) if at not in false)

    def _character(self, raw: Any, at: int) -> int:
        """The number of the character on the page that stands at an offset in its text."""
        found: int = self._pdfium.FPDFText_GetCharIndexFromTextIndex(raw, at)
        return found if found >= 0 else at

    def _box(
        self, raw: Any, first: int, count: int
    ) -> tuple[tuple[float, float, float, float] | None, float]:
        """The box around `count` characters in page space, and the widest gap inside it."""
        left, top, right, bottom = self._numbers
        runs = self._pdfium.FPDFText_CountRects(raw, first, count)
        x0 = y0 = x1 = y1 = 0.0
        gap = 0.0
        for run in range(runs):
            self._pdfium.FPDFText_GetRect(raw, run, *self._references)
            west, north, east, south = left.value, top.value, right.value, bottom.value
            if not run:
                x0, y0, x1, y1 = west, south, east, north
                continue
            gap = max(gap, west - x1, x0 - east, south - y1, y0 - north)
            x0, y0 = min(x0, west), min(y0, south)
            x1, y1 = max(x1, east), max(y1, north)
        return ((x0, y0, x1, y1) if runs > 0 else None), gap

    def _size(self, raw: Any, char: int, shown: DisplayedSpace) -> tuple[float, bool]:
        """The displayed font size, and whether the text runs from left to right."""
        size = self._pdfium.FPDFText_GetFontSize(raw, char)
        matrix = self._matrix
        if not self._pdfium.FPDFText_GetMatrix(raw, char, ctypes.byref(matrix)):
            return size, True
        run_x = shown.a * matrix.a + shown.c * matrix.b
        run_y = shown.b * matrix.a + shown.d * matrix.b
        return size * math.hypot(matrix.c, matrix.d), abs(run_y) <= abs(run_x) * 0.3

    def _style(self, raw: Any, char: int) -> tuple[bool, bool]:
        """Whether the font is bold, and whether it is slanted."""
        flags = self._flags
        length = self._pdfium.FPDFText_GetFontInfo(
            raw, char, self._font, len(self._font), ctypes.byref(flags)
        )
        name = self._font.value if 0 < length <= len(self._font) else b""
        key = (name, flags.value)
        if key not in self._styles:
            self._styles[key] = _style_of(*key)
        return self._styles[key]

    def _cells(self, raw: Any, line: Line, first: int, shown: DisplayedSpace) -> tuple[Cell, ...]:
        """The pieces of a line between wide gaps; empty when there is no such gap."""
        cells: list[Cell] = []
        for word in _WORD.finditer(line.text):
            x0, x1 = self._extent(raw, first + word.start(), first + word.end() - 1, shown)
            if cells and x0 - cells[-1].x1 <= CELL_GAP * line.size:
                before = cells[-1]
                cells[-1] = Cell(before.start, word.end(), before.x0, max(before.x1, x1))
            else:
                cells.append(Cell(word.start(), word.end(), x0, x1))
        return tuple(cells) if len(cells) > 1 else ()

    def _extent(
        self, raw: Any, first: int, last: int, shown: DisplayedSpace
    ) -> tuple[float, float]:
        left, right, bottom, top = self._numbers
        get = self._pdfium.FPDFText_GetCharBox
        get(raw, first, *self._references)
        start = shown.box(left.value, bottom.value, right.value, top.value)
        if first == last:
            return start[0], start[2]
        get(raw, last, *self._references)
        end = shown.box(left.value, bottom.value, right.value, top.value)
        return min(start[0], end[0]), max(start[2], end[2])


def _style_of(name: bytes, flags: int) -> tuple[bool, bool]:
    bold = bool((flags & _FORCE_BOLD and not _PLAIN.search(name)) or _BOLD.search(name))
    return bold, bool(flags & _ITALIC or _SLANTED.search(name))


def join_pieces(lines: list[Line]) -> list[Line]:
    """Pieces of one line (raised figures, changes of font) joined, and so are columns of single
    ideographs (vertical writing)."""
    joined: list[Line] = []
    for line in lines:
        before = joined[-1] if joined else None
        if before is not None and _is_beside(before, line):
            joined[-1] = _beside(before, line)
        elif before is not None and len(line.text) == 1 and _is_below(before, line):
            box = (min(before.x0, line.x0), before.y0, max(before.x1, line.x1), line.y1)
            joined[-1] = Line(before.text + line.text, *box, before.size, upright=False)
        else:
            joined.append(line)
    return joined


def _is_beside(before: Line, line: Line) -> bool:
    """The line goes on at once to the right, at about the same height."""
    gap = line.x0 - before.x1
    size = max(before.size, line.size)
    if not -0.2 * size < gap < 0.6 * size or before.cells or line.cells:
        return False
    shared = min(before.y1, line.y1) - max(before.y0, line.y0)
    return before.upright and line.upright and shared > 0.4 * min(before.height, line.height)


def _beside(before: Line, line: Line) -> Line:
    gap = " " if line.x0 - before.x1 > 0.2 * max(before.size, line.size) else ""
    larger = before if len(before.text) >= len(line.text) else line
    # pdfium marks a sign without a meaning like a hyphen at a line end, but here the line goes on.
    words = before.text[:-1] if before.broken else before.text
    return Line(
        f"{words}{gap}{line.text}",
        before.x0,
        min(before.y0, line.y0),
        max(before.x1, line.x1),
        max(before.y1, line.y1),
        larger.size,
        larger.bold,
        larger.italic,
        broken=line.broken,
        lost=before.lost + before.broken + line.lost,
    )


def _is_below(before: Line, line: Line) -> bool:
    if before.upright and len(before.text) > 1:
        return False
    if not is_cjk(line.text) and line.text.isalnum():
        return False
    if not any(is_cjk(char) for char in before.text + line.text):
        return False
    centred = abs((before.x0 + before.x1) - (line.x0 + line.x1)) < max(before.size, line.size)
    return centred and -0.5 * line.size < line.y0 - before.y1 < 1.5 * line.size


def _tidy(text: str, hyphen: bool) -> str:
    """A line's text, one character for one, so that offsets in it stay offsets on the page."""
    if hyphen:
        text = text[:-1] + "-"
    return text.translate(_ODD) if not text.isprintable() else text


_ODD = dict.fromkeys([*range(32), 127, 65534, 65535, *range(55296, 57344)], " ")


def displayed_space(pdfium: Any, page: Any) -> DisplayedSpace:
    """Measured by letting pdfium map three points: rotation, crop box and user unit included."""
    width, height = page.get_size()
    wide, high = max(1, round(width * _PRECISION)), max(1, round(height * _PRECISION))
    x, y = ctypes.c_int(), ctypes.c_int()

    def mapped(at_x: float, at_y: float) -> tuple[float, float]:
        pdfium.FPDF_PageToDevice(
            page.raw, 0, 0, wide, high, 0, at_x, at_y, ctypes.byref(x), ctypes.byref(y)
        )
        return x.value * width / wide, y.value * height / high

    e, f = mapped(0, 0)
    right, up = mapped(_FAR, 0), mapped(0, _FAR)
    return DisplayedSpace(
        (right[0] - e) / _FAR,
        (right[1] - f) / _FAR,
        (up[0] - e) / _FAR,
        (up[1] - f) / _FAR,
        e,
        f,
    )
