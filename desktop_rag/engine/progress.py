"""How far indexing is, and telling it a few times a second."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from desktop_rag.ports.clock import Clock

_WINDOW_S = 60.0


class Progress:
    """Counts finished files since the queue was last empty and estimates the time left.

    `changed` marks that something is to be told; a thread of the engine tells it at most every
    quarter of a second (`take_change`)."""

    def __init__(self, clock: Clock, waiting: Callable[[], int]) -> None:
        self._clock = clock
        self._waiting = waiting
        self._guard = threading.Lock()
        self._done = 0
        self._recent: deque[float] = deque()
        self._changed = threading.Event()

    def finished(self, size: int) -> None:
        """One more file is done."""
        now = self._clock.monotonic()
        with self._guard:
            self._done += 1
            self._recent.append(now)
            while self._recent and now - self._recent[0] > _WINDOW_S:
                self._recent.popleft()
        self._changed.set()

    def changed(self) -> None:
        """Something is to be told."""
        self._changed.set()

    def take_change(self, timeout: float) -> bool:
        """Wait until something changed; True once per change."""
        happened = self._changed.wait(timeout)
        self._changed.clear()
        return happened

    def empty(self) -> None:
        """The queue is empty: the next file starts a new count."""
        with self._guard:
            self._done = 0
            self._recent.clear()

    @property
    def done(self) -> int:
        """Files finished since the queue was last empty."""
        return self._done

    def seconds_left(self, waiting: int) -> float | None:
        """Time left at the pace of the last minute; None when there is no pace yet."""
        with self._guard:
            if len(self._recent) < 3:
                return None
            span = self._clock.monotonic() - self._recent[0]
            return waiting * span / len(self._recent) if span > 0 else None
