"""Pages of PDF and picture files as PNG pictures, and their sizes. Needs pypdfium2 and Pillow."""

from __future__ import annotations

import io
import math
from pathlib import PurePath
from typing import TYPE_CHECKING

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.reading.failures import damaged
from desktop_rag.reading.pdf.opening import load_page, open_pdf
from desktop_rag.reading.pictures.opening import (
    SUFFIXES,
    displayed,
    go_to_page,
    open_picture,
    page_count,
    page_size,
)

if TYPE_CHECKING:
    from PIL.Image import Image

# Nobody looks at more pixels; a page that declares itself enormous is drawn smaller.
_MOST_PIXELS = 25_000_000
PAGED_SUFFIXES = SUFFIXES | {".pdf"}


def page_sizes(path: str, password: str | None = None) -> tuple[tuple[float, float], ...]:
    """(width, height) in points of every page as displayed. Raises like the readers' `open`."""
    if _is_picture(path):
        with open_picture(path, _name(path)) as image:
            sizes = []
            for page in range(page_count(image)):
                go_to_page(image, page + 1)
                sizes.append(page_size(image))
            return tuple(sizes)
    document = open_pdf(path, _name(path), password)
    try:
        return tuple(document.get_page_size(number) for number in range(len(document)))
    finally:
        document.close()


def render_page(path: str, page: int, scale: float, password: str | None = None) -> bytes:
    """A page (1-based) as PNG bytes, `scale` pixels per point. Raises `InvalidRequest` for a page
    that is not there and `DamagedFile` for one that cannot be drawn."""
    if _is_picture(path):
        return _render_picture(path, page, scale)
    document = open_pdf(path, _name(path), password)
    try:
        _check(path, page, len(document))
        drawn = load_page(document, page - 1)
        if drawn is None:
            raise damaged(_name(path), "PDF", f"page {page} cannot be loaded")
        bitmap = drawn.render(scale=_bounded(scale, drawn.get_size()))
        return _png(bitmap.to_pil())
    finally:
        document.close()


def _render_picture(path: str, page: int, scale: float) -> bytes:
    with open_picture(path, _name(path)) as image:
        _check(path, page, page_count(image))
        go_to_page(image, page)
        width, height = page_size(image)
        scale = _bounded(scale, (width, height))
        wanted = (max(1, round(width * scale)), max(1, round(height * scale)))
        return _png(displayed(image).resize(wanted))


def _check(path: str, page: int, count: int) -> None:
    if not 1 <= page <= count:
        raise InvalidRequest(f"“{_name(path)}” has no page {page}.", "Choose another page.")


def _bounded(scale: float, size: tuple[float, float]) -> float:
    pixels = max(1.0, size[0] * size[1]) * scale * scale
    return scale * min(1.0, math.sqrt(_MOST_PIXELS / pixels))


def _png(image: Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _is_picture(path: str) -> bool:
    return PurePath(path.lower()).suffix in SUFFIXES


def _name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]
