"""Rows of a sheet as records: one line of text each, told with the names of the columns."""

from __future__ import annotations

from desktop_rag.domain.document import Block
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.data.csv import header_names, joined_header
from desktop_rag.reading.data.records import RecordSpeaker
from desktop_rag.reading.layout import Layout, one_line

_HEADER_ROWS = 10
_MOST_EMPTY = 50


class SheetRows:
    """Lays out one sheet after the other, row by row."""

    def __init__(self, request: ReadRequest, layout: Layout) -> None:
        self._layout = layout
        self._step = request.step
        self._speaker = RecordSpeaker.of(request)
        self._sheet = ""
        self._names: list[str] = []
        self._looked = 0
        self._number = 0
        self._left: int | None = None
        self._separator = "\n\n"

    def begin(self, sheet: str, *, hidden: bool = False) -> None:
        """Start a sheet. A hidden one is read like the others and says so in its heading."""
        self._sheet, self._names, self._looked, self._number = sheet, [], 0, 0
        self._left = None
        self._separator = "\n\n"
        title = f"{sheet} (hidden sheet)" if hidden else sheet
        self._layout.heading(title, 1, Block("heading", 0, 0, sheet=sheet))

    def add(self, cells: dict[int, str]) -> None:
        """A row: column number (0-based) → what the cell shows. Empty rows are left out; an empty
        cell between others stays, so that columns stand below one another."""
        filled = {column: one_line(cell) for column, cell in sorted(cells.items()) if cell.strip()}
        if not filled:
            return
        self._step(self._number, 0)
        text = " | ".join(self._aligned(filled))
        if not self._names and self._looked < _HEADER_ROWS:
            self._looked += 1
            width = max(filled) + 1
            self._names = header_names([filled.get(column, "") for column in range(width)])
            if self._names:
                self._put(Block("paragraph", 0, 0, sheet=self._sheet), text)
                return
        value = self._value(filled)
        block = Block(
            "record",
            0,
            0,
            title=self._speaker.title(value),
            spoken=self._speaker.speak(value),
            sheet=self._sheet,
            record=self._number,
        )
        self._number += 1
        self._put(block, text)
        if self._number == 1:
            self._layout.blocks[-2:] = joined_header(self._layout.blocks[-2:])

    def _aligned(self, filled: dict[int, str]) -> list[str]:
        first, last = min(filled), max(filled)
        self._left = first if self._left is None else min(self._left, first)
        if last - self._left > len(filled) + _MOST_EMPTY:
            return list(filled.values())  # a cell far off does not cost thousands of bars
        return [filled.get(column, "") for column in range(self._left, last + 1)]

    def _put(self, block: Block, text: str) -> None:
        self._layout.add(block, text, separator=self._separator)
        self._separator = "\n"

    def _value(self, filled: dict[int, str]) -> object:
        if not self._names:
            return list(filled.values())
        return {
            self._names[column] if column < len(self._names) else f"column {column + 1}": cell
            for column, cell in filled.items()
        }
