"""Merging hits that follow one another in their document."""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query

LONGEST = 8000  # characters of a merged passage


class Neighbours:
    """Joins hits on successive chunks of one document into the better one's hit, whose passage then
    spans both. Nothing is dropped but the repeated overlap; what stands under another heading, on
    another sheet or slide or in another record stays apart, as its place is another one."""

    name = "neighbours"

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits, runs of neighbours merged, at the place of the best of each run."""
        merged: list[Hit | None] = list(hits)
        for i, hit in enumerate(merged):
            if hit is None:
                continue
            grown = True
            while grown:
                grown = False
                for j in range(i + 1, len(merged)):
                    other, current = merged[j], merged[i]
                    if other is None or current is None:
                        continue
                    both = joined(current.chunk, other.chunk)
                    if both is not None:
                        merged[i] = replace(current, chunk=both)
                        merged[j] = None
                        grown = True
        return [hit for hit in merged if hit is not None]


def joined(one: Chunk, other: Chunk) -> Chunk | None:
    """The chunk that spans both, under the first argument's id; None when they do not touch."""
    first, second = sorted((one, other), key=lambda chunk: chunk.place.chars)
    shared = first.place.chars[1] - second.place.chars[0]
    touch = one.document == other.document and 0 <= shared <= len(second.text)
    if (
        not touch
        or _stands_in(first) != _stands_in(second)
        or len(first.text) + len(second.text) > LONGEST
    ):
        return None
    a, b = first.draft, second.draft
    text = a.text + b.text[shared:]
    lines = None
    if a.place.lines and b.place.lines:
        lines = (a.place.lines[0], max(a.place.lines[1], b.place.lines[1]))
    place = replace(
        a.place,
        chars=(a.place.chars[0], b.place.chars[1]),
        last_page=b.place.last_page or b.place.page or a.place.last_page,
        lines=lines,
    )
    searchable = None
    if a.searchable is not None or b.searchable is not None:
        moved = len(a.text) - shared
        searchable = (a.searchable or ((0, len(a.text)),)) + tuple(
            (start + moved, end + moved) for start, end in b.searchable or ((0, len(b.text)),)
        )
    draft = replace(a, text=text, place=place, searchable=searchable, spoken=None)
    return Chunk(one.id, one.document, draft)


def _stands_in(chunk: Chunk) -> tuple[object, ...]:
    """What a citation names beside the page and lines."""
    place = chunk.place
    return chunk.draft.breadcrumb, place.heading, place.sheet, place.slide, place.record
