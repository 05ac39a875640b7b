"""PDF files: text laid out by page, with a box for every line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.domain.place import Region
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.failures import empty, scanned, too_large
from desktop_rag.reading.layout import one_line
from desktop_rag.reading.loading import file_size
from desktop_rag.reading.pdf.furniture import find_furniture
from desktop_rag.reading.pdf.lines import Line, PageLines
from desktop_rag.reading.pdf.opening import load_page, open_pdf
from desktop_rag.reading.pdf.order import reading_order
from desktop_rag.reading.pdf.outline import document_title, outline_levels
from desktop_rag.reading.pdf.structure import PageBlock, PageStructure, Sizes

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_SEPARATOR = "\n\n"
# More odd characters than this, and a page's text layer is noise.
_NOISE = 0.3
# Private use and replacement characters: what fonts without a map to Unicode give.
_ODD = re.compile("[\ue000-\uf8ff\ufffd]")


class PdfReader:
    """Reads PDF files."""

    name = "pdf"
    version = 1
    suffixes = frozenset({".pdf"})

    def sniff(self, head: bytes) -> bool:
        """True for bytes with a PDF header, which may follow up to 1024 bytes of junk."""
        return b"%PDF-" in head[:1024]

    def open(self, request: ReadRequest) -> Reading:
        """Raises `PasswordProtected`, `DamagedFile`, `EmptyFile`, `ScannedWithoutText` or
        `TooLarge`."""
        if file_size(request) == 0:
            raise empty(request.name)
        source = request.path if request.data is None else request.data
        document = open_pdf(source, request.name, request.password(request.path))
        try:
            return _read(document, request)
        finally:
            document.close()


@dataclass(slots=True)
class _Pages:
    """What was gathered of every page: its height and its lines; numbers are 0-based."""

    heights: list[float] = field(default_factory=list)
    lines: list[list[Line]] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)

    def with_text(self) -> list[int]:
        return [number for number, lines in enumerate(self.lines) if lines]


def _read(document: PdfDocument, request: ReadRequest) -> Reading:
    count = len(document)
    pages = _gather(document, request)
    with_text = pages.with_text()
    if not with_text:
        raise scanned(request.name, count) if count else empty(request.name)
    laid = _Laid(request)
    sizes = Sizes.of(pages.lines)
    structure = PageStructure(sizes, outline_levels(document))
    furniture = find_furniture(list(zip(pages.heights, pages.lines, strict=True)))
    for number, lines in enumerate(pages.lines):
        blocks = structure.blocks(lines, furniture[number], pages.heights[number])
        laid.add_page(number + 1, blocks)
    part = laid.part()
    silent = [n for n in range(count) if n not in set(with_text) and n not in pages.unreadable]
    about = DocumentFacts(
        "application/pdf",
        "document",
        title=document_title(document) or laid.first_heading(),
        pages=count,
        pages_with_text=len(with_text),
        partial=bool(silent or pages.unreadable),
        notices=tuple(_notices(silent, pages.unreadable)),
    )
    return ReadWhole(part, about)


def _gather(document: PdfDocument, request: ReadRequest) -> _Pages:
    pages = _Pages()
    reader = PageLines()
    chars = 0
    for number in range(len(document)):
        page = load_page(document, number)
        if page is None:
            pages.unreadable.append(number)
        lines = _page_lines(reader, page) if page is not None else []
        pages.heights.append(page.get_height() if page is not None else 0.0)
        pages.lines.append(lines)
        if page is not None:
            page.close()
        chars += sum(len(line.text) + 1 for line in lines)
        if chars > request.limits.text_chars:
            raise too_large(request.name, "it holds more text than is allowed")
    return pages


def _page_lines(reader: PageLines, page: Any) -> list[Line]:
    lines = reader.read(page)
    text = "".join(line.text for line in lines)
    odd = 0 if text.isascii() else len(_ODD.findall(text))
    return [] if odd > _NOISE * len(text) else reading_order(lines)


class _Laid:
    """The text of all pages with blocks and regions."""

    def __init__(self, request: ReadRequest) -> None:
        self._request = request
        self._pieces: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._regions: list[Region] = []

    def add_page(self, page: int, blocks: list[PageBlock]) -> None:
        for block in blocks:
            if self._pieces:
                self._write(_SEPARATOR)
            start = self._length
            for number, line in enumerate(block.lines):
                if number:
                    self._write("\n")
                begin = self._length
                self._write(_line_text(line, block))
                box = (line.x0, line.y0, line.x1, line.y1)
                self._regions.append(Region(begin, self._length, page, box))
            title = _title(block) if block.kind == "heading" else ""
            self._blocks.append(
                Block(block.kind, start, self._length, level=block.level, title=title, page=page)
            )

    def part(self) -> DocumentPart:
        return DocumentPart("".join(self._pieces), tuple(self._blocks), tuple(self._regions))

    def first_heading(self) -> str:
        return next((block.title for block in self._blocks if block.kind == "heading"), "")

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


def _notices(silent: list[int], unreadable: list[int]) -> list[str]:
    notices = []
    if silent:
        notices.append(f"{_pages(silent)} without text (a scan or a picture).")
    if unreadable:
        notices.append(f"{_pages(unreadable)} damaged and could not be read.")
    return notices


def _pages(numbers: list[int]) -> str:
    shown = ", ".join(str(number + 1) for number in numbers[:10])
    more = f" and {len(numbers) - 10} more" if len(numbers) > 10 else ""
    return f"Page {shown} is" if len(numbers) == 1 else f"Pages {shown}{more} are"
