"""Background work gives way to the person's question."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from desktop_rag.ports.clock import Clock

_LONGEST_S = 300.0
_QUIET_S = 5.0


class GivingWay:
    """Knows whether somebody searches or waits for an answer, and since when nobody does."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._asking = 0
        self._searching = 0
        self._last = clock.monotonic()

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Somebody waits for an answer inside this block: indexing waits."""
        with self.searched():
            with self._changed:
                self._asking += 1
            try:
                yield
            finally:
                with self._changed:
                    self._asking -= 1
                    self._changed.notify_all()

    @contextmanager
    def searched(self) -> Iterator[None]:
        """Somebody searches inside this block: what can wait for hours waits."""
        with self._changed:
            self._searching += 1
        try:
            yield
        finally:
            with self._changed:
                self._searching -= 1
                self._last = self._clock.monotonic()

    def quiet(self) -> bool:
        """Nobody searches or waits for an answer, nor did in the last 5 seconds."""
        with self._changed:
            return not self._searching and self._clock.monotonic() - self._last >= _QUIET_S

    def wait(self, stopping: threading.Event) -> None:
        """Wait until nobody waits for an answer; 300 seconds at most, so that indexing never
        starves."""
        with self._changed:
            waited = 0.0
            while self._asking and waited < _LONGEST_S and not stopping.is_set():
                self._changed.wait(0.2)
                waited += 0.2
