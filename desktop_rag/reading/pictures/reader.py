"""Picture files: the text that is written on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.document import DocumentFacts, DocumentPart
from desktop_rag.domain.errors import DamagedFile
from desktop_rag.ports.reading import Reading, ReadRequest
from desktop_rag.reading.failures import empty, scanned
from desktop_rag.reading.loading import file_size
from desktop_rag.reading.ocr.engine import HOW_TO_ADD, HOW_TO_MEND
from desktop_rag.reading.ocr.page import RecognisedPage, lay_out_page
from desktop_rag.reading.ocr.recognised import PageUnclear, RecognitionBroken
from desktop_rag.reading.ocr.recogniser import MOST_SIDE, TextRecogniser
from desktop_rag.reading.pdf.laying import PageText, part_ranges
from desktop_rag.reading.pdf.notices import PageStates
from desktop_rag.reading.pdf.structure import PageStructure
from desktop_rag.reading.pictures.opening import (
    KIND,
    SUFFIXES,
    displayed,
    go_to_page,
    open_picture,
    page_count,
    page_size,
)

if TYPE_CHECKING:
    from PIL.Image import Image

_STARTS = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
# Icons and bullets have nothing written on them.
_SMALLEST_SIDE = 32
# Letters of screen pictures are small: those are drawn larger before they are read.
_SIDE_TO_REACH, _MOST_ENLARGED = 1200, 2.0


class PictureReader:
    """Reads pictures with text on them: scans, photos of pages, screen pictures."""

    name = "picture"
    version = 1
    suffixes = SUFFIXES
    uses = frozenset({"ocr"})

    def __init__(self, recogniser: TextRecogniser | None = None) -> None:
        self._recogniser = recogniser or TextRecogniser()

    def sniff(self, head: bytes) -> bool:
        """True for bytes that begin like a picture of a kind that is read."""
        return head.startswith(_STARTS) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")

    def open(self, request: ReadRequest) -> Reading:
        """Raises `DamagedFile`, `EmptyFile`, `ScannedWithoutText` or `TooLarge`."""
        if file_size(request) == 0:
            raise empty(request.name)
        source = request.path if request.data is None else request.data
        with open_picture(source, request.name) as image:
            pages, smallest = page_count(image), min(image.size)
            media = f"image/{(image.format or KIND).lower()}".replace("mpo", "jpeg")
        if not request.ocr:
            raise scanned(request.name, pages)
        if not self._recogniser.is_installed():
            raise scanned(request.name, pages, HOW_TO_ADD)
        if smallest < _SMALLEST_SIDE:
            raise scanned(request.name, pages, tried=True)
        most = request.limits.text_chars
        about = _About(source, request.name, pages, media, most, request.step)
        return _PictureReading(about, self._recogniser)


@dataclass(frozen=True, slots=True)
class _About:
    source: str | bytes
    name: str
    pages: int
    media: str
    most_chars: int
    step: Callable[[int, int], None]


class _PictureReading:
    def __init__(self, about: _About, recogniser: TextRecogniser) -> None:
        self._about = about
        self._recogniser = recogniser
        self._states = PageStates()
        self._title = ""

    def parts(self) -> Iterator[DocumentPart]:
        """Raises `ScannedWithoutText` when nothing is written there, and like `open`."""
        text = PageText(self._about.name, self._about.most_chars)
        ranges = part_ranges(self._about.pages, frozenset(range(self._about.pages)))
        for group in ranges:
            for number in group:
                self._about.step(number, self._about.pages)
                page = self._recognised(number)
                if page is not None:
                    structure = PageStructure(page.sizes, {})
                    blocks = structure.blocks(page.lines, set(), page.height)
                    text.add_page(number + 1, blocks, page.shown)
            self._title = text.title
            if not text.is_blank:
                yield text.part(more=group is not ranges[-1])
        if not self._states.recognised:
            raise scanned(self._about.name, self._about.pages, tried=True)

    def facts(self) -> DocumentFacts:
        return DocumentFacts(
            self._about.media,
            "document",
            title=self._title,
            pages=self._about.pages,
            pages_with_text=0,
            pages_ocr=len(self._states.recognised),
            partial=self._states.is_partial(),
            notices=self._states.notices(),
        )

    def _recognised(self, number: int) -> RecognisedPage | None:
        try:
            with open_picture(self._about.source, self._about.name) as image:
                go_to_page(image, number + 1)
                size = page_size(image)
                pixels = pixels_to_read(displayed(image))
        except DamagedFile:
            if self._about.pages == 1:
                raise
            self._states.unreadable.append(number)
            return None
        try:
            found = self._recogniser.recognise(pixels)
        except RecognitionBroken as error:
            raise scanned(self._about.name, self._about.pages, HOW_TO_MEND) from error
        except PageUnclear:
            self._states.unclear.append(number)
            return None
        (self._states.recognised if found else self._states.blank).append(number)
        return lay_out_page(found, pixels.shape[1] / size[0], size) if found else None


def pixels_to_read(image: Image) -> NDArray[np.uint8]:
    """The picture (red green blue) in the size that it is recognised in, as height × width × 3,
    blue green red."""
    from PIL.Image import Resampling

    longest = max(image.size)
    scale = min(MOST_SIDE / longest, max(1.0, min(_MOST_ENLARGED, _SIDE_TO_REACH / longest)))
    if scale != 1.0:
        wanted = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(wanted, Resampling.LANCZOS)
    return np.ascontiguousarray(np.asarray(image, dtype=np.uint8)[:, :, ::-1])
