"""Rows and cells of a table's text, each with its place in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 20
_SHEET = " | "
_QUOTE = '"'


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows. `start`, `end`: its characters in the text, half open."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `title`: it names a sheet and stands alone."""

    cells: tuple[Cell, ...]
    title: bool = False

    @property
    def start(self) -> int:
        """Where its first cell begins."""
        return self.cells[0].start

    @property
    def end(self) -> int:
        """Where its last cell ends."""
        return self.cells[-1].end


def sheet_rows(text: str) -> list[Row]:
    """Rows of a workbook as its reader writes them: a line a row, cells divided by bars, and the
    name of each sheet between blank lines."""
    rows: list[Row] = []
    at, lines = 0, text.split("\n")
    for number, line in enumerate(lines):
        if line.strip():
            alone = _blank(lines, number - 1) and _blank(lines, number + 1)
            rows.append(Row(tuple(_divided(line, at)), title=alone and _SHEET not in line))
        at += len(line) + 1
    return rows


def delimited_rows(text: str, delimiter: str) -> list[Row]:
    """Rows of comma-separated values and their like (RFC 4180): a cell in quotation marks may hold
    delimiters, line ends and doubled quotation marks."""
    rows: list[Row] = []
    cells: list[Cell] = []
    at = 0
    while at < len(text):
        end = _cell_end(text, at, delimiter)
        cells.append(Cell(_unquoted(text[at:end]), at, end))
        ends_row = end >= len(text) or text[end] != delimiter
        if ends_row:
            if any(cell.text.strip() for cell in cells):
                rows.append(Row(tuple(cells)))
            cells = []
            end += text[end : end + 2] == "\r\n"
        at = end + 1
    if cells:
        rows.append(Row(tuple(cells)))
    return rows


def delimiter_of(text: str) -> str:
    """The sign that divides the first lines into the most cells of one number; a comma when none
    does."""
    lines = [line for line in text.split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES] if line.strip()]
    counts = {d: [line.count(d) for line in lines] for d in _DELIMITERS}
    regular = {d: min(n) for d, n in counts.items() if n and min(n) > 0}
    if regular:
        return max(regular, key=lambda d: (counts[d].count(counts[d][0]), regular[d]))
    return max(_DELIMITERS, key=lambda d: sum(counts[d])) if lines else ","


def _blank(lines: list[str], number: int) -> bool:
    return not 0 <= number < len(lines) or not lines[number].strip()


def _divided(line: str, base: int) -> Iterator[Cell]:
    at = 0
    if line.startswith(_SHEET[1:]):  # the first cell is empty, and its blank was cut off
        yield Cell("", base, base)
        at = len(_SHEET) - 1
    for part in line[at:].split(_SHEET):
        yield Cell(part.strip(), base + at, base + at + len(part))
        at += len(part) + len(_SHEET)


def _cell_end(text: str, at: int, delimiter: str) -> int:
    if text[at] == _QUOTE:
        at += 1
        while (close := text.find(_QUOTE, at)) >= 0:
            if text[close + 1 : close + 2] != _QUOTE:
                at = close + 1
                break
            at = close + 2
    ends = (text.find(sign, at) for sign in (delimiter, "\n", "\r"))
    return min((end for end in ends if end >= 0), default=len(text))


def _unquoted(cell: str) -> str:
    plain = cell.strip()
    if len(plain) > 1 and plain[0] == plain[-1] == _QUOTE:
        return plain[1:-1].replace(_QUOTE * 2, _QUOTE)
    return plain
