"""At most so many hits of one file."""

from __future__ import annotations

from collections import Counter

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query


class Diversity:
    """Keeps the best `per_file` hits of each file; the order of the others stays."""

    name = "diversity"

    def __init__(self, per_file: int = 2) -> None:
        if per_file < 1:
            raise ValueError(f"per_file must be at least 1, but is {per_file}")
        self.per_file = per_file

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits without the surplus of each file."""
        seen: Counter[str] = Counter()
        kept = []
        for hit in hits:
            seen[hit.file.path] += 1
            if seen[hit.file.path] <= self.per_file:
                kept.append(hit)
        return kept
