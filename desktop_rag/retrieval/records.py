"""Records of data that were cut into several chunks: one thing, however many chunks it has.

A long record would otherwise crowd everything else out of a ranked list, because all its chunks say
much the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import FileRef
from desktop_rag.domain.query import Filters
from desktop_rag.ports.retrieval import ChunkSource
from desktop_rag.retrieval.fusing import Match, RankedList

OF_A_RECORD = 5  # chunks of one record in a ranked list: the tiers need not agree on its best one
ENOUGH = 50  # records that are enough to fuse; with fewer a tier is asked for more
DEEPER = 5  # times as many, in each further round
DEEPEST = 2500  # matches that are ever asked for


def record_of(chunk: Chunk) -> Hashable:
    """What a chunk is a piece of: for data its record, for everything else the chunk itself."""
    if chunk.draft.kind == "data":
        return chunk.document, chunk.place.record, chunk.place.sheet
    return chunk.id


class LookedUpChunks:
    """The chunks that one search has looked up so far, each read once."""

    def __init__(self, source: ChunkSource) -> None:
        self._source = source
        self._known: dict[int, Chunk] = {}
        self._gone: set[int] = set()

    def chunks(self, ids: Sequence[int]) -> dict[int, Chunk]:
        """The chunks that still exist, by id."""
        new = [id for id in ids if id not in self._known and id not in self._gone]
        if new:
            found = self._source.chunks(new)
            self._known |= found
            self._gone.update(id for id in new if id not in found)
        return {id: self._known[id] for id in ids if id in self._known}

    def files_of(self, documents: Sequence[int], filters: Filters) -> dict[int, FileRef]:
        """For each document the file to show it under; see `ChunkSource`."""
        return self._source.files_of(documents, filters)


def folded(fetch: Callable[[int], list[Match]], depth: int, chunks: LookedUpChunks) -> list[Match]:
    """The first matches of `depth` records; the chunks of a record share its rank.

    `fetch(n)` gives the first n matches. Where records leave too few different ones it is asked
    again for more, up to `DEEPEST`.
    """
    asked = depth
    while True:
        matches = fetch(asked)
        ranked = _ranked_by_record(matches, chunks)
        records = max((match.rank for match in ranked), default=0)
        if records >= min(ENOUGH, depth) or len(matches) < asked or asked >= DEEPEST:
            return [match for match in ranked if match.rank <= depth]
        asked = min(asked * DEEPER, DEEPEST)


def whole_records(lists: Sequence[RankedList], chunks: Mapping[int, Chunk]) -> list[RankedList]:
    """The lists, in each of which a record of data stands with all of its chunks that any list
    holds, at the record's place and with the score of its best match there.

    Tiers seldom match the same chunk of a long record: what both say of it would count as said of
    two different things.
    """
    of_record: dict[Hashable, dict[int, None]] = {}
    for match in (match for ranked in lists for match in ranked.matches):
        if match.chunk in chunks and chunks[match.chunk].draft.kind == "data":
            of_record.setdefault(record_of(chunks[match.chunk]), {})[match.chunk] = None
    if not of_record:
        return list(lists)
    return [replace(ranked, matches=_whole(ranked.matches, of_record, chunks)) for ranked in lists]


def _whole(
    matches: Sequence[Match],
    of_record: Mapping[Hashable, Iterable[int]],
    chunks: Mapping[int, Chunk],
) -> list[Match]:
    here = {match.chunk for match in matches}
    best: dict[Hashable, Match] = {}
    for place, match in enumerate(matches, start=1):
        if match.chunk in chunks:
            placed = replace(match, rank=match.rank or place)
            best.setdefault(record_of(chunks[match.chunk]), placed)
    others = [
        replace(match, chunk=chunk)
        for record, match in best.items()
        for chunk in of_record.get(record, ())
        if chunk not in here
    ]
    return [*matches, *others]


def _ranked_by_record(matches: Sequence[Match], chunks: LookedUpChunks) -> list[Match]:
    known = chunks.chunks([match.chunk for match in matches])
    ranks: dict[Hashable, int] = {}
    times: Counter[Hashable] = Counter()
    ranked = []
    for match in matches:
        if match.chunk not in known:
            continue
        record = record_of(known[match.chunk])
        times[record] += 1
        if times[record] <= OF_A_RECORD:
            ranked.append(replace(match, rank=ranks.setdefault(record, len(ranks) + 1)))
    return ranked
