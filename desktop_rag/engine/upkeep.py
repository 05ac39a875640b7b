"""Upkeep of the stores while there is nothing else to do: in short steps, in one thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.ports.clock import Clock
from desktop_rag.stores.documents import Documents

_LOG = logging.getLogger(__name__)
_LOOK_S = 5.0
_BETWEEN_S = 0.05
_SWEEP_EVERY_S = 3600.0
_FIRST_SWEEP_S = 60.0
_HELD_BACK_S = 600.0  # so long tending waits for who searches, then it goes on beside them
_GRACE_S = 24 * 3600.0  # vectors and words of texts that went are kept: they may come back


class Tended(Protocol):
    """The vector store: takes over changes (how many it took), and tries and mends what it holds
    (whether there is more to do)."""

    def apply_outbox(self) -> int: ...

    def tend(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept up. `idle`: nothing is being indexed. `quiet`: nobody searches or asks. `rest`
    lets models go that nobody used for long."""

    index: Callable[[], Tended | None]
    documents: Documents
    idle: Callable[[], bool]
    quiet: Callable[[], bool]
    clock: Clock
    rest: Callable[[], None]


class Upkeep:
    """Takes over changes that were left, tries and mends the vector store, makes the keyword index
    of an older version anew, and deletes vectors and words that nothing refers to any more."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._stopping = threading.Event()
        self._next_sweep = kept.clock.monotonic() + _FIRST_SWEEP_S
        self._last_quiet = kept.clock.monotonic()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; a step that runs is finished."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=60)

    def step(self) -> bool:
        """One short step; True when another would be of use. What the vector store has not taken
        over yet makes searches dearer and is taken over at once; trying and mending what it holds
        would slow them down and waits until nobody searches."""
        kept = self._kept
        if kept.clock.monotonic() >= self._next_sweep:
            self._next_sweep = kept.clock.monotonic() + _SWEEP_EVERY_S
            kept.documents.sweep(_GRACE_S)
            kept.documents.forget_words(_GRACE_S)
        if self._may_tend() and kept.documents.renew_words():
            return True
        index = kept.index()
        if index is None:
            return False
        return index.apply_outbox() > 0 or (self._may_tend() and index.tend())

    def _may_tend(self) -> bool:
        now = self._kept.clock.monotonic()
        if self._kept.quiet():
            self._last_quiet = now
            return True
        return now - self._last_quiet >= _HELD_BACK_S

    def _run(self) -> None:
        pause = _LOOK_S
        while not self._stopping.wait(pause):
            pause = _LOOK_S
            try:
                self._kept.rest()
                if self._kept.idle() and self.step():
                    pause = _BETWEEN_S
            except DesktopRagError as error:
                _LOG.warning("upkeep: %s (%s)", error.message, error.detail)
            except Exception:  # noqa: BLE001 - the thread's border: logged, and tried again later
                _LOG.exception("upkeep")
