"""Opening picture files as pages, with every failure named. Pictures are displayed as their
orientation tag says, and one pixel is 72 / resolution points."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from desktop_rag.reading.failures import damaged, too_large
from desktop_rag.reading.loading import disk_failure

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".gif"})
KIND = "picture"
_FORMATS = ("PNG", "JPEG", "BMP", "TIFF", "WEBP", "GIF")
# What Pillow lets through when a file is not what it says.
_PARSING = (SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
_MOST_PIXELS = 100_000_000
_POINTS = 72.0
# Programs write resolutions that mean nothing; outside of these a pixel is a point.
_LOWEST, _HIGHEST = 72.0, 1200.0
_ORIENTATION, _SIDEWAYS = 0x0112, frozenset({5, 6, 7, 8})


@contextmanager
def open_picture(source: str | bytes, name: str) -> Iterator[Image]:
    """The picture, not loaded yet. Raises `DamagedFile` or `TooLarge`, also for what goes wrong
    while it is used, and what the disk makes of it."""
    from PIL import Image, UnidentifiedImageError

    broken = (UnidentifiedImageError, OSError, EOFError, struct.error, *_PARSING)
    with _bytes_of(source, name) as stream:
        try:
            with warnings.catch_warnings():
                # What Pillow warns of (odd tags, large sizes) is judged here.
                warnings.simplefilter("ignore")
                with Image.open(stream, formats=_FORMATS) as image:
                    if image.width * image.height > _MOST_PIXELS:
                        millions = _MOST_PIXELS // 1_000_000
                        raise too_large(name, f"it has more than {millions} megapixels")
                    yield image
        except Image.DecompressionBombError as error:
            raise too_large(name, "it has too many pixels") from error
        except broken as error:
            raise damaged(name, KIND, f"{type(error).__name__}: {error}") from error


def _bytes_of(source: str | bytes, name: str) -> BinaryIO:
    if isinstance(source, bytes):
        return io.BytesIO(source)
    try:
        return open(source, "rb")
    except OSError as error:
        raise disk_failure(name, error) from error


def page_count(image: Image) -> int:
    """Pages of a TIFF; other pictures are one page, also when they move."""
    return getattr(image, "n_frames", 1) if image.format == "TIFF" else 1


def go_to_page(image: Image, page: int) -> None:
    """Make a page (1-based) the current one."""
    if page_count(image) > 1:
        image.seek(page - 1)


def points_per_pixel(image: Image) -> float:
    """How many points a pixel of the current page is."""
    said = image.info.get("dpi", (0, 0))
    try:
        across, down = float(said[0]), float(said[1])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return 1.0
    if not _LOWEST <= across <= _HIGHEST or abs(across - down) > 0.01 * across:
        return 1.0
    return _POINTS / across


def page_size(image: Image) -> tuple[float, float]:
    """(width, height) in points of the current page as displayed."""
    scale = points_per_pixel(image)
    width, height = image.width * scale, image.height * scale
    is_sideways = image.getexif().get(_ORIENTATION) in _SIDEWAYS
    return (height, width) if is_sideways else (width, height)


def displayed(image: Image) -> Image:
    """The current page in red green blue, turned as displayed, on white where it is transparent."""
    from PIL import Image as pictures
    from PIL import ImageOps

    turned = ImageOps.exif_transpose(image)
    if "A" not in turned.getbands() and "transparency" not in turned.info:
        return _plain(turned)
    layer = turned.convert("RGBA")
    paper = pictures.new("RGBA", layer.size, "white")
    return pictures.alpha_composite(paper, layer).convert("RGB")


def _plain(image: Image) -> Image:
    """Red green blue; 16 bit grey is scaled down where Pillow would cut it off."""
    if image.mode.startswith("I;16") or image.mode == "I":
        return image.point(lambda value: value / 256).convert("L").convert("RGB")
    return image.convert("RGB")
