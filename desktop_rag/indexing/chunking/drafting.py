"""From ranges of text to drafts: what each chunk is, and where exactly it lies."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import ContentKind, DocumentPart
from desktop_rag.domain.place import Place
from desktop_rag.domain.sentences import sentences
from desktop_rag.indexing.chunking.layout import Span, has_lines

_KINDS: dict[str, ContentKind] = {"code": "code", "record": "data"}
_NAMES_SHOWN = 3


class Drafting:
    """Makes the drafts of one part, which must be asked for in order."""

    def __init__(self, part: DocumentPart, spans: list[Span], *, kind: ContentKind | None) -> None:
        """`kind`: of all chunks, or None to tell it from their blocks."""
        self._part = part
        self._spans = spans
        self._starts = [span.start for span in spans]
        self._kind = kind
        self._has_lines = has_lines(part)
        self._has_furniture = any(span.block.kind == "furniture" for span in spans)
        self._counted = (0, part.first_line)

    def draft(self, ordinal: int, start: int, end: int, overlap: int) -> ChunkDraft:
        """The draft of text[start - overlap:end]; pages and headings are those of text[start:end],
        lines those of the whole. White space alone is under no heading: nothing finds it."""
        spans = self.within(start, end)
        blank = not self._part.text[start:end].strip()
        body = [span for span in spans if span.is_body] or spans
        first = body[0]
        begin = start - overlap
        pages = [span.block.page for span in body if span.block.page is not None]
        return ChunkDraft(
            ordinal=ordinal,
            text=self._part.text[begin:end],
            place=Place(
                chars=(self._part.base + begin, self._part.base + end),
                page=pages[0] if pages else None,
                last_page=pages[-1] if pages else None,
                lines=self._lines(begin, end) if self._has_lines else None,
                heading=() if blank else first.headings,
                sheet=first.block.sheet,
                slide=first.block.slide,
                record=first.block.record,
            ),
            kind=self._kind or _main_kind(body, start, end),
            overlap=overlap,
            breadcrumb=() if blank else first.headings,
            section_title="" if blank else _section_title(body),
            spoken=self._spoken(spans, start, end),
            searchable=self._searchable(begin, end) if self._has_furniture else None,
        )

    def within(self, start: int, end: int) -> list[Span]:
        """The spans that share at least one character with [start, end)."""
        low = bisect_right(self._starts, start) - 1
        high = low
        while high < len(self._spans) and self._spans[high].start < end:
            high += 1
        return self._spans[low:high]

    def has_body(self, start: int, end: int) -> bool:
        """True when text[start:end] holds more than headings, page furniture and white space."""
        text = self._part.text
        return any(
            span.is_body and text[max(start, span.start) : min(end, span.end)].strip()
            for span in self.within(start, end)
        )

    def _lines(self, start: int, end: int) -> tuple[int, int]:
        text = self._part.text
        piece = text[start:end]
        start += len(piece) - len(piece.lstrip())
        last = max(start, end - (len(piece) - len(piece.rstrip())))
        known, line = self._counted
        if start >= known:
            line += text.count("\n", known, start)
        else:
            line -= text.count("\n", start, known)
        self._counted = (start, line)
        return line, line + text.count("\n", start, last)

    def _searchable(self, start: int, end: int) -> tuple[tuple[int, int], ...] | None:
        kept: list[tuple[int, int]] = []
        left_out = False
        for span in self.within(start, end):
            low, high = max(start, span.start) - start, min(end, span.end) - start
            if span.block.kind == "furniture":
                left_out = True
            elif kept and kept[-1][1] == low:
                kept[-1] = (kept[-1][0], high)
            else:
                kept.append((low, high))
        return tuple(kept) if left_out and kept else None

    def _spoken(self, spans: list[Span], start: int, end: int) -> str | None:
        if all(span.block.spoken is None for span in spans):
            return None
        said: list[str] = []
        for span in spans:
            low, high = max(start, span.start), min(end, span.end)
            if span.block.kind == "furniture":
                continue
            if span.block.spoken is None:
                said.append(self._part.text[low:high].strip())
            else:
                length = span.end - span.start
                said.append(
                    _share(
                        span.block.spoken, (low - span.start) / length, (high - span.start) / length
                    )
                )
        return "\n".join(piece for piece in said if piece)


def _share(spoken: str, low: float, high: float) -> str:
    """The sentences of a spoken form that begin between two of its fractions: what a piece of a
    record that had to be cut is embedded as."""
    if low <= 0 and high >= 1:
        return spoken
    chosen = [
        (first, last) for first, last in sentences(spoken) if low <= first / len(spoken) < high
    ]
    return spoken[chosen[0][0] : chosen[-1][1]] if chosen else ""


def _main_kind(body: list[Span], start: int, end: int) -> ContentKind:
    sizes: Counter[ContentKind] = Counter()
    for span in body:
        kind = _KINDS.get(span.block.kind, "document")
        sizes[kind] += min(end, span.end) - max(start, span.start)
    return sizes.most_common(1)[0][0]


def _section_title(body: list[Span]) -> str:
    named = [span.block.title for span in body if span.block.title]
    if named and body[0].block.kind in ("code", "record"):
        return ", ".join(dict.fromkeys(named[:_NAMES_SHOWN]))
    headings = body[0].headings
    return headings[-1] if headings else ""
