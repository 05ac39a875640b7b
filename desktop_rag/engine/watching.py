"""Watching roots with watchdog. Events are hints: they only say where to look."""

from __future__ import annotations

import errno
import logging
import os
import threading
from dataclasses import dataclass

from watchdog.events import (
    EVENT_TYPE_CLOSED_NO_WRITE,
    EVENT_TYPE_CREATED,
    EVENT_TYPE_MOVED,
    EVENT_TYPE_OPENED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from desktop_rag.domain.source import Root
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.settling import SettleQueue
from desktop_rag.engine.watch_counts import folders_in, watches_held

_LOG = logging.getLogger(__name__)
_FOLDERS_COME = frozenset({EVENT_TYPE_CREATED, EVENT_TYPE_MOVED})
_QUIET = frozenset({EVENT_TYPE_OPENED, EVENT_TYPE_CLOSED_NO_WRITE})


class _Hints(FileSystemEventHandler):
    def __init__(self, root: str, queue: SettleQueue, own_folders: tuple[str, ...]) -> None:
        self.new_folders = False
        self._root = root
        self._queue = queue
        self._own = tuple(folder + os.sep for folder in own_folders)

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Put the paths of an event into the settle queue."""
        if event.event_type in _QUIET or (event.is_directory and event.event_type == "modified"):
            return
        if event.is_directory and event.event_type in _FOLDERS_COME:
            self.new_folders = True
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
    hints: _Hints
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
                held = watches_held()
                hints = _Hints(root.path, self._queue, self._own)
                whole = folder == root.path  # else only that folder, for what appears in it
                watch = self._running().schedule(hints, folder, recursive=whole)
                self._watched[root.id] = _Watched(root, watch, hints, folder, inode)
                if whole and not _grew_by(held, folder):
                    self._require_whole()
            except OSError as error:
                self._give_up(root, error)
                return False
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

    def look_for_gaps(self) -> list[Root]:
        """Roots that got new folders for which the system had no watch left: they are not watched
        any more from here on. Costs a walk over the folders when there are new ones."""
        with self._guard:
            grown = [watched for watched in self._watched.values() if watched.hints.new_folders]
            for watched in grown:
                watched.hints.new_folders = False
            try:
                if grown:
                    self._require_whole()
            except OSError as error:
                for watched in grown:
                    self._give_up(watched.root, error)
                return [watched.root for watched in grown]
        return []

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

    def _require_whole(self) -> None:
        """Raises `OSError` (no watches left) when folders are not watched."""
        held = watches_held()
        trees = [w.folder for w in self._watched.values() if w.watch.is_recursive]
        if held is not None and held < folders_in(trees):
            raise OSError(errno.ENOSPC, "folders inside are not watched")

    def _give_up(self, root: Root, error: OSError) -> None:
        self._forget(root.id)
        self._failed[root.id] = root
        self._say_unwatched(root, error)

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


def _grew_by(held: int | None, folder: str) -> bool:
    """True when at least as many watches came as a tree has folders: nothing was passed over. With
    roots inside roots fewer may come, and that is all right."""
    now = watches_held()
    return held is None or now is None or now - held >= folders_in([folder])


def _inode_of(folder: str) -> int:
    try:
        return os.stat(folder).st_ino
    except OSError:
        return -1
