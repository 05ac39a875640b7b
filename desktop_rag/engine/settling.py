"""Hints from the file system wait here until things are quiet; then they are looked at together."""

from __future__ import annotations

import threading
from collections.abc import Callable

from desktop_rag.ports.clock import Clock

MOST_PATHS = 20_000
_TOGETHER = 0.2  # of the settle time: what one act did comes in several hints


class SettleQueue:
    """Collects paths; `due()` gives those that were quiet for `settle_s` seconds, and with them
    those that are nearly so: the two names of a move belong together.

    More than 20 000 waiting paths are an overflow: they are replaced by the wish for a full
    comparison (`overflowed`)."""

    def __init__(self, settle_s: Callable[[], float], clock: Clock) -> None:
        self._settle_s = settle_s
        self._clock = clock
        self._guard = threading.Lock()
        self._due: dict[str, float] = {}
        self._overflowed = False
        self.changed = threading.Event()

    def add(self, path: str, delay_s: float | None = None) -> None:
        """Something happened to `path` just now. It settles anew from here."""
        when = self._clock.monotonic() + (self._settle_s() if delay_s is None else delay_s)
        with self._guard:
            if path not in self._due and len(self._due) >= MOST_PATHS:
                self._due.clear()
                self._overflowed = True
            if not self._overflowed:
                self._due[path] = when
        self.changed.set()

    def due(self) -> list[str]:
        """The paths that settled; they leave the queue."""
        now = self._clock.monotonic()
        until = now + _TOGETHER * self._settle_s()
        with self._guard:
            if not self._due or min(self._due.values()) > now:
                return []
            ready = [path for path, when in self._due.items() if when <= until]
            for path in ready:
                del self._due[path]
            return ready

    def overflow(self) -> bool:
        """True once after an overflow."""
        with self._guard:
            happened, self._overflowed = self._overflowed, False
            return happened

    def waiting(self) -> int:
        """How many paths have not settled yet."""
        with self._guard:
            return len(self._due)

    def next_in(self) -> float | None:
        """Seconds until the next path settles; None when there is none."""
        with self._guard:
            if not self._due:
                return None
            return max(0.0, min(self._due.values()) - self._clock.monotonic())
