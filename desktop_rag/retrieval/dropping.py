"""Which candidates were left out on the way, and by which step: for the record of a search."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_rag.domain.hit import DroppedHit, Hit

MOST = 20


class Drops:
    """Collects what each step leaves out, the best ones first."""

    def __init__(self) -> None:
        self._noted: list[DroppedHit] = []

    def note(self, by: str, before: Sequence[Hit], after: Sequence[Hit]) -> None:
        """The step `by` made `after` out of `before`."""
        stayed = {hit.chunk.id for hit in after}
        self._noted += [
            DroppedHit(hit.file.path, hit.chunk.place, by, _score(hit))
            for hit in before
            if hit.chunk.id not in stayed
        ]

    def noted(self) -> tuple[DroppedHit, ...]:
        """Up to `MOST` of them, in the order of the steps."""
        return tuple(self._noted[:MOST])


def _score(hit: Hit) -> float:
    return hit.rerank.score if hit.rerank else hit.score
