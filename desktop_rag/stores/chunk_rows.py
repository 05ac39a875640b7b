"""Chunks, places and regions as rows."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.place import Place, Region
from desktop_rag.stores.stored_paths import whole_characters

CHUNK_COLUMNS = "c.id, c.document, c.ordinal, c.first, c.last, c.language, c.details, c.text"
_REGIONS_PER_ROW = 256

ChunkRow = tuple[int, int, int, int, int, str, str, str]


class _Details(msgspec.Struct, omit_defaults=True):
    """What of a draft has no column of its own; what is usual takes no room."""

    kind: ContentKind = "document"
    overlap: int = 0
    breadcrumb: tuple[str, ...] = ()
    section: str = ""
    spoken: str | None = None
    searchable: tuple[tuple[int, int], ...] | None = None
    page: int | None = None
    last_page: int | None = None
    lines: tuple[int, int] | None = None
    heading: tuple[str, ...] = ()
    sheet: str | None = None
    slide: int | None = None
    record: int | None = None


_encode_details = msgspec.json.Encoder().encode
_decode_details = msgspec.json.Decoder(_Details).decode


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a chunk's embedded text that one vector stands for.

    `text_hash`: SHA-256 of that stretch (32 bytes). `start`, `end`: its characters in the embedded
    text, half open."""

    text_hash: bytes
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PreparedChunk:
    """A draft and the pieces it is embedded by, in order."""

    draft: ChunkDraft
    pieces: tuple[Piece, ...]


def details_of(draft: ChunkDraft) -> str:
    """The draft's column `details`, JSON."""
    place = draft.place
    details = _Details(
        kind=draft.kind,
        overlap=draft.overlap,
        breadcrumb=tuple(map(whole_characters, draft.breadcrumb)),
        section=whole_characters(draft.section_title),
        spoken=None if draft.spoken is None else whole_characters(draft.spoken),
        searchable=draft.searchable,
        page=place.page,
        last_page=place.last_page,
        lines=place.lines,
        heading=tuple(map(whole_characters, place.heading)),
        sheet=None if place.sheet is None else whole_characters(place.sheet),
        slide=place.slide,
        record=place.record,
    )
    return _encode_details(details).decode()


def chunk_of(row: ChunkRow) -> Chunk:
    """The chunk that a row of `CHUNK_COLUMNS` holds."""
    chunk, document, ordinal, first, last, language, encoded, text = row
    details = _decode_details(encoded)
    place = Place(
        chars=(first, last),
        page=details.page,
        last_page=details.last_page,
        lines=details.lines,
        heading=details.heading,
        sheet=details.sheet,
        slide=details.slide,
        record=details.record,
    )
    draft = ChunkDraft(
        ordinal=ordinal,
        text=text,
        place=place,
        kind=details.kind,
        overlap=details.overlap,
        breadcrumb=details.breadcrumb,
        section_title=details.section,
        language=language,
        spoken=details.spoken,
        searchable=details.searchable,
    )
    return Chunk(chunk, document, draft)


def piece_text(draft: ChunkDraft, text_hash: bytes, first: int, last: int) -> str:
    """The stretch of the embedded text that was hashed: with breadcrumbs or without, as the
    setting was when the chunk was made."""
    for breadcrumbs in (True, False):
        text = draft.embedded_text(breadcrumbs=breadcrumbs)[first:last]
        if hashlib.sha256(text.encode()).digest() == text_hash:
            return text
    return draft.embedded_text()[first:last]


def region_rows(document: int, regions: Sequence[Region]) -> Iterator[tuple[int, int, int, bytes]]:
    """Rows (document, first, last, boxes) that hold the regions, many to a row."""
    for start in range(0, len(regions), _REGIONS_PER_ROW):
        group = regions[start : start + _REGIONS_PER_ROW]
        packed = msgspec.msgpack.encode([(r.start, r.end, r.page, *r.box) for r in group])
        first, last = min(r.start for r in group), max(r.end for r in group)
        yield document, first, last, zlib.compress(packed, 1)


def regions_of(boxes: Iterable[bytes], start: int, end: int) -> tuple[Region, ...]:
    """The regions in these rows that share a character with [start, end)."""
    return tuple(
        Region(first, last, page, (x0, y0, x1, y1))
        for packed in boxes
        for first, last, page, x0, y0, x1, y1 in msgspec.msgpack.decode(zlib.decompress(packed))
        if first < end and last > start
    )
