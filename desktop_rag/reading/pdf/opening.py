"""Opening PDF files, with pdfium's error codes named."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from desktop_rag.domain.errors import ReadingFailed
from desktop_rag.reading.failures import damaged, locked

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument


def open_pdf(source: str | bytes, name: str, password: str | None) -> PdfDocument:
    """The document. Raises `PasswordProtected` or `DamagedFile`."""
    import pypdfium2

    _forget_last_error(pypdfium2)
    try:
        document: PdfDocument = pypdfium2.PdfDocument(source, password=password)
    except pypdfium2.PdfiumError as error:
        raise _named(name, error, password) from error
    return document


def _forget_last_error(pypdfium2: Any) -> None:
    """Fail with a known error: a load that fails without a reason reports the one before, which
    may be the password of another file."""
    with suppress(pypdfium2.PdfiumError):
        pypdfium2.PdfDocument(b"no PDF").close()


def load_page(document: PdfDocument, number: int) -> Any | None:
    """The page with that 0-based number, or None when it cannot be loaded."""
    import pypdfium2

    try:
        return document[number]
    except pypdfium2.PdfiumError:
        return None


def _named(name: str, error: Any, password: str | None) -> ReadingFailed:
    import pypdfium2.raw as pdfium

    if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
        return locked(name, wrong=password is not None)
    return damaged(name, "PDF", str(error))
