"""Folding passages that say the same into one."""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
from desktop_rag.domain.search_form import fold, words

SHINGLE = 3


class NearDuplicates:
    """Drops a hit whose text nearly equals that of a better one and names its file in the better
    one's `also_at`.

    Two texts are near when the Jaccard similarity of their sets of three successive words is at
    least `similarity` (Broder, "On the resemblance and containment of documents", 1997).
    """

    name = "near_duplicates"

    def __init__(self, similarity: float = 0.85) -> None:
        if not 0 < similarity <= 1:
            raise ValueError(f"similarity must be above 0 and at most 1, but is {similarity}")
        self.similarity = similarity

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits without repetitions."""
        kept: list[Hit] = []
        shingles: list[frozenset[tuple[str, ...]]] = []
        for hit in hits:
            own = _shingles(hit.chunk.text)
            twin = next((i for i, s in enumerate(shingles) if self._near(own, s)), None)
            if twin is None:
                kept.append(hit)
                shingles.append(own)
            else:
                kept[twin] = _also_at(kept[twin], hit)
        return kept

    def _near(self, one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
        either = len(one | other)
        return either > 0 and len(one & other) / either >= self.similarity


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    found = words(fold(text))
    if len(found) <= SHINGLE:
        return frozenset([tuple(found)]) if found else frozenset()
    return frozenset(tuple(found[i : i + SHINGLE]) for i in range(len(found) - SHINGLE + 1))


def _also_at(better: Hit, twin: Hit) -> Hit:
    places = dict.fromkeys((*better.file.also_at, twin.file.path, *twin.file.also_at))
    places.pop(better.file.path, None)
    return replace(better, file=replace(better.file, also_at=tuple(places)))
