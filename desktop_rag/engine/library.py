"""What can be done with the library as a whole: add, forget, make equal to the disk, wait."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.source import FileEntry, Mode, Root
from desktop_rag.engine.comparing import Comparison
from desktop_rag.engine.following import Follower
from desktop_rag.engine.jobs import Indexer
from desktop_rag.engine.watching import Watcher
from desktop_rag.settings import Settings, override
from desktop_rag.stores.catalogue import Catalogue

_STEP_S = 0.05
_LATE = "indexing.late_chunking"
_PROBLEMS = ("failed", "quarantined", "empty", "skipped", "partial")
_MOST_PROBLEMS = 1000


@dataclass(frozen=True, slots=True)
class AddRequest:
    """Folders or files to add, as the person named them (absolute paths)."""

    paths: tuple[str, ...]
    mode: Mode = "auto"
    ignore: tuple[str, ...] = ()
    watch: bool = True
    overrides: Mapping[str, str] | None = None
    first: bool = False


class Library:
    """The engine's library. Methods may be called from several threads."""

    def __init__(
        self,
        catalogue: Catalogue,
        follower: Follower,
        watcher: Watcher,
        indexer: Indexer,
        settings: Callable[[], Settings],
        own_folders: tuple[str, ...],
        why_not_late: Callable[[], str],
    ) -> None:
        self.catalogue = catalogue
        self._follower = follower
        self._watcher = watcher
        self._indexer = indexer
        self._settings = settings
        self._own = own_folders
        self._why_not_late = why_not_late

    def add(self, request: AddRequest) -> tuple[list[Root], Comparison]:
        """Make roots of the paths and queue what is in them. Raises `InvalidRequest` for a path
        that is not there, or an override that is no indexing setting."""
        changes = self.check_settings(request.overrides or {})
        paths = [self._checked(path) for path in request.paths]
        roots = [
            self.catalogue.add_root(
                path,
                watch=request.watch,
                mode=request.mode,
                ignore=request.ignore,
                overrides=tuple(sorted(changes.items())),
            )
            for path in paths
        ]
        for root in roots:
            self._watcher.watch(root)
        return roots, self._follower.compare(roots, priority=10 if request.first else 0)

    def sync(self, overrides: Mapping[str, str] | None = None) -> tuple[list[Root], Comparison]:
        """Compare all roots with the disk; `overrides` stay with them."""
        changes = self.check_settings(overrides or {})
        if changes:
            for root in self.catalogue.roots():
                merged = dict(root.overrides) | changes
                self.catalogue.add_root(
                    root.path,
                    watch=root.watch,
                    mode=root.mode,
                    ignore=root.ignore,
                    overrides=tuple(sorted(merged.items())),
                )
        roots = self.catalogue.roots()
        return roots, self._follower.compare(roots)

    def change(self, path: str, overrides: Mapping[str, str]) -> Comparison:
        """Change indexing settings of one root; an empty text takes one back. Raises
        `InvalidRequest` for a path that is no root, and for what cannot be set."""
        changes = _indexing_only(overrides)
        root = next((root for root in self.catalogue.roots() if root.path == path), None)
        if root is None:
            raise InvalidRequest(f"{path} is not in the library.", "Add it first.")
        merged = {key: text for key, text in (dict(root.overrides) | changes).items() if text}
        self.check_settings(merged)
        changed = self.catalogue.add_root(
            root.path,
            watch=root.watch,
            mode=root.mode,
            ignore=root.ignore,
            overrides=tuple(sorted(merged.items())),
        )
        return self._follower.compare([changed])

    def remove(self, paths: tuple[str, ...]) -> tuple[int, list[str]]:
        """Forget roots, or single files inside them; gives how many files, and unknown paths. A
        file inside a watched folder comes back with the next change of it."""
        forgotten = 0
        unknown: list[str] = []
        roots = {root.path: root for root in self.catalogue.roots()}
        for path in paths:
            absolute = os.path.abspath(os.path.expanduser(path))
            if absolute in roots:
                self._watcher.unwatch(roots[absolute].id)
                forgotten += self.catalogue.remove_root(roots[absolute].id)
            elif self.catalogue.file(absolute) is not None:
                self._leave_out(absolute)
                forgotten += self.catalogue.forget([absolute])
            else:
                unknown.append(path)
        self._indexer.wake()
        return forgotten, unknown

    def wait(
        self,
        roots: list[Root],
        tell: Callable[[], None],
        cancelled: Callable[[], bool],
        *,
        tell_every_s: float = 0.25,
    ) -> None:
        """Wait until nothing under these roots waits or is being read and all is learnt. `tell` is
        called now and then; returns early when `cancelled`."""
        last = 0.0
        while not cancelled():
            if self._follower.settled() and self._indexer.running() == 0:
                waiting = sum(
                    self.catalogue.count_files(state=state, under=root.path)
                    for root in roots
                    for state in ("waiting", "reading")
                )
                if self._indexer.paused or (waiting == 0 and self._indexer.learning() == 0):
                    return
            if time.monotonic() - last >= tell_every_s:
                last = time.monotonic()
                tell()
            time.sleep(_STEP_S)

    def indexed_since(self, roots: list[Root], since: float) -> int:
        """How many files under these roots became searchable from a time on."""
        return sum(
            self.catalogue.count_files(state=state, under=root.path, since=since)
            for root in roots
            for state in ("indexed", "partial")
        )

    def problems(self, roots: list[Root]) -> list[FileEntry]:
        """Files under these roots that are not searchable as a whole (1000 at most)."""
        found: list[FileEntry] = []
        for root in roots:
            for state in _PROBLEMS:
                files, _more = self.catalogue.files(
                    state=state, under=root.path, limit=_MOST_PROBLEMS
                )
                found += files
        return found[:_MOST_PROBLEMS]

    def _leave_out(self, path: str) -> None:
        """A file forgotten by the person is not added again by its folder."""
        root = self.catalogue.root_of(path)
        if root is None:
            return
        pattern = "/" + _escaped(os.path.relpath(path, root.path).replace(os.sep, "/"))
        self.catalogue.add_root(
            root.path,
            watch=root.watch,
            mode=root.mode,
            ignore=(*root.ignore, pattern),
            overrides=root.overrides,
        )

    def check_settings(self, overrides: Mapping[str, str]) -> dict[str, str]:
        """The indexing settings among the overrides; other sections mean nothing while adding.
        Raises `InvalidRequest` for what cannot be set, or not with this embedder."""
        changes = _indexing_only(overrides)
        wanted = override(self._settings(), changes)
        if wanted.indexing.late_chunking and _LATE in changes:
            self.require_late()
        return changes

    def require_late(self) -> None:
        """Raises `InvalidRequest` when late chunking is of no use with the embedder."""
        why = self._why_not_late()
        if why:
            raise InvalidRequest(why, "Choose an embedder with a longer window, or leave it off.")

    def _checked(self, path: str) -> str:
        absolute = os.path.abspath(os.path.expanduser(path))
        if not os.path.lexists(absolute):
            raise InvalidRequest(f"There is nothing at {absolute}.", "Check the path.")
        real = os.path.realpath(absolute)
        if real in self._own or real.startswith(tuple(own + os.sep for own in self._own)):
            raise InvalidRequest(
                f"{absolute} belongs to the application itself.", "Choose another folder."
            )
        if not os.access(real, os.R_OK | (os.X_OK if os.path.isdir(real) else 0)):
            raise InvalidRequest(
                f"The system does not let {absolute} be read.",
                "Give yourself the right to read it, then add it again.",
            )
        return real


def _indexing_only(overrides: Mapping[str, str]) -> dict[str, str]:
    """The indexing settings among the overrides; other sections mean nothing while adding."""
    return {key: value for key, value in overrides.items() if key.startswith("indexing.")}


def _escaped(path: str) -> str:
    """A path as a gitignore pattern that means only itself."""
    return "".join("\\" + char if char in "*?[]!#\\ " else char for char in path)
