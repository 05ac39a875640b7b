"""The hits of a search in one source, and which of them is looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_rag.domain.place import Region, regions_within

MOST = 1000
"""Hits that are asked for."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """Half-open `ranges` in the document's text in order, and their boxes where there are pages."""

    ranges: tuple[Range, ...] = ()
    regions: tuple[Region, ...] = ()
    at: int = -1

    @property
    def current(self) -> Range | None:
        """The hit that is looked at."""
        return self.ranges[self.at] if self.ranges else None

    @property
    def current_regions(self) -> tuple[Region, ...]:
        """The boxes of the hit that is looked at."""
        return regions_within(self.regions, *self.current) if self.current else ()

    def begin(self, position: int) -> Finding:
        """Look at the first hit at or after a position, or the very first one."""
        if not self.ranges:
            return self
        later = (i for i, found in enumerate(self.ranges) if found[0] >= position)
        return replace(self, at=next(later, 0))

    def step(self, by: int) -> Finding:
        """Look at another hit; after the last comes the first."""
        return replace(self, at=(self.at + by) % len(self.ranges)) if self.ranges else self
