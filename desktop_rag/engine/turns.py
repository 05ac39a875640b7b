"""One at a time, the more urgent first."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from desktop_rag.domain.errors import Stopped

_POLL_S = 0.05


class Turns:
    """A lock whose holders come in order of priority (0 first), then of arrival."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[int, int]] = []
        self._numbers = itertools.count()
        self._busy = False

    @contextmanager
    def turn(
        self, priority: int = 0, cancelled: Callable[[], bool] | None = None
    ) -> Iterator[None]:
        """Wait for the turn and hold it. Raises `Stopped` when cancelled while waiting."""
        self._wait((priority, next(self._numbers)), cancelled)
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()

    def _wait(self, ticket: tuple[int, int], cancelled: Callable[[], bool] | None) -> None:
        with self._changed:
            heapq.heappush(self._waiting, ticket)
            try:
                while self._busy or self._waiting[0] != ticket:
                    if cancelled is not None and cancelled():
                        raise Stopped("The answer was stopped.")
                    self._changed.wait(_POLL_S)
                self._busy = True
            finally:
                self._waiting.remove(ticket)
                heapq.heapify(self._waiting)
                self._changed.notify_all()
