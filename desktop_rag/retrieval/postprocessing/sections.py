"""Widening hits to the section they stand in."""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
from desktop_rag.ports.retrieval import ChunkSource
from desktop_rag.retrieval.postprocessing.neighbours import joined

AROUND = 4  # chunks looked at on each side
LONGEST = 4000  # characters of a widened passage


class Sections:
    """Widens each hit to the chunks around it that stand under the same heading or belong to the
    same record, so that an answer sees a procedure or a table whole. The better hit takes what two
    could take; a hit that lies in a better one's passage is folded into it."""

    name = "sections"

    def __init__(self, chunks: ChunkSource, longest: int = LONGEST) -> None:
        if longest < 1:
            raise ValueError(f"longest must be at least 1, but is {longest}")
        self._chunks = chunks
        self._longest = longest

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits, widened, without those that a better one has come to span."""
        taken: set[int] = set()
        widened = []
        for hit in hits:
            if hit.chunk.id in taken:
                continue
            chunk, members = self._widen(hit.chunk, taken)
            taken |= members
            widened.append(replace(hit, chunk=chunk))
        return widened

    def _widen(self, chunk: Chunk, taken: set[int]) -> tuple[Chunk, set[int]]:
        around = self._chunks.neighbours(chunk, AROUND, AROUND)
        at = next((n for n, other in enumerate(around) if other.id == chunk.id), None)
        members = {chunk.id}
        if at is None:
            return chunk, members
        wide = chunk
        for side in (around[at + 1 :], reversed(around[:at])):
            for other in side:
                whole = joined(wide, other) if _same_section(chunk, other) else None
                if whole is None or other.id in taken or len(whole.text) > self._longest:
                    break
                wide, members = whole, members | {other.id}
        return wide, members


def _same_section(one: Chunk, other: Chunk) -> bool:
    a, b = one.place, other.place
    return (one.draft.breadcrumb, a.heading, a.record, a.sheet, a.slide) == (
        other.draft.breadcrumb,
        b.heading,
        b.record,
        b.sheet,
        b.slide,
    )
