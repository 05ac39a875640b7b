"""Making the ledger equal to the disk: new, changed, moved, gone, at the cost of a walk."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.domain.source import FileStamp, Root
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.ignoring import IgnoreRules
from desktop_rag.engine.scanning import ONLINE_ONLY, Found, Skipped, look_at
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.ledger_rows import KnownFile

_LOG = logging.getLogger(__name__)
_LEFT_OUT = ("secret", "online")
RulesFor = Callable[[Root], IgnoreRules]
StrategyFor = Callable[[str, Root], str | None]


@dataclass(slots=True)
class Comparison:
    """What one comparison found, as counts, and whether the root could be reached."""

    waiting: int = 0
    unchanged: int = 0
    moved: int = 0
    gone: int = 0
    online: bool = True
    forbidden: list[str] = field(default_factory=list)

    def add(self, other: Comparison) -> None:
        """Sum with another."""
        self.waiting += other.waiting
        self.unchanged += other.unchanged
        self.moved += other.moved
        self.gone += other.gone
        self.forbidden += other.forbidden


class Comparer:
    """Compares roots with the ledger and writes the difference into it. Never reads contents.

    `strategy_for(path, root)` is how the path would be read today, or None when its name does not
    say; a file that was read another way waits again.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        rules_for: RulesFor,
        strategy_for: StrategyFor,
        hub: EventHub,
    ) -> None:
        self._catalogue = catalogue
        self._rules_for = rules_for
        self._strategy_for = strategy_for
        self._hub = hub

    def compare_root(self, root: Root, *, priority: int = 0) -> Comparison:
        """The whole root. A root that is missing or suddenly empty is offline, not deleted."""
        known = self._catalogue.known_files(root.id)
        if not os.path.lexists(root.path):
            return self._missing(root, known)
        found = look_at(root.path, root.path, self._rules_for(root))
        if known and found.is_empty() and os.path.isdir(root.path):
            return self._offline(root)
        self._online(root)
        return self._write(root, found, known, priority, hinted=False)

    def compare_paths(self, root: Root, paths: Collection[str]) -> Comparison:
        """Only these paths of a root (files or folders that something happened to)."""
        if root.path in paths and os.path.isdir(root.path):
            return self.compare_root(root)  # it came back, or a drive was mounted there
        if not os.path.lexists(root.path):
            return self._missing(root, self._catalogue.known_files(root.id))
        self._online(root)
        outermost, rules = _outermost(paths), self._rules_for(root)
        known = self._catalogue.known_below(root.id, outermost)  # first, as for a whole root
        found = Found()
        for path in outermost:
            found.add(look_at(path, root.path, rules))
        return self._write(root, found, known, 0, hinted=True)

    def _write(
        self,
        root: Root,
        found: Found,
        known: dict[str, KnownFile],
        priority: int,
        *,
        hinted: bool,
    ) -> Comparison:
        outside = tuple(folder.rstrip(os.sep) + os.sep for folder in found.forbidden)
        left_out = {path for path, *_ in found.skipped} | found.online_only.keys()
        gone = {
            path: file
            for path, file in known.items()
            if path not in found.files and path not in left_out and not path.startswith(outside)
        }
        fresh = {path: stamp for path, stamp in found.files.items() if path not in known}
        moves = _moves(fresh, gone)
        waiting, unchanged = self._changed(root, found.files, known, hinted=hinted)
        waiting += [(p, s) for p, s in fresh.items() if p not in moves]
        if moves:
            self._catalogue.move((old, new, root.id, fresh[new]) for new, old in moves.items())
        if gone_for_good := [p for p in gone if p not in moves.values()]:
            self._catalogue.forget(gone_for_good)
        if waiting:
            self._catalogue.note_waiting(root.id, waiting, priority=priority)
        skipped = [*found.skipped, *_not_fetched(found.online_only, known)]
        news = [s for s in skipped if not _already_skipped(known.get(s[0]), s[1])]
        if news:
            self._catalogue.note_skipped(root.id, news)
        self._say_forbidden(root, found.forbidden)
        return Comparison(
            len(waiting), unchanged, len(moves), len(gone_for_good), True, found.forbidden
        )

    def _changed(
        self,
        root: Root,
        files: dict[str, FileStamp],
        known: dict[str, KnownFile],
        *,
        hinted: bool,
    ) -> tuple[list[tuple[str, FileStamp]], int]:
        there, news, replaced = 0, set(), {}
        for path, stamp in files.items():  # runs over every file there is
            file = known.get(path)
            if file is None:
                continue
            there += 1
            if self._is_news(root, path, file, stamp):
                news.add(path)
            elif stamp.inode != file.inode and stamp != file.stamp:
                replaced[path] = stamp.inode
        if replaced:
            # of these, size and time are the same: where something happened all are looked into
            news |= set(replaced) if hinted else _swapped(replaced, known) & files.keys()
        waiting = [(path, stamp) for path, stamp in files.items() if path in news] if news else []
        return waiting, there - len(waiting)

    def _is_news(self, root: Root, path: str, file: KnownFile, stamp: FileStamp) -> bool:
        """True when the file must be looked into: changed, left out before, or read another way
        than it would be read today."""
        if (file.size, file.mtime_ns) != (stamp.size, stamp.mtime_ns) or file.code in _LEFT_OUT:
            return True
        return file.state not in ("waiting", "reading") and self._outdated(root, path, file)

    def _outdated(self, root: Root, path: str, file: KnownFile) -> bool:
        if file.document is None or not file.strategy:
            return False
        strategy = self._strategy_for(path, root)
        return strategy is not None and strategy != file.strategy

    def _missing(self, root: Root, known: dict[str, KnownFile]) -> Comparison:
        """A single file whose folder is still there was deleted; anything else is offline."""
        parent = os.path.dirname(root.path)
        if set(known) <= {root.path} and os.path.isdir(parent) and os.listdir(parent):
            gone = self._catalogue.forget(list(known))
            return Comparison(gone=gone)
        return self._offline(root)

    def _offline(self, root: Root) -> Comparison:
        if root.online:
            _LOG.info("a root is offline")
            self._catalogue.set_online(root.id, False)
        self._hub.notice(
            f"offline:{root.path}",
            f"The folder {root.path} cannot be reached; what was indexed stays searchable.",
            "Connect the drive again, or remove the folder from the library.",
            "warning",
        )
        return Comparison(online=False)

    def _online(self, root: Root) -> None:
        if not root.online:
            self._catalogue.set_online(root.id, True)
        self._hub.withdraw(f"offline:{root.path}")

    def _say_forbidden(self, root: Root, folders: list[str]) -> None:
        key = f"forbidden:{root.path}"
        if not folders:
            self._hub.withdraw(key)
            return
        first = Path(folders[0]).name
        others = f" and {len(folders) - 1} more" if len(folders) > 1 else ""
        self._hub.notice(
            key,
            f"The folder “{first}”{others} inside {root.path} cannot be opened.",
            "Give yourself the right to read it, or leave it out of the library.",
            "warning",
        )


def _swapped(replaced: dict[str, int], known: dict[str, KnownFile]) -> set[str]:
    """Of files with another inode (by path) those that have the inode of another name, and that
    name as well, for it may have been looked at before the swap. The rest are left alone: a drive
    that was mounted anew may give every file another inode."""
    names = {file.stamp.inode: path for path, file in known.items()}
    swapped = {path: names[inode] for path, inode in replaced.items() if inode in names}
    return {*swapped, *swapped.values()}


def _moves(fresh: dict[str, FileStamp], gone: dict[str, KnownFile]) -> dict[str, str]:
    """New path → old path, for files that kept inode, size and time."""
    by_stamp = {
        (f.stamp.inode, f.stamp.size, f.stamp.mtime_ns): path
        for path, f in gone.items()
        if f.stamp.inode
    }
    moves: dict[str, str] = {}
    for path, stamp in fresh.items():
        old = by_stamp.pop((stamp.inode, stamp.size, stamp.mtime_ns), None)
        if old is not None:
            moves[path] = old
    return moves


def _not_fetched(online: dict[str, FileStamp], known: dict[str, KnownFile]) -> list[Skipped]:
    """Files to list as only online. What was indexed before the system took the content away stays
    as it is."""
    return [
        (path, stamp, *ONLINE_ONLY)
        for path, stamp in online.items()
        if path not in known or known[path].document is None
    ]


def _already_skipped(file: KnownFile | None, stamp: FileStamp | None) -> bool:
    return file is not None and file.state == "skipped" and file.stamp == stamp


def _outermost(paths: Collection[str]) -> list[str]:
    """Without the paths that lie below another one of them."""
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not kept or not (path == kept[-1] or path.startswith(kept[-1].rstrip(os.sep) + os.sep)):
            kept.append(path)
    return kept
