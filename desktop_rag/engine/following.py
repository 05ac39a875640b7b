"""Following the disk: hints that settled are compared, roots that vanish or come back are noticed,
and everything is compared at start, when the machine wakes, and now and then."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from desktop_rag.domain.errors import DesktopRagError, DiskFull
from desktop_rag.domain.source import Root
from desktop_rag.engine.comparing import Comparer, Comparison
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.settling import SettleQueue
from desktop_rag.engine.watching import Watcher
from desktop_rag.ports.clock import Clock
from desktop_rag.stores.catalogue import Catalogue

_LOG = logging.getLogger(__name__)
_HEALTH_S = 2.0
_POLL_S = 60.0
_AGAIN_S = 10.0
_SLEPT_S = 30.0  # a difference that no slow machine makes


@dataclass(frozen=True, slots=True)
class Following:
    """What the follower works with. `compare_every_s`: seconds between full comparisons."""

    catalogue: Catalogue
    comparer: Comparer
    watcher: Watcher
    queue: SettleQueue
    clock: Clock
    wake: Callable[[], None]
    compare_every_s: Callable[[], float]
    hub: EventHub


class Follower:
    """One thread that keeps the ledger equal to the disk. `compared` is set once everything was
    compared at start; `found_at_start` is then how many files wait because of it."""

    def __init__(self, parts: Following) -> None:
        self._parts = parts
        self._stopping = threading.Event()
        self._busy = threading.Lock()
        self.compared = threading.Event()
        self.found_at_start = 0
        self._without_room: set[int] = set()
        self._next_full = parts.clock.monotonic()
        self._last_poll = parts.clock.monotonic()
        self._lead = parts.clock.now() - parts.clock.monotonic()  # of the clock that can be set
        self._thread = threading.Thread(target=self._run, name="follow-disk", daemon=True)

    def start(self) -> None:
        """Begin with a full comparison."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and all watching."""
        self._stopping.set()
        self._parts.queue.changed.set()
        if self._thread.is_alive():
            self._thread.join(timeout=20)
        self._parts.watcher.close()

    def compare(self, roots: list[Root], *, priority: int = 0) -> Comparison:
        """Compare these roots now, in the calling thread."""
        total = Comparison()
        with self._busy:
            for root in roots:
                total.add(self._parts.comparer.compare_root(root, priority=priority))
        self._parts.wake()
        return total

    def settled(self) -> bool:
        """True when no hint waits to be looked at."""
        return self._parts.queue.waiting() == 0 and not self._busy.locked()

    def _run(self) -> None:
        self._guarded(self._compare_all)
        self.found_at_start = self._parts.catalogue.waiting_count()
        self.compared.set()
        last_health = self._parts.clock.monotonic()
        while not self._stopping.is_set():
            self._guarded(self._compare_all if self._slept() else self._look)
            now = self._parts.clock.monotonic()
            if now - last_health >= _HEALTH_S:
                last_health = now
                self._guarded(self._health)

    def _slept(self) -> bool:
        """Wait for a hint. True when the machine slept since the last time, or its clock was set
        forward, which looks the same: drives may have been changed elsewhere, and nothing hinted at
        it. Where the monotonic clock goes on in sleep, the wait was too long."""
        due, before = self._parts.queue.next_in(), self._parts.clock.now()
        self._parts.queue.changed.wait(_HEALTH_S if due is None else min(_HEALTH_S, due))
        self._parts.queue.changed.clear()
        now = self._parts.clock.now()
        lead_before, self._lead = self._lead, now - self._parts.clock.monotonic()
        return max(now - before - _HEALTH_S, self._lead - lead_before) > _SLEPT_S

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            step()
        except DesktopRagError as error:
            _LOG.warning("following the disk: %s (%s)", error.message, error.detail)
        except Exception:  # noqa: BLE001 - the thread's border: logged, and the watch goes on
            _LOG.exception("following the disk")

    def _compare_all(self) -> None:
        whole = True
        for root in self._parts.catalogue.roots():
            if self._stopping.is_set():
                return
            self._parts.watcher.watch(root)
            whole &= self._done(root, partial(self.compare, [root]))
        pause = self._parts.compare_every_s() if whole else _AGAIN_S
        self._next_full = self._parts.clock.monotonic() + pause

    def _look(self) -> None:
        if self._parts.queue.overflow():
            self._compare_all()
            return
        paths = self._parts.queue.due()
        if not paths:
            return
        with self._busy:
            for root, inside in _by_root(self._parts.catalogue.roots(), paths).items():
                compare = partial(self._parts.comparer.compare_paths, root, inside)
                if not self._done(root, compare):
                    for path in inside:
                        self._parts.queue.add(path, _AGAIN_S)
        self._parts.wake()

    def _done(self, root: Root, compare: Callable[[], object]) -> bool:
        """Compare a root; False when that failed and must be done again. One that the person
        removed meanwhile needs none."""
        try:
            compare()
        except DesktopRagError as error:
            if root.id not in {known.id for known in self._parts.catalogue.roots()}:
                return True
            _LOG.warning("comparing a root: %s (%s)", error.message, error.detail)
            if isinstance(error, DiskFull):
                self._without_room.add(root.id)
                self._parts.hub.notice("disk", error.message, error.remedy, "error")
            return False
        if root.id in self._without_room:
            self._without_room.remove(root.id)
            self._parts.hub.withdraw("disk")
        return True

    def _health(self) -> None:
        """Roots that vanished, came back, or are not watched any more; and the time for a full
        comparison."""
        parts = self._parts
        for root in parts.watcher.broken():
            parts.watcher.unwatch(root.id)
            self.compare([root])
        for root in parts.catalogue.roots():
            if not root.online and os.path.lexists(root.path) and parts.watcher.watch(root):
                self.compare([root])
        now = parts.clock.monotonic()
        if now - self._last_poll >= _POLL_S:
            self._last_poll = now
            self.compare(parts.watcher.look_for_gaps())
            unwatched = parts.watcher.unwatched()
            if unwatched:
                self.compare(unwatched)
        if now >= self._next_full:
            self._compare_all()


def _by_root(roots: list[Root], paths: list[str]) -> dict[Root, list[str]]:
    """Each path under every root that holds it."""
    found: dict[Root, list[str]] = {}
    for path in paths:
        for root in roots:
            if path == root.path or path.startswith(root.path.rstrip(os.sep) + os.sep):
                found.setdefault(root, []).append(path)
    return found
