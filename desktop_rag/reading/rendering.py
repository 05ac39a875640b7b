"""Pictures of PDF pages, and their sizes. Needs pypdfium2 and Pillow (which pypdfium2's `to_pil`
uses)."""

from __future__ import annotations

import io
import math

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.reading.failures import damaged
from desktop_rag.reading.pdf.opening import load_page, open_pdf

# Nobody looks at more pixels; a page that declares itself enormous is drawn smaller.
_MOST_PIXELS = 25_000_000


def page_sizes(path: str, password: str | None = None) -> tuple[tuple[float, float], ...]:
    """(width, height) in points of every page as displayed. Raises like `PdfReader.open`."""
    document = open_pdf(path, _name(path), password)
    try:
        return tuple(document.get_page_size(number) for number in range(len(document)))
    finally:
        document.close()


def render_page(path: str, page: int, scale: float, password: str | None = None) -> bytes:
    """A page (1-based) as PNG bytes, `scale` pixels per point. Raises `InvalidRequest` for a page
    that is not there and `DamagedFile` for one that cannot be drawn."""
    document = open_pdf(path, _name(path), password)
    try:
        if not 1 <= page <= len(document):
            raise InvalidRequest(f"“{_name(path)}” has no page {page}.", "Choose another page.")
        drawn = load_page(document, page - 1)
        if drawn is None:
            raise damaged(_name(path), "PDF", f"page {page} cannot be loaded")
        width, height = drawn.get_size()
        pixels = max(1.0, width * height) * scale * scale
        bitmap = drawn.render(scale=scale * min(1.0, math.sqrt(_MOST_PIXELS / pixels)))
        stream = io.BytesIO()
        bitmap.to_pil().save(stream, "PNG", compress_level=1)
        return stream.getvalue()
    finally:
        document.close()


def _name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]
