"""Watching roots with watchdog. Events are hints: they only say where to look."""

from __future__ import annotations

import errno
import logging
import os
import threading
from dataclasses import dataclass

from watchdog.events import (
    EVENT_TYPE_CLOSED_NO_WRITE,
    EVENT_TYPE_OPENED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from desktop_rag.domain.source import Root
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.settling import SettleQueue

_LOG = logging.getLogger(__name__)
_QUIET = frozenset({EVENT_TYPE_OPENED, EVENT_TYPE_CLOSED_NO_WRITE})


class _Hints(FileSystemEventHandler):
    def __init__(self, root: str, queue: SettleQueue, own_folders: tuple[str, ...]) -> None:
        self._root = root
        self._queue = queue
        self._own = tuple(folder + os.sep for folder in own_folders)

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Put the paths of an event into the settle queue."""
        if event.event_type in _QUIET or (event.is_directory and event.event_type == "modified"):
            return
        for raw in (event.src_path, event.dest_path):
            path = os.fsdecode(raw) if raw else ""
            if path and self._inside(path) and not path.startswith(self._own):
                self._queue.add(path)

    def _inside(self, path: str) -> bool:
        return path == self._root or path.startswith(self._root.rstrip(os.sep) + os.sep)


@dataclass(slots=True)
class _Watched:
    root: Root
    watch: ObservedWatch
    folder: str
    inode: int


class Watcher:
    """One observer for all watched roots. `unwatched()` names roots that could not be watched and
    must be compared now and then."""

    def __init__(self, queue: SettleQueue, hub: EventHub, own_folders: tuple[str, ...]) -> None:
        self._queue = queue
        self._hub = hub
        self._own = own_folders
        self._guard = threading.Lock()
        self._observer: BaseObserver | None = None
        self._watched: dict[int, _Watched] = {}
        self._failed: dict[int, Root] = {}

    def watch(self, root: Root) -> bool:
        """Start watching a root, or again after it came back. False when it can't be watched."""
        folder = root.path if os.path.isdir(root.path) else os.path.dirname(root.path)
        with self._guard:
            self._forget(root.id)
            if not root.watch:
                return True
            try:
                inode = os.stat(folder).st_ino
                handler = _Hints(root.path, self._queue, self._own)
                watch = self._running().schedule(
                    handler, folder, recursive=os.path.isdir(root.path)
                )
            except OSError as error:
                self._say_unwatched(root, error)
                self._failed[root.id] = root
                return False
            self._watched[root.id] = _Watched(root, watch, folder, inode)
            self._failed.pop(root.id, None)
        self._hub.withdraw(f"watch:{root.path}")
        return True

    def unwatch(self, root_id: int) -> None:
        """Stop watching a root."""
        with self._guard:
            self._forget(root_id)
            self._failed.pop(root_id, None)

    def unwatched(self) -> list[Root]:
        """Roots that the system would not let us watch."""
        with self._guard:
            return list(self._failed.values())

    def broken(self) -> list[Root]:
        """Roots whose watch is dead: the folder is gone, another one has its name, or the thread
        that listens has ended without a word."""
        with self._guard:
            alive = (
                {e.watch for e in self._observer.emitters if e.is_alive()}
                if (self._observer is not None)
                else set()
            )
            return [
                w.root
                for w in self._watched.values()
                if w.watch not in alive or _inode_of(w.folder) != w.inode
            ]

    def close(self) -> None:
        """Stop all watching."""
        with self._guard:
            observer, self._observer = self._observer, None
            self._watched.clear()
        if observer is not None:
            observer.stop()
            observer.join(timeout=5)

    def _running(self) -> BaseObserver:
        if self._observer is None:
            self._observer = Observer()
            self._observer.daemon = True
            self._observer.start()
        return self._observer

    def _forget(self, root_id: int) -> None:
        watched = self._watched.pop(root_id, None)
        if watched is None or self._observer is None:
            return
        if any(other.watch == watched.watch for other in self._watched.values()):
            return
        try:
            self._observer.unschedule(watched.watch)
        except (KeyError, OSError) as error:
            _LOG.debug("a watch was gone already: %r", error)

    def _say_unwatched(self, root: Root, error: OSError) -> None:
        if error.errno in (errno.ENOSPC, errno.EMFILE):
            text = f"The system has no watches left for {root.path}; it is compared every minute."
            remedy = (
                "Raise fs.inotify.max_user_watches (for example to 524288) to see changes at once."
            )
        else:
            text = f"{root.path} cannot be watched; it is compared every minute."
            remedy = "Check that the folder can be read."
        _LOG.warning("cannot watch a root: %r", error)
        self._hub.notice(f"watch:{root.path}", text, remedy, "warning")


def _inode_of(folder: str) -> int:
    try:
        return os.stat(folder).st_ino
    except OSError:
        return -1
