"""Following the disk goes on when one comparison fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import cast

import pytest

from desktop_rag.domain.errors import DesktopRagError, DiskFull, InvalidRequest
from desktop_rag.domain.source import Root
from desktop_rag.engine.comparing import Comparer, Comparison
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.following import Follower, Following
from desktop_rag.engine.settling import SettleQueue
from desktop_rag.engine.watching import Watcher
from desktop_rag.ports.clock import SystemClock
from desktop_rag.stores.catalogue import Catalogue


class SetClock(SystemClock):
    """The machine's clock, and what it was set forward by."""

    def __init__(self) -> None:
        self.forward_s = 0.0

    def now(self) -> float:
        return super().now() + self.forward_s


class World:
    """Two roots, and a comparer that fails for one of them as long as the test wants."""

    def __init__(self, folder: Path) -> None:
        self.first, self.second = (Root(n, str(folder / str(n))) for n in (1, 2))
        for root in (self.first, self.second):
            Path(root.path).mkdir()
        self.there = [self.first, self.second]
        self.failing: DesktopRagError | None = None
        self.compared: list[str] = []
        self.clock = SetClock()
        self.queue = SettleQueue(lambda: 0.01, self.clock)
        self.changed = threading.Condition()
        self.hub = EventHub()
        self.follower = Follower(
            Following(
                cast(Catalogue, self),
                cast(Comparer, self),
                Watcher(self.queue, EventHub(), ()),
                self.queue,
                self.clock,
                lambda: None,
                lambda: 3600.0,
                self.hub,
            )
        )

    def roots(self) -> list[Root]:
        return self.there

    def waiting_count(self) -> int:
        return 0

    def compare_root(self, root: Root, *, priority: int = 0) -> Comparison:
        return self._note(root, root.path)

    def compare_paths(self, root: Root, paths: Collection[str]) -> Comparison:
        return self._note(root, *paths)

    def saw(self, path: str, seconds: float = 20) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: path in self.compared, seconds)

    def _note(self, root: Root, *paths: str) -> Comparison:
        if root is self.first and self.failing is not None:
            raise self.failing
        with self.changed:
            self.compared += paths
            self.changed.notify_all()
        return Comparison()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr("desktop_rag.engine.following._AGAIN_S", 0.2)
    monkeypatch.setattr("desktop_rag.engine.following._HEALTH_S", 0.1)
    made = World(tmp_path)
    yield made
    made.follower.stop()


def test_a_comparison_that_failed_at_start_is_done_again_and_holds_up_no_other(
    world: World,
) -> None:
    world.failing = DiskFull("No room.")
    world.follower.start()
    assert world.saw(world.second.path)
    assert world.first.path not in world.compared
    assert [notice.key for notice in world.hub._notices.values()] == ["disk"]
    world.failing = None
    assert world.saw(world.first.path)


def test_all_is_compared_when_the_machine_wakes(world: World) -> None:
    world.follower.start()
    assert world.saw(world.second.path)
    for _ in range(2):
        world.compared.clear()
        world.clock.forward_s += 3600  # the clock goes on while a machine sleeps
        assert world.saw(world.first.path)
        assert world.saw(world.second.path)


def test_a_clock_that_is_set_back_stops_nothing(world: World) -> None:
    world.follower.start()
    assert world.saw(world.second.path)
    world.compared.clear()
    world.clock.forward_s -= 10 * 365 * 86400
    world.queue.add(f"{world.first.path}/a.md")
    assert world.saw(f"{world.first.path}/a.md")
    assert world.compared == [f"{world.first.path}/a.md"]


def test_hints_of_a_comparison_that_failed_are_looked_at_again(world: World) -> None:
    world.follower.start()
    assert world.saw(world.second.path)
    world.failing = DiskFull("No room.")
    for root in (world.first, world.second):
        world.queue.add(f"{root.path}/a.md")
    assert world.saw(f"{world.second.path}/a.md")
    world.failing = None
    assert world.saw(f"{world.first.path}/a.md")


def test_a_root_that_was_removed_meanwhile_is_no_fault(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.follower.start()
    assert world.saw(world.second.path)
    listed = [[world.first, world.second], [world.second]]
    world.roots = lambda: listed.pop(0) if len(listed) > 1 else listed[0]  # type: ignore[method-assign]
    world.failing = InvalidRequest("This folder is not in the library any more.")
    world.queue.add(f"{world.first.path}/a.md")
    world.queue.add(f"{world.second.path}/a.md")
    assert world.saw(f"{world.second.path}/a.md")
    time.sleep(0.5)
    assert world.queue.waiting() == 0
    assert not [record for record in caplog.records if record.levelname == "WARNING"]
