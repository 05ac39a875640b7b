"""Whether a phrase is found in a file, and marked where it stands."""

from __future__ import annotations

import ctypes
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image
from rapidfuzz.fuzz import partial_ratio

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.place import Region
from desktop_rag.domain.query import Filters, SearchMode
from desktop_rag.link.client import Client
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.messages.viewer import (
    GetRegions,
    GetText,
    OpenSource,
    PageImage,
    Regions,
    RenderPage,
    SourceOpened,
    TextPart,
)
from desktop_rag.reading.ocr.engine import RecognitionEngine, find_models

AMONG = 5
_WAIT_S = 300.0
_LINE_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010]\r?\n[ \t]*(?=[^\W\d_])")
_FINE = 1000  # device units per point when a box is mapped back to page space
_MARGIN = 1.0  # points round a box
_SCAN_SCALE = 200 / 72
_SCAN_MARGIN = 4.0
_ALIKE = 80.0  # per cent: recognising a piece of a page again is not exact


@dataclass(frozen=True, slots=True)
class Folded:
    """Text as phrases are compared (NFKC, lower case, no blanks, no soft hyphens, no invisible
    signs), and where each character of it stands in the original."""

    text: str
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Folded:
        """Fold character by character, so that every offset is kept."""
        broken = {i for m in _LINE_HYPHEN.finditer(text) for i in range(m.start(), m.end())}
        chars: list[str] = []
        offsets: list[int] = []
        for offset, char in enumerate(text):
            if offset in broken:
                continue
            for piece in unicodedata.normalize("NFKD", char).casefold():
                if not piece.isspace() and unicodedata.category(piece) not in ("Cf", "Cc"):
                    chars.append(piece)
                    offsets.append(offset)
        return cls("".join(chars), tuple(offsets))

    def find(self, phrase: str) -> tuple[int, int] | None:
        """Where a phrase stands in the original, half open."""
        wanted = Folded.of(phrase).text
        at = self.text.find(wanted)
        if at < 0 or not wanted:
            return None
        return self.offsets[at], self.offsets[at + len(wanted) - 1] + 1


class PlaceChecker:
    """Searches through a running engine, as the window does, and checks what would be marked."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._recognition: RecognitionEngine | None = None

    def problems(self, path: str, phrase: str) -> list[str]:
        """What is wrong with finding and marking the phrase in a file."""
        wrong: list[str] = []
        modes: tuple[SearchMode, ...] = ("keyword", "hybrid")
        if not _is_whole_words(self.text_of(path), phrase):
            modes = ("hybrid",)  # a search for words need not find a part of one
        for mode in modes:
            try:
                hit = self._hit(path, phrase, mode)
                if hit is None:
                    wrong.append(f"not found by {mode} search")
                    continue
                wrong += [f"{mode}: {what}" for what in self._misplaced(hit, path, phrase)]
            except DesktopRagError as error:
                wrong.append(f"{mode}: {error.message}")
        return wrong

    def text_of(self, path: str) -> str:
        """The text that the window shows of a file."""
        return self._client.ask(GetText(path), TextPart, timeout=_WAIT_S).text

    def _hit(self, path: str, phrase: str, mode: SearchMode) -> Hit | None:
        """The first of the best five hits that holds the phrase."""
        search = Search(phrase, keep=AMONG, filters=Filters(under=(path,)), mode=mode, syntax=False)
        result = self._client.ask(search, HitsFound, timeout=_WAIT_S).result
        holding = (hit for hit in result.hits if Folded.of(hit.chunk.text).find(phrase))
        return next((hit for hit in holding if hit.file.path == path), None)

    def _misplaced(self, hit: Hit, path: str, phrase: str) -> Iterator[str]:
        place = hit.chunk.place
        shown = self._client.ask(GetText(path, *place.chars), TextPart, timeout=_WAIT_S).text
        if shown != hit.chunk.text:
            yield "the place, cut from the text shown, is not the passage"
        stands = Folded.of(shown).find(phrase)
        if stands is None:
            yield "the place does not hold the phrase"
            return
        start, end = (place.chars[0] + offset for offset in stands)
        if place.lines is not None:
            lines = self.text_of(path).splitlines(keepends=True)
            cut = "".join(_file_lines(lines)[place.lines[0] - 1 : place.lines[1]])
            if Folded.of(cut).find(phrase) is None:
                yield f"lines {place.lines} do not hold the phrase"
        opened = self._client.ask(OpenSource(path), SourceOpened, timeout=_WAIT_S)
        if opened.view == "pages":
            yield from self._off_page(path, phrase, start, end)

    def _off_page(self, path: str, phrase: str, start: int, end: int) -> Iterator[str]:
        asked = GetRegions(path, start, end)
        regions = self._client.ask(asked, Regions, timeout=_WAIT_S).regions
        if not regions:
            yield "there is no box for the phrase"
            return
        printed = "".join(_printed_in(path, region) for region in regions)
        if Folded.of(printed).find(phrase) or _same_signs(printed, phrase):
            return
        if Folded.of("".join(_drawn_in(path, region) for region in regions)).find(phrase):
            return
        recognised = " ".join(self._recognised_in(path, region) for region in regions)
        alike = partial_ratio(Folded.of(phrase).text, Folded.of(recognised).text)
        if alike < _ALIKE:
            yield (
                f"the boxes on page {regions[0].page} hold {printed[:60]!r}, "
                f"recognised {recognised[:60]!r}"
            )

    def _recognised_in(self, path: str, region: Region) -> str:
        """What text recognition reads in a box of the page as it is displayed."""
        asked = RenderPage(path, region.page, _SCAN_SCALE)
        reply = self._client.ask(asked, PageImage, timeout=_WAIT_S)
        with Image.open(io.BytesIO(reply.png)) as image:
            west, north, east, south = region.box
            corners = (
                west - _SCAN_MARGIN,
                north - _SCAN_MARGIN,
                east + _SCAN_MARGIN,
                south + _SCAN_MARGIN,
            )
            piece = image.convert("RGB").crop(tuple(int(c * reply.scale) for c in corners))  # type: ignore[arg-type]
        pixels = np.ascontiguousarray(np.asarray(piece)[:, :, ::-1])
        return " ".join(line.text for line in self._loaded().lines(pixels))

    def _loaded(self) -> RecognitionEngine:
        if self._recognition is None:
            models = find_models()
            if models is None:
                raise SystemExit("Text recognition is not installed.")
            self._recognition = RecognitionEngine(models)
        return self._recognition


def _is_whole_words(text: str, phrase: str) -> bool:
    """Whether the phrase stands somewhere without being a part of a longer word."""
    rest = text
    while (found := Folded.of(rest).find(phrase)) is not None:
        start, end = found
        before, after = rest[:start][-1:], rest[end : end + 1]
        if not (_joins(before) and _joins(phrase[0])) and not (
            _joins(after) and _joins(phrase[-1])
        ):
            return True
        rest = rest[end:]
    return False


def _joins(sign: str) -> bool:
    """A sign of a script that parts its words by blanks."""
    return sign.isdigit() or sign.lower() != sign.upper()


def _file_lines(pieces: Sequence[str]) -> list[str]:
    """Lines as editors count them: `splitlines` also breaks at signs that are no line ends."""
    lines: list[str] = []
    unfinished = ""
    for piece in pieces:
        unfinished += piece
        if piece.endswith(("\n", "\r")):
            lines.append(unfinished)
            unfinished = ""
    return [*lines, unfinished] if unfinished else lines


def _drawn_in(path: str, region: Region) -> str:
    """The letters whose middle lies in a box, by another parser than pdfium, which gives no letters
    of vertical writing in fonts that the file does not hold."""
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LTChar, LTContainer

    if not path.endswith(".pdf"):
        return ""
    x0, y0, x1, y1 = region.box
    layout = next(extract_pages(path, page_numbers=[region.page - 1]))
    letters: list[LTChar] = []

    def gather(part: LTContainer[Any]) -> None:
        for inner in part:
            if isinstance(inner, LTChar):
                letters.append(inner)
            elif isinstance(inner, LTContainer):
                gather(inner)

    gather(layout)
    inside = [
        one
        for one in letters
        if x0 - _MARGIN <= (one.x0 + one.x1) / 2 <= x1 + _MARGIN
        and y0 - _MARGIN <= layout.height - (one.y0 + one.y1) / 2 <= y1 + _MARGIN
    ]
    return "".join(one.get_text() for one in sorted(inside, key=lambda one: -one.y1))


def _printed_in(path: str, region: Region) -> str:
    """What pdfium finds in a box of the page as it is displayed; empty for pictures."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError:
        return ""
    try:
        page = document[region.page - 1]
        x0, y0, x1, y1 = region.box
        near = _page_point(pdfium, page, x0 - _MARGIN, y1 + _MARGIN)
        far = _page_point(pdfium, page, x1 + _MARGIN, y0 - _MARGIN)
        return str(
            page.get_textpage().get_text_bounded(
                min(near[0], far[0]),
                min(near[1], far[1]),
                max(near[0], far[0]),
                max(near[1], far[1]),
            )
        )
    finally:
        document.close()


def _page_point(pdfium: Any, page: Any, x: float, y: float) -> tuple[float, float]:
    """A displayed point (origin top left) in page space, as pdfium itself maps it."""
    width, height = (round(side * _FINE) for side in page.get_size())
    at_x, at_y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDF_DeviceToPage(
        page.raw,
        0,
        0,
        width,
        height,
        0,
        round(x * _FINE),
        round(y * _FINE),
        ctypes.byref(at_x),
        ctypes.byref(at_y),
    )
    return at_x.value, at_y.value


def _same_signs(printed: str, phrase: str) -> bool:
    """Whether every sign of the phrase is there, whatever the order: pdfium gives right-to-left and
    vertical writing in an order of its own."""
    wanted, there = Folded.of(phrase).text, Folded.of(printed).text
    return all(there.count(char) >= wanted.count(char) for char in set(wanted)) and not (
        wanted.isascii()
    )
