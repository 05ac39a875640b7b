"""Code mode: along the top-level blocks of a source file."""

from __future__ import annotations

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentPart
from desktop_rag.indexing.chunking.borders import BLOCK, HARD, Borders, finer
from desktop_rag.indexing.chunking.cutting import cut
from desktop_rag.indexing.chunking.drafting import Drafting
from desktop_rag.indexing.chunking.layout import Span, lay_out
from desktop_rag.ports.indexing import DEFAULT_SIZES, ChunkSizes

_SMALL = 160  # a definition shorter than this is gathered with its neighbours


class CodeChunker:
    """One chunk for each function, class or other named block; imports, statements and very small
    definitions are gathered up to the target. A block within the maximum is never cut; a longer
    one is cut at blank lines of little indentation, then at lines. Nothing overlaps.
    """

    mode = "code"
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
        data = all(span.block.kind == "record" for span in spans)
        drafting = Drafting(part, spans, kind="data" if data else "code")
        ranges = cut(_borders(part.text, spans, sizes), len(part.text), sizes.target)
        filled = _filled(part.text, ranges, sizes.maximum)
        return [
            drafting.draft(first_ordinal + number, start, end, 0)
            for number, (start, end) in enumerate(filled)
        ]


def _borders(text: str, spans: list[Span], sizes: ChunkSizes) -> Borders:
    borders = Borders()
    before_alone = False
    for position, span in enumerate(spans):
        alone = _stands_alone(span)
        if position:
            borders.add(text, span.start, HARD if alone or before_alone else BLOCK)
        start = span.start
        if span.end - start > sizes.maximum >= span.block.end - start:
            start = span.block.end  # only with the white space after it is it too long
            borders.add(text, start, HARD)
        if span.end - start > sizes.maximum:
            for offset, rank in finer(text, start, span.end, sizes.target, code=True):
                borders.add(text, offset, rank)
        before_alone = alone
    return borders


def _stands_alone(span: Span) -> bool:
    block = span.block
    return block.kind == "record" or (bool(block.title) and block.end - block.start >= _SMALL)


def _filled(text: str, ranges: list[tuple[int, int]], maximum: int) -> list[tuple[int, int]]:
    """The ranges, with those of white space joined to the one before (or the first to the next),
    where that fits."""
    kept: list[tuple[int, int]] = []
    for start, end in ranges:
        fits = kept and end - kept[-1][0] <= maximum
        if fits and not (text[start:end].strip() and text[kept[-1][0] : kept[-1][1]].strip()):
            kept[-1] = (kept[-1][0], end)
        else:
            kept.append((start, end))
    return kept
