"""PDF files: text laid out by page, with a box for every line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_rag.domain.document import DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest
from desktop_rag.reading.failures import empty, scanned, too_large
from desktop_rag.reading.loading import file_size
from desktop_rag.reading.ocr.engine import HOW_TO_ADD, HOW_TO_MEND
from desktop_rag.reading.ocr.page import RecognisedPage
from desktop_rag.reading.ocr.recognised import PageUnclear, RecognitionBroken
from desktop_rag.reading.ocr.recogniser import TextRecogniser
from desktop_rag.reading.pdf.annotations import open_forms, written_on
from desktop_rag.reading.pdf.furniture import find_furniture
from desktop_rag.reading.pdf.laying import PageText, part_ranges
from desktop_rag.reading.pdf.lines import Line, PageLines
from desktop_rag.reading.pdf.notices import PageStates
from desktop_rag.reading.pdf.opening import load_page, open_pdf
from desktop_rag.reading.pdf.order import reading_order
from desktop_rag.reading.pdf.outline import document_title, outline_levels
from desktop_rag.reading.pdf.scans import has_dropped_text, has_full_picture, recognise_page
from desktop_rag.reading.pdf.structure import PageBlock, PageStructure, Sizes
from desktop_rag.reading.pdf.vertical import vertical_blocks

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

# More odd characters than this, and a page's text layer is noise.
_NOISE = 0.3
# Private use and replacement characters: what fonts without a map to Unicode give.
_KANA_OR_HAN = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_ODD = re.compile("[\ue000-\uf8ff\ufffd]")
# As many signs without a meaning on a page, and as large a share of it, and its words have holes.
_FEWEST_LOST, _LOST_SHARE = 3, 0.002
# Fewer characters than this on a page that a picture covers, and the picture is looked at.
_FEW_CHARS = 100


class PdfReader:
    """Reads PDF files; pages without usable text through text recognition."""

    name = "pdf"
    version = 5
    suffixes = frozenset({".pdf"})
    uses = frozenset({"ocr"})

    def __init__(self, recogniser: TextRecogniser | None = None) -> None:
        self._recogniser = recogniser or TextRecogniser()

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
            return _PdfReading(document, request, self._recogniser)
        except BaseException:
            document.close()
            raise


@dataclass(slots=True)
class _Pages:
    """What was gathered of every page: its height and its lines; numbers are 0-based. `poor`:
    pages with a picture all over them and few words, such as a stamp on a scan. `gappy`: pages of
    which pdfium gives only some of the text. `written`: what people wrote on pages. `vertical`:
    pages of vertical writing that pdfium drops."""

    heights: list[float] = field(default_factory=list)
    lines: list[list[Line]] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    poor: list[int] = field(default_factory=list)
    gappy: list[int] = field(default_factory=list)
    written: dict[int, list[PageBlock]] = field(default_factory=dict)
    vertical: dict[int, list[PageBlock]] = field(default_factory=dict)

    def without_text(self) -> list[int]:
        missing = set(self.unreadable)
        return [n for n, lines in enumerate(self.lines) if not lines and n not in missing]


class _PdfReading:
    """A PDF whose own text is gathered; scans are recognised while its parts are taken."""

    def __init__(
        self, document: PdfDocument, request: ReadRequest, recogniser: TextRecogniser
    ) -> None:
        self._document = document
        self._request = request
        self._recogniser = recogniser
        self._pages = _gather(document, request)
        count = len(self._pages.lines)
        self._states = PageStates(unreadable=self._pages.unreadable)
        self._with_text = len(
            {n for n, lines in enumerate(self._pages.lines) if lines} | set(self._pages.written)
        )
        silent = self._pages.without_text()
        scans = [*silent, *self._pages.poor, *self._pages.gappy]
        self._advice = HOW_TO_ADD if scans and request.ocr and not recogniser.is_installed() else ""
        if not request.ocr or self._advice:
            self._states.silent, scans = silent, []
            self._states.gappy = self._pages.gappy
        if not self._with_text and not scans:
            raise scanned(request.name, count, self._advice) if count else empty(request.name)
        self._scans = frozenset(scans)
        self._outline = outline_levels(document)
        self._title = document_title(document)

    def parts(self) -> Iterator[DocumentPart]:
        """Raises `ScannedWithoutText` when recognition finds nothing either."""
        text = PageText(self._request.name, self._request.limits.text_chars)
        structure = PageStructure(Sizes.of(self._pages.lines), self._outline)
        furniture = find_furniture(list(zip(self._pages.heights, self._pages.lines, strict=True)))
        try:
            groups = part_ranges(len(self._pages.lines), self._scans)
            for group in groups:
                recognised = self._recognise(group)
                also_furniture = self._furniture_of_scans(group, recognised)
                for number in group:
                    page = recognised.get(number)
                    if page is not None:
                        self._add_scan(text, number, page, also_furniture[number])
                    else:
                        lines, height = self._pages.lines[number], self._pages.heights[number]
                        vertical = self._pages.vertical.get(number)
                        blocks = vertical or structure.blocks(lines, furniture[number], height)
                        text.add_page(number + 1, blocks)
                    text.add_page(number + 1, self._pages.written.get(number, []))
                self._title = self._title or text.title
                if not text.is_blank:
                    yield text.part(more=group is not groups[-1])
        finally:
            self._document.close()
        if not self._with_text and not self._states.recognised:
            count = len(self._pages.lines)
            raise scanned(self._request.name, count, self._advice, tried=not self._advice)

    def facts(self) -> DocumentFacts:
        return DocumentFacts(
            "application/pdf",
            "document",
            title=self._title,
            pages=len(self._pages.lines),
            pages_with_text=self._with_text,
            pages_ocr=len(self._states.recognised),
            partial=self._states.is_partial(),
            notices=self._states.notices(self._advice),
        )

    def _recognise(self, group: range) -> dict[int, RecognisedPage]:
        """The scans among these pages that show text, by their number."""
        found: dict[int, RecognisedPage] = {}
        for number in group:
            if number not in self._scans:
                continue
            self._request.step(number, len(self._pages.lines))
            own = self._pages.lines[number]
            try:
                page = self._recognised(number)
            except RecognitionBroken:
                self._advice = HOW_TO_MEND
                (self._states.gappy if own else self._states.silent).append(number)
                continue
            except PageUnclear:
                page = None
                if not own:
                    self._states.unclear.append(number)
                    continue
            if page is not None and _chars(page.lines) > _chars(own):
                self._states.recognised.append(number)
                found[number] = page
            elif number in self._pages.gappy:
                self._states.gappy.append(number)
            elif not own:
                self._states.blank.append(number)
        return found

    def _recognised(self, number: int) -> RecognisedPage | None:
        if self._advice:  # it is broken, and will be so for the next page
            raise RecognitionBroken
        return recognise_page(self._document, number, self._recogniser)

    def _furniture_of_scans(
        self, group: range, recognised: dict[int, RecognisedPage]
    ) -> dict[int, set[int]]:
        """By page; a scan's running headers are looked for among the pages of its group."""
        if not recognised:
            return {}
        pages = [
            (recognised[n].height, recognised[n].lines)
            if n in recognised
            else (self._pages.heights[n], self._pages.lines[n])
            for n in group
        ]
        return dict(zip(group, find_furniture(pages), strict=True))

    def _add_scan(
        self, text: PageText, number: int, page: RecognisedPage, furniture: set[int]
    ) -> None:
        structure = PageStructure(page.sizes, self._outline)
        blocks = structure.blocks(page.lines, furniture, page.height)
        text.add_page(number + 1, blocks, page.shown)


def _gather(document: PdfDocument, request: ReadRequest) -> _Pages:
    pages = _Pages()
    reader = PageLines()
    open_forms(document)
    chars = 0
    count = len(document)
    for number in range(count):
        request.step(number, count)
        page = load_page(document, number)
        if page is None:
            pages.unreadable.append(number)
            pages.heights.append(0.0)
            pages.lines.append([])
            continue
        lines = _page_lines(reader, page)
        pages.heights.append(page.get_height())
        pages.lines.append(lines)
        _look_at(document, page, number, lines, pages)
        if (not lines or _has_kana_or_han(lines)) and has_dropped_text(page):
            _read_vertical(request, page, number, pages)
        page.close()
        chars += _chars(lines)
        if chars > request.limits.text_chars:
            raise too_large(request.name, "it holds more text than is allowed")
    return pages


def _look_at(
    document: PdfDocument, page: Any, number: int, lines: list[Line], pages: _Pages
) -> None:
    """What else a page has to say, and whether its text is enough."""
    written = written_on(document, page)
    if written:
        pages.written[number] = written
    if 0 < _chars(lines) < _FEW_CHARS and has_full_picture(page):
        pages.poor.append(number)
    elif _has_holes(lines):
        pages.gappy.append(number)


def _read_vertical(request: ReadRequest, page: Any, number: int, pages: _Pages) -> None:
    """Put what a second parser reads of a page in place of the little that pdfium gives; without
    more than that the page has gaps."""
    source = request.path if request.data is None else request.data
    blocks = vertical_blocks(source, number, request.password(request.path), page.get_size())
    lines = [line for block in blocks for line in block.lines]
    if _chars(lines) > _chars(pages.lines[number]):
        pages.lines[number], pages.vertical[number] = lines, blocks
    elif pages.lines[number] and number not in pages.gappy:
        pages.gappy.append(number)


def _has_kana_or_han(lines: list[Line]) -> bool:
    return any(not line.text.isascii() and _KANA_OR_HAN.search(line.text) for line in lines)


def _has_holes(lines: list[Line]) -> bool:
    lost = sum(line.lost for line in lines)
    return lost >= _FEWEST_LOST and lost > _LOST_SHARE * _chars(lines)


def _chars(lines: list[Line]) -> int:
    return sum(len(line.text) + 1 for line in lines)


def _page_lines(reader: PageLines, page: Any) -> list[Line]:
    lines = reader.read(page)
    text = "".join(line.text for line in lines)
    odd = 0 if text.isascii() else len(_ODD.findall(text))
    return [] if odd > _NOISE * len(text) else reading_order(lines)
