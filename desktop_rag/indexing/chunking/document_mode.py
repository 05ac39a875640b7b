"""Document mode: along the structure of a text, in pieces that can be understood alone."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentPart
from desktop_rag.indexing.chunking.borders import BLOCK, HARD, HEADING, Borders, finer
from desktop_rag.indexing.chunking.cutting import cut
from desktop_rag.indexing.chunking.drafting import Drafting
from desktop_rag.indexing.chunking.layout import Span, lay_out
from desktop_rag.indexing.chunking.overlapping import overlap_before
from desktop_rag.ports.indexing import DEFAULT_SIZES, ChunkSizes

_MAIN_LEVEL = 2  # headings down to this level begin a chunk; deeper ones are good places to cut
_WHOLE = frozenset({"list", "table", "code", "record"})
_BY_LINES = frozenset({"table", "code", "record"})


class DocumentChunker:
    """Gathers text under a main heading until it would be too long.

    A block within the target stays whole, a list, table, fence or record within the maximum too.
    A record is a chunk of its own, and no chunk goes on from one slide or sheet to the next.
    Headings stay with the text they head. The end of the chunk before is repeated, except across
    main headings, slides and sheets, and around records.
    """

    mode = "document"
    version = 2

    def split(
        self,
        part: DocumentPart,
        first_ordinal: int = 0,
        carry: tuple[str, ...] = (),
        sizes: ChunkSizes = DEFAULT_SIZES,
    ) -> list[ChunkDraft]:
        """See `ports.indexing.Chunker`. A part without text gives no drafts."""
        if not part.text.strip():
            return []
        spans = lay_out(part, carry)
        drafting = Drafting(part, spans, kind=None)
        borders = _borders(part.text, spans, sizes)
        fits = max(sizes.target, sizes.maximum - sizes.overlap)
        ranges = _absorbed(cut(borders, len(part.text), fits), drafting, sizes.maximum)
        hard = {o for o, k in zip(borders.offsets, borders.keys, strict=True) if k == HARD}
        drafts: list[ChunkDraft] = []
        previous = 0
        for start, end in ranges:
            overlap = 0
            if drafts and start not in hard and part.text[start:end].strip():
                room = min(sizes.overlap, sizes.maximum - (end - start))
                overlap = overlap_before(part.text, start, previous, room)
            drafts.append(drafting.draft(first_ordinal + len(drafts), start, end, overlap))
            previous = start
        return drafts


def _borders(text: str, spans: list[Span], sizes: ChunkSizes) -> Borders:
    """Where the text may be cut: between blocks, and inside those that are too long."""
    borders = Borders()
    begin, first = 0, 0
    for position, rank in [*_between_blocks(spans), (len(spans), BLOCK)]:
        end = spans[position].start if position < len(spans) else len(text)
        _divide(text, spans[first:position], (begin, end), sizes, borders)
        if position < len(spans):
            borders.add(text, end, rank)
        begin, first = end, position
    return borders


def _between_blocks(spans: list[Span]) -> Iterator[tuple[int, int]]:
    """Positions in `spans` before which the text may be cut, with their rank: every block but
    those that a heading is waiting for, page furniture, and headings with nothing after them."""
    last_body = max((i for i, span in enumerate(spans) if span.is_body), default=-1)
    before: Span | None = None
    body_seen = False
    for position, span in enumerate(spans[: last_body + 1]):
        if span.block.kind == "furniture":
            continue
        if before is not None and body_seen and before.block.kind != "heading":
            yield position, _rank(span, before)
        before = span
        body_seen = body_seen or span.is_body


def _rank(span: Span, before: Span) -> int:
    if "record" in (span.block.kind, before.block.kind):
        return HARD
    if (span.block.slide, span.block.sheet) != (before.block.slide, before.block.sheet):
        return HARD
    if span.block.kind != "heading":
        return BLOCK
    return HARD if span.block.level <= _MAIN_LEVEL else HEADING


def _divide(
    text: str, spans: list[Span], reach: tuple[int, int], sizes: ChunkSizes, borders: Borders
) -> None:
    """Add borders inside a piece of text that is too long: one block with the headings above it
    and the page furniture after it."""
    begin, end = reach
    block = next((span for span in spans if span.is_body), spans[0])
    whole = block.block.kind in _WHOLE
    longest = sizes.maximum if whole else sizes.target
    if block.end - block.start > longest:
        _add_finer(text, reach, sizes.target, borders, code=block.block.kind in _BY_LINES)
        return
    if end - begin <= sizes.maximum:
        return
    if begin < block.start:  # what is around the block does not fit: see `_absorbed`
        _add_finer(text, (begin, block.start), sizes.target, borders, code=False)
        borders.add(text, block.start, BLOCK)
    if block.end < end:
        borders.add(text, block.end, BLOCK)
        _add_finer(text, (block.end, end), sizes.target, borders, code=False)


def _add_finer(
    text: str, reach: tuple[int, int], longest: int, borders: Borders, *, code: bool
) -> None:
    for offset, rank in finer(text, *reach, longest, code=code):
        borders.add(text, offset, rank)


def _absorbed(
    ranges: list[tuple[int, int]], drafting: Drafting, maximum: int
) -> list[tuple[int, int]]:
    """The ranges with those that hold only headings or white space joined to the next one, or to
    the one before, where that fits."""
    kept: list[tuple[int, int]] = []
    pending: int | None = None
    for start, end in ranges:
        if pending is not None:
            if end - pending <= maximum:
                start = pending
            elif kept and start - kept[-1][0] <= maximum:
                kept[-1] = (kept[-1][0], start)
            else:
                kept.append((pending, start))
            pending = None
        if drafting.has_body(start, end):
            kept.append((start, end))
        else:
            pending = start
    if pending is not None:
        end = ranges[-1][1]
        if kept and end - kept[-1][0] <= maximum:
            kept[-1] = (kept[-1][0], end)
        else:
            kept.append((pending, end))
    return kept
