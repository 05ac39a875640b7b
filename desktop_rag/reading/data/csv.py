"""Tables as text: comma, semicolon, tab and bar separated, of any size."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest
from desktop_rag.reading.data.flattening import is_blank
from desktop_rag.reading.data.records import RecordSpeaker
from desktop_rag.reading.failures import damaged, empty, too_large
from desktop_rag.reading.lines import trimmed
from desktop_rag.reading.loading import file_size, open_file
from desktop_rag.reading.text import PART_BYTES, text_pieces

_DELIMITERS = ",;\t|"
_SAMPLE_CHARS = 20_000
_LONGEST_FIELD = 10_000_000


class CsvReader:
    """Reads tables as text; one record a row, told with the names in its header, which itself
    stands with the first record."""

    name = "csv"
    version = 5
    suffixes = frozenset({".csv", ".tsv", ".tab", ".psv"})
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """Without its suffix it is plain text."""
        return False

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for no bytes, `DamagedFile` for bytes that are not text."""
        if file_size(request) == 0:
            raise empty(request.name)
        with open_file(request) as stream:
            if stream.read(4) == b"PK\x03\x04":
                raise damaged(request.name, "table as text", "it is a zip archive")
        return _Table(request)


class _Table:
    def __init__(self, request: ReadRequest) -> None:
        self._request = request
        self._speaker = RecordSpeaker.of(request)
        self._rows = 0
        self._ragged = 0
        self._names: list[str] | None = None

    def parts(self) -> Iterator[DocumentPart]:
        base, line = 0, 1
        rows = Rows(self._lines())
        while True:
            text, blocks, lines = self._gather(rows, line)
            if not text:
                break
            if base == 0:
                if not blocks:
                    raise empty(self._request.name)
                blocks = joined_header(blocks)
            yield DocumentPart(text, tuple(blocks), (), base, line)
            base, line = base + len(text), line + lines
            if base > self._request.limits.text_chars:
                raise too_large(self._request.name, "it holds more text than is allowed")

    def facts(self) -> DocumentFacts:
        notices = (f"{self._ragged} rows have more cells than the header.",) if self._ragged else ()
        return DocumentFacts("text/csv", "data", notices=notices)

    def _lines(self) -> Iterator[str]:
        with open_file(self._request) as stream:
            for piece in text_pieces(stream, self._request.name):
                yield from io.StringIO(piece, newline="")

    def _gather(self, rows: Rows, first_line: int) -> tuple[str, list[Block], int]:
        """About 4 MB of whole rows: their text, their blocks, and how many lines they take."""
        pieces: list[str] = []
        blocks: list[Block] = []
        length = lines = 0
        for cells, text, count in rows:
            block = self._row(cells, text, length)
            if block is not None:
                first, last = first_line + lines, first_line + lines + count - 1
                blocks.append(replace(block, first_line=first, last_line=last))
            pieces.append(text)
            length += len(text)
            lines += count
            if length >= PART_BYTES:
                break
        return "".join(pieces), blocks, lines

    def _row(self, cells: list[str], text: str, base: int) -> Block | None:
        start, end = trimmed(text, 0, len(text))
        if not any(cell.strip() for cell in cells) or start == end:
            return None
        if self._names is None:
            self._names = header_names(cells)
            if self._names:
                return Block("paragraph", base + start, base + end)
        value = self._value(cells)
        spoken = None if is_blank(value) else self._speaker.speak(value)
        number = self._rows
        self._rows += 1
        return Block(
            "record",
            base + start,
            base + end,
            title=self._speaker.title(value),
            spoken=spoken,
            record=number,
        )

    def _value(self, cells: list[str]) -> object:
        names = self._names or []
        if not names:
            return cells
        if len(cells) > len(names):
            self._ragged += 1
        value: dict[str, object] = dict(zip(names, cells, strict=False))
        if len(cells) > len(names):
            value["more"] = cells[len(names) :]
        return value


class Rows:
    """Rows of a table with the text that they were written in.

    Iterating gives (cells, the row's own text with its line end, number of lines)."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._source = iter(lines)
        self._taken: list[str] = []
        self._waiting = self._sample()
        csv.field_size_limit(_LONGEST_FIELD)
        delimiter = find_delimiter("".join(self._waiting))
        self._reader = csv.reader(self._feed(), delimiter=delimiter)

    def __iter__(self) -> Iterator[tuple[list[str], str, int]]:
        while True:
            self._taken = []
            try:
                cells = next(self._reader)
            except StopIteration:
                return
            except csv.Error:
                cells = ["".join(self._taken)]
            yield cells, "".join(self._taken), len(self._taken)

    def _sample(self) -> list[str]:
        sample: list[str] = []
        length = 0
        for line in self._source:
            sample.append(line)
            length += len(line)
            if length > _SAMPLE_CHARS:
                break
        return sample

    def _feed(self) -> Iterator[str]:
        for line in self._waiting:
            self._taken.append(line)
            yield line
        self._waiting = []
        for line in self._source:
            self._taken.append(line)
            yield line


def find_delimiter(sample: str) -> str:
    """The sign that divides most rows into the same number (at least two) of cells."""
    best, best_score = ",", 0.0
    for delimiter in _DELIMITERS:
        try:
            rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter))[:200]
        except csv.Error:
            continue
        counts = Counter(len(row) for row in rows if len(row) > 1)
        if not counts:
            continue
        cells, times = counts.most_common(1)[0]
        score = times / len(rows) + min(cells, 20) / 100
        if score > best_score:
            best, best_score = delimiter, score
    return best


def header_names(cells: list[str]) -> list[str]:
    """The names of the columns when the first row looks like names, else nothing."""
    names = [cell.strip() for cell in cells]
    filled = [name for name in names if name]
    is_header = (
        len(filled) >= max(2, len(names) // 2)
        and len(set(filled)) == len(filled)
        and all(len(name) <= 80 and not _is_number(name) for name in filled)
    )
    if not is_header:
        return []
    return [name or f"column {number}" for number, name in enumerate(names, 1)]


def joined_header(blocks: list[Block]) -> list[Block]:
    """The blocks of a table; the row of names at its head is joined to the record under it, for
    alone it says nothing."""
    if len(blocks) < 2 or (blocks[0].kind, blocks[1].kind) != ("paragraph", "record"):
        return blocks
    header, record, *others = blocks
    return [replace(record, start=header.start, first_line=header.first_line), *others]


def _is_number(text: str) -> bool:
    return text.replace(".", "").replace(",", "").replace("-", "").replace("%", "").isdigit()
