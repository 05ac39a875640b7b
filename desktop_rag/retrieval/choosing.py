"""Which hits are shown: the best passages first, then as many documents as there are places.

A long document would otherwise take every place of a long list, and a record of data that was cut
into many chunks every place of a short one. The order of the hits never changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence

from desktop_rag.domain.hit import Hit
from desktop_rag.retrieval.records import record_of

OF_A_RECORD = 2  # candidates of one record
BEST = 5  # so many places go to the best passages, whatever documents they are from


def divide(found: Iterable[Hit], wanted: int, *, spread: bool) -> tuple[list[Hit], list[Hit]]:
    """The first `wanted` hits as candidates, and after them the first of each further document.

    With `spread` a record brings at most two candidates; without it there is nothing further.
    """
    candidates: list[Hit] = []
    further: list[Hit] = []
    of_record: Counter[Hashable] = Counter()
    documents: set[int] = set()
    for hit in found:
        of_record[record_of(hit.chunk)] += 1
        if len(candidates) < wanted:
            if not spread or of_record[record_of(hit.chunk)] <= OF_A_RECORD:
                candidates.append(hit)
        elif not spread:
            break
        elif hit.chunk.document not in documents:
            further.append(hit)
        documents.add(hit.chunk.document)
    return candidates, further


def choose(ranked: Sequence[Hit], keep: int) -> list[Hit]:
    """At most `keep` of the hits, in their order.

    Places are given to the first five hits, one for each record; then to the first hit of every
    further document; then to the first of every further record; then to the others.
    """
    chosen: dict[int, Hit] = {}

    def take(upto: int, seen: set[Hashable], key: Callable[[Hit], Hashable]) -> None:
        for hit in ranked:
            if len(chosen) >= upto:
                return
            if hit.chunk.id not in chosen and key(hit) not in seen:
                chosen[hit.chunk.id] = hit
            seen.add(key(hit))

    take(min(BEST, keep), set(), lambda hit: record_of(hit.chunk))
    take(keep, {hit.chunk.document for hit in chosen.values()}, lambda hit: hit.chunk.document)
    take(keep, {record_of(hit.chunk) for hit in chosen.values()}, lambda hit: record_of(hit.chunk))
    take(keep, set(), lambda hit: hit.chunk.id)
    return [hit for hit in ranked if hit.chunk.id in chosen]
