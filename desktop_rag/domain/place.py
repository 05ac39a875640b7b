"""Where a text lies in its source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Region:
    """A run of the document's text and the rectangle it covers on a page.

    `start`, `end`: character offsets (half open) into the document's text. `page`: 1-based.
    `box`: (x0, y0, x1, y1) in points (1/72 inch), origin at the top left of the page as it is
    displayed (after rotation and cropping), y growing downwards.
    """

    start: int
    end: int
    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage lies. Fields that mean nothing for the kind of source are None or empty.

    `chars`: (start, end), half open, into the document's text. `lines`: (first, last), 1-based,
    inclusive. `page`, `last_page`, `slide`: 1-based. `heading`: the headings above the passage,
    outermost first. `record`: 0-based number of the record in a list of records.
    """

    chars: tuple[int, int]
    page: int | None = None
    last_page: int | None = None
    lines: tuple[int, int] | None = None
    heading: tuple[str, ...] = ()
    sheet: str | None = None
    slide: int | None = None
    record: int | None = None


def regions_within(regions: tuple[Region, ...], start: int, end: int) -> tuple[Region, ...]:
    """The regions that share at least one character with [start, end)."""
    return tuple(r for r in regions if r.start < end and r.end > start)
