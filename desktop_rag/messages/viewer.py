"""Showing a source."""

from __future__ import annotations

from desktop_rag.domain.place import Region
from desktop_rag.messages.base import Base


class OpenSource(Base, frozen=True):
    """What is needed to show a file, as text or as pages. `content_hash`: as it was cited (empty:
    as it is indexed now). Replies `SourceOpened`."""

    path: str
    content_hash: str = ""


class SourceOpened(Base, frozen=True):
    """How to show it. `view`: pages, code, markdown, table, text, image or missing. `state`: same,
    changed, moved, missing, not_indexed. `path`: where the content is now. `sizes`: per page
    (width, height) in points, for pages. `note`: a sentence for the person about the state."""

    path: str
    view: str
    state: str
    title: str = ""
    media_type: str = ""
    pages: int = 0
    sizes: tuple[tuple[float, float], ...] = ()
    chars: int = 0
    language: str = ""
    note: str = ""


class GetText(Base, frozen=True):
    """Characters [start, end) of the indexed text of a document. Replies `TextPart`."""

    path: str
    start: int = 0
    end: int = 2_000_000
    content_hash: str = ""


class TextPart(Base, frozen=True):
    """Some text of a document. `first_line` is the 1-based line of its first character."""

    start: int
    end: int
    total: int
    text: str
    first_line: int = 1


class GetRegions(Base, frozen=True):
    """The boxes of characters [start, end) on a document's pages. Replies `Regions`."""

    path: str
    start: int
    end: int
    content_hash: str = ""


class Regions(Base, frozen=True):
    """Boxes in points, origin at the top left of the displayed page."""

    regions: tuple[Region, ...]


class FindInSource(Base, frozen=True):
    """All places of a text in a document, compared in search form. Replies `FoundInSource`."""

    path: str
    text: str
    content_hash: str = ""
    limit: int = 1000


class FoundInSource(Base, frozen=True):
    """Half-open character ranges, with their boxes for documents that have pages."""

    ranges: tuple[tuple[int, int], ...]
    regions: tuple[Region, ...] = ()


class RenderPage(Base, frozen=True):
    """A page as a picture. `scale`: pixels per point. `password` is filled in by the engine, which
    keeps it. Replies `PageImage`."""

    path: str
    page: int
    scale: float = 1.5
    password: str | None = None


class PageImage(Base, frozen=True):
    """PNG bytes of a page."""

    page: int
    scale: float
    png: bytes
