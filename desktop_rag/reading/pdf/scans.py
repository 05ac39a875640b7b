"""Pages of a PDF that are scans: drawn, recognised, and laid out like other pages."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from desktop_rag.reading.ocr.page import RecognisedPage, lay_out_page
from desktop_rag.reading.ocr.recogniser import MOST_SIDE, TextRecogniser
from desktop_rag.reading.pdf.opening import load_page

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_DOTS_PER_POINT = 200 / 72
_COVERED = 0.5  # share of the page under a picture that is taken for a scan
_MOST_OBJECTS = 50
_MOST_PIECES = 2000
_DROPPED_SHARE = 0.2
_TALLER = 5.0  # points


def has_full_picture(page: Any) -> bool:
    """Whether a picture covers at least half of a page."""
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFPage_CountObjects(page.raw)
    sides = [ctypes.c_float() for _ in range(4)]
    width, height = page.get_size()
    for number in range(min(count, _MOST_OBJECTS)):
        drawn = pdfium.FPDFPage_GetObject(page.raw, number)
        if pdfium.FPDFPageObj_GetType(drawn) != pdfium.FPDF_PAGEOBJ_IMAGE:
            continue
        if pdfium.FPDFPageObj_GetBounds(drawn, *map(ctypes.byref, sides)):
            left, bottom, right, top = (side.value for side in sides)
            if (right - left) * (top - bottom) >= _COVERED * width * height:
                return True
    return False


def has_dropped_text(page: Any) -> bool:
    """Whether pdfium leaves out many of a page's pieces of text: those of vertical writing whose
    letters have no width."""
    import pypdfium2.raw as pdfium

    text_page = page.get_textpage()
    try:
        sides = [ctypes.c_float() for _ in range(4)]
        pieces = silent = 0
        for number in range(min(pdfium.FPDFPage_CountObjects(page.raw), _MOST_PIECES)):
            drawn = pdfium.FPDFPage_GetObject(page.raw, number)
            if pdfium.FPDFPageObj_GetType(drawn) != pdfium.FPDF_PAGEOBJ_TEXT:
                continue
            pieces += 1
            # The length in bytes counts the closing zero: two are an empty piece.
            if pdfium.FPDFTextObj_GetText(drawn, text_page.raw, None, 0) > 2:
                continue
            if pdfium.FPDFPageObj_GetBounds(drawn, *map(ctypes.byref, sides)):
                left, bottom, right, top = (side.value for side in sides)
                silent += right == left and top - bottom > _TALLER
        return silent > _DROPPED_SHARE * pieces
    finally:
        text_page.close()


def recognise_page(
    document: PdfDocument, number: int, recogniser: TextRecogniser
) -> RecognisedPage | None:
    """The page with that 0-based number, read from its picture; None when it shows no text. Raises
    `PageUnclear`."""
    page = load_page(document, number)
    if page is None:
        return None
    try:
        width, height = page.get_size()
        scale = min(_DOTS_PER_POINT, MOST_SIDE / max(width, height, 1.0))
        # pdfium's own format is what the recogniser takes: blue green red.
        bitmap = page.render(scale=scale)
        pixels = bitmap.to_numpy().copy()
        bitmap.close()
    finally:
        page.close()
    found = recogniser.recognise(pixels)
    return lay_out_page(found, pixels.shape[1] / width, (width, height)) if found else None
