"""Watching real folders: what the system cannot watch is said and compared instead."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from watchdog.observers import inotify_c

from desktop_rag.domain.source import Root
from desktop_rag.engine import watching
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.settling import SettleQueue
from desktop_rag.engine.watching import Watcher
from desktop_rag.ports.clock import SystemClock

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")


class World:
    """A folder of twelve folders, and a watcher."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for number in range(12):
            (folder / f"f{number}").mkdir(parents=True)
        self.root = Root(1, str(folder))
        self.queue = SettleQueue(lambda: 0.05, SystemClock())
        self.hub = EventHub()
        self.watcher = Watcher(self.queue, self.hub, ())

    def hinted(self) -> set[str]:
        """The names that hints came for."""
        time.sleep(0.3)
        return {os.path.basename(path) for path in self.queue.due()}

    def notices(self) -> list[str]:
        return [f"{n.text} {n.remedy}" for n in self.hub._notices.values()]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "documents")
    yield made
    made.watcher.close()


@pytest.fixture
def few_watches(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the system give only so many watches more."""
    real = inotify_c.inotify_add_watch

    def allow(count: int) -> None:
        left = [count]

        def add(handle: int, path: bytes, mask: int) -> int:
            left[0] -= 1
            if left[0] < 0:
                ctypes.set_errno(errno.ENOSPC)
                return -1
            return int(real(handle, path, mask))

        monkeypatch.setattr(inotify_c, "inotify_add_watch", add)

    return allow


def test_a_change_deep_inside_gives_a_hint(world: World) -> None:
    assert world.watcher.watch(world.root)
    (world.folder / "f3" / "a.md").write_text("x")
    assert "a.md" in world.hinted()


def test_reading_files_gives_no_hints(world: World) -> None:
    path = world.folder / "f3" / "a.md"
    path.write_text("x")
    assert world.watcher.watch(world.root)
    for _ in range(5):
        path.read_text()
        list(path.parent.iterdir())
    assert world.hinted() == set()


def test_a_file_and_a_missing_folder_are_watched_without_a_walk_over_their_neighbours(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walked(roots: object) -> int:
        raise AssertionError(f"walked over {roots}")

    monkeypatch.setattr(watching, "folders_in", walked)
    (world.folder / "a.md").write_text("x")
    assert world.watcher.watch(Root(1, str(world.folder / "a.md")))
    assert world.watcher.watch(Root(2, str(world.folder / "missing")))


@pytest.mark.parametrize("allowed", [0, 5])
def test_a_root_is_never_half_watched_without_a_sign(
    world: World, few_watches: Callable[[int], None], allowed: int
) -> None:
    few_watches(allowed)
    assert not world.watcher.watch(world.root)
    assert world.watcher.unwatched() == [world.root]
    (notice,) = world.notices()
    assert "no watches left" in notice
    assert "fs.inotify.max_user_watches" in notice
    (world.folder / "f3" / "a.md").write_text("x")
    assert world.hinted() == set()


def test_new_folders_without_a_watch_are_noticed(
    world: World, few_watches: Callable[[int], None]
) -> None:
    few_watches(13)
    assert world.watcher.watch(world.root)
    assert world.watcher.look_for_gaps() == []
    (world.folder / "one more").mkdir()
    world.hinted()
    assert world.watcher.look_for_gaps() == [world.root]
    assert "no watches left" in world.notices()[0]
    few_watches(1000)
    assert world.watcher.watch(world.root)
    assert (world.watcher.unwatched(), world.notices()) == ([], [])


def test_other_roots_stay_watched_when_one_more_cannot_be(
    world: World, tmp_path: Path, few_watches: Callable[[int], None]
) -> None:
    assert world.watcher.watch(world.root)
    few_watches(2)
    other = tmp_path / "other"
    shutil.copytree(world.folder, other)
    assert not world.watcher.watch(Root(2, str(other)))
    assert [root.id for root in world.watcher.unwatched()] == [2]
    (world.folder / "f3" / "a.md").write_text("x")
    assert "a.md" in world.hinted()


@pytest.mark.parametrize("removed", [True, False], ids=["removed", "renamed"])
def test_a_dead_watch_is_noticed_and_begun_again(world: World, removed: bool) -> None:
    assert world.watcher.watch(world.root)
    assert world.watcher.broken() == []
    if removed:
        shutil.rmtree(world.folder)
    else:
        os.rename(world.folder, world.folder.with_name("away"))
    assert world.watcher.broken() == [world.root]
    world.folder.mkdir()
    assert world.watcher.watch(world.root)
    world.hinted()
    (world.folder / "a.md").write_text("x")
    assert "a.md" in world.hinted()
    assert world.watcher.broken() == []
