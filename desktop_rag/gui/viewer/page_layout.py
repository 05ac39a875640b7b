"""Where the pages of a document lie when they are shown below one another."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from statistics import mode

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PageBox:
    """The rectangle of a page in pixels, relative to the top of the first page's margin and to the
    left edge of the widest page."""

    left: float
    top: float
    width: float
    height: float


class PageLayout:
    """Pages of `sizes` (width, height in points) at `zoom` pixels a point, `gap` pixels apart.

    Pages are numbered from 1 and centred on the widest one.
    """

    def __init__(self, sizes: tuple[Size, ...], zoom: float, gap: float = 16.0) -> None:
        if zoom <= 0:
            raise ValueError(f"zoom must be above 0, not {zoom}")
        self.zoom = zoom
        self.gap = gap
        self._sizes = sizes
        heights = (height * zoom + gap for _, height in sizes)
        self._tops = list(accumulate(heights, initial=gap))
        self.height = self._tops[-1]
        self.width = max((width * zoom for width, _ in sizes), default=0.0)

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._sizes)

    def box(self, page: int) -> PageBox:
        """The rectangle of a page."""
        width, height = self._sizes[page - 1]
        width, height = width * self.zoom, height * self.zoom
        return PageBox((self.width - width) / 2, self._tops[page - 1], width, height)

    def page_at(self, y: float) -> int:
        """The page at a height, or the one above it when the height lies in a gap."""
        return min(max(bisect_right(self._tops, y), 1), max(self.pages, 1))

    def pages_between(self, top: float, bottom: float) -> range:
        """The pages of which something lies between two heights (or the gap below them)."""
        if not self.pages:
            return range(0)
        return range(self.page_at(top), self.page_at(bottom) + 1)


def fitting_zoom(sizes: tuple[Size, ...], width: float, gap: float = 16.0) -> float:
    """The zoom at which a page of the most common width fills `width` pixels."""
    if not sizes:
        return 1.0
    common = mode(round(size[0]) for size in sizes)
    return max((width - 2 * gap) / max(common, 1), 0.05)
