"""What the engine's processes cost: processor seconds, and memory sampled while something runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

_EVERY_S = 0.2
MEGABYTE = 1_000_000


@dataclass(slots=True)
class Peak:
    """The largest resident sizes seen, in bytes. `children`: of all the engine's processes beside
    it together."""

    engine: int = 0
    children: int = 0

    def __str__(self) -> str:
        engine, children = self.engine / MEGABYTE, self.children / MEGABYTE
        return f"engine {engine:.0f} MB, its children {children:.0f} MB"


def processor_seconds(pid: int) -> float:
    """Of a process and those it started, also of those that ended."""
    total = 0.0
    for process in _family(pid):
        try:
            spent = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += spent.user + spent.system + spent.children_user + spent.children_system
    return total


def resident(pid: int) -> Peak:
    """How much memory the engine and its children hold now."""
    sizes: list[int] = []
    for process in _family(pid):
        try:
            sizes.append(process.memory_info().rss)
        except psutil.NoSuchProcess:
            continue
    return Peak(sizes[0], sum(sizes[1:])) if sizes else Peak()


@contextmanager
def watched_memory(pid: int) -> Iterator[Peak]:
    """Sample the memory of an engine five times a second inside this block."""
    peak, ended = Peak(), threading.Event()

    def sample() -> None:
        while not ended.wait(_EVERY_S):
            now = resident(pid)
            peak.engine = max(peak.engine, now.engine)
            peak.children = max(peak.children, now.children)

    thread = threading.Thread(target=sample, name="memory", daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()


def _family(pid: int) -> list[psutil.Process]:
    try:
        engine = psutil.Process(pid)
        return [engine, *engine.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []
