"""Background work gives way to the person's question."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_LONGEST_S = 300.0


class GivingWay:
    """Knows whether somebody waits for an answer. Indexing asks between its batches."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asking = 0

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Somebody waits for an answer inside this block."""
        with self._changed:
            self._asking += 1
        try:
            yield
        finally:
            with self._changed:
                self._asking -= 1
                self._changed.notify_all()

    def wait(self, stopping: threading.Event) -> None:
        """Wait until nobody waits for an answer; 300 seconds at most, so that indexing never
        starves."""
        with self._changed:
            waited = 0.0
            while self._asking and waited < _LONGEST_S and not stopping.is_set():
                self._changed.wait(0.2)
                waited += 0.2
