"""How far indexing is, and telling it a few times a second."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from desktop_rag.ports.clock import Clock

_WINDOW_S = 60.0
_LEAST_NOTES = 3


class Pace:
    """How fast things get done, from the last minute. Safe from several threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._recent: deque[tuple[float, int]] = deque()

    def note(self, count: int) -> None:
        """So many more are done."""
        now = self._clock.monotonic()
        with self._guard:
            self._recent.append((now, count))
            while now - self._recent[0][0] > _WINDOW_S:
                self._recent.popleft()

    def forget(self) -> None:
        """Begin a new count."""
        with self._guard:
            self._recent.clear()

    def seconds_left(self, waiting: int) -> float | None:
        """Time that so many will take; None when there is no pace yet."""
        with self._guard:
            if len(self._recent) < _LEAST_NOTES:
                return None
            span = self._clock.monotonic() - self._recent[0][0]
            done = sum(count for _, count in self._recent)
            return waiting * span / done if span > 0 else None


class Progress:
    """Counts finished files since the queue was last empty and estimates the time left.

    `changed` marks that something is to be told; a thread of the engine tells it at most every
    quarter of a second (`take_change`)."""

    def __init__(self, clock: Clock, waiting: Callable[[], int]) -> None:
        self._waiting = waiting
        self._guard = threading.Lock()
        self._done = 0
        self._pace = Pace(clock)
        self._changed = threading.Event()

    def finished(self, size: int) -> None:
        """One more file is done."""
        with self._guard:
            self._done += 1
        self._pace.note(1)
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
        self._pace.forget()

    @property
    def done(self) -> int:
        """Files finished since the queue was last empty."""
        return self._done

    def seconds_left(self, waiting: int) -> float | None:
        """Time left at the pace of the last minute; None when there is no pace yet."""
        return self._pace.seconds_left(waiting)
