"""Walking over a root: which files are there now, and which are left out with a reason."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from desktop_rag.domain.source import FileStamp
from desktop_rag.engine.ignoring import FolderRules, IgnoreRules
from desktop_rag.engine.placeholders import blocks_are_told, looks_online_only

Skipped = tuple[str, FileStamp | None, str, str, str]
_SECRET = (
    "secret",
    "It usually holds passwords or keys, so it is not read.",
    "Take its pattern out of Settings › Reading and indexing › Secrets to index it.",
)
ONLINE_ONLY = (
    "online",
    "It is only online; reading it would download it.",
    "Make it available offline, or turn on Settings › Reading and indexing › Files only online.",
)


@dataclass(slots=True)
class Found:
    """What a walk found: files with their stamps, files left out with code, reason and remedy,
    files that are only online, and folders that could not be entered."""

    files: dict[str, FileStamp] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    online_only: dict[str, FileStamp] = field(default_factory=dict)
    forbidden: list[str] = field(default_factory=list)
    _blocks_told: bool | None = None

    def is_empty(self) -> bool:
        """True when there was nothing at all to see."""
        return not (self.files or self.skipped or self.online_only or self.forbidden)

    def take(self, path: str, status: os.stat_result, rules: IgnoreRules) -> None:
        """Note a file that may be read."""
        if looks_online_only(status) and not rules.settings.fetch_online:
            if self._blocks_told is None:
                self._blocks_told = blocks_are_told(os.path.dirname(path))
            if self._blocks_told:
                self.online_only[path] = stamp_of(status)
                return
        self.files[path] = stamp_of(status)

    def add(self, other: Found) -> None:
        """Sum with what another look found."""
        self.files.update(other.files)
        self.skipped += other.skipped
        self.online_only.update(other.online_only)
        self.forbidden += other.forbidden


def leads_elsewhere(path: str) -> bool:
    """True when a link has come to stand in the place of a file or of a folder above it: what it
    leads to is not the library's. Roots are kept without links, so their files have none."""
    return os.path.normcase(os.path.realpath(path)) != os.path.normcase(path)


def stamp_of(status: os.stat_result) -> FileStamp:
    """What the ledger keeps of a `stat`."""
    return FileStamp(status.st_size, status.st_mtime_ns, status.st_ino)


def walk(root: str, rules: IgnoreRules, start: str | None = None) -> Found:
    """All files under `root` (or under `start`, a folder inside it). Links are not followed."""
    found = Found()
    stack = [(start or root, _rules_above(root, start, rules) if start else FolderRules())]
    while stack:
        folder, inherited = stack.pop()
        entries = _entries(folder, found)
        here = inherited
        if rules.settings.use_gitignore and any(e.name == ".gitignore" for e in entries):
            here = inherited.with_file(folder)
        for entry in entries:
            _take(entry, root, rules, here, found, stack)
    return found


def look_at(path: str, root: str, rules: IgnoreRules) -> Found:
    """What is to be read at one path inside `root`: a file, or all files of a folder; nothing when
    it, or a folder above it, is left out or is a link."""
    if path == root:
        return walk(root, rules) if os.path.isdir(path) else _single(path, rules)
    above = _open_folders(root, path, rules)
    if above is None or os.path.islink(path):
        return Found()
    if os.path.isdir(path):
        verdict = rules.folder(path, os.path.basename(path), root, above)
        return walk(root, rules, path) if verdict == "" else Found()
    return _single_ruled(path, root, rules, above)


def _single(path: str, rules: IgnoreRules) -> Found:
    found = Found()
    try:
        found.take(path, os.stat(path), rules)
    except OSError:
        return found  # gone again: the comparison sees a file that is not there
    return found


def _single_ruled(path: str, root: str, rules: IgnoreRules, above: FolderRules) -> Found:
    verdict = rules.file(path, os.path.basename(path), root, above)
    if verdict == "ignored":
        return Found()
    found = _single(path, rules)
    if verdict == "secret":
        seen = found.files | found.online_only
        return Found(skipped=[(path, stamp, *_SECRET) for path, stamp in seen.items()])
    return found


def _open_folders(root: str, path: str, rules: IgnoreRules) -> FolderRules | None:
    """The .gitignore rules that hold in the folder of `path`; None when one of the folders on the
    way is left out."""
    here = FolderRules().with_file(root) if rules.settings.use_gitignore else FolderRules()
    inner = os.path.dirname(path)[len(root) :].strip(os.sep)
    folder = root
    for name in inner.split(os.sep) if inner else []:
        folder = os.path.join(folder, name)
        if os.path.islink(folder) or rules.folder(folder, name, root, here):
            return None
        if rules.settings.use_gitignore:
            here = here.with_file(folder)
    return here


def _rules_above(root: str, start: str, rules: IgnoreRules) -> FolderRules:
    return _open_folders(root, start, rules) or FolderRules()


def _entries(folder: str, found: Found) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except FileNotFoundError:
        return []
    except OSError:
        found.forbidden.append(folder)
        return []


def _take(
    entry: os.DirEntry[str],
    root: str,
    rules: IgnoreRules,
    here: FolderRules,
    found: Found,
    stack: list[tuple[str, FolderRules]],
) -> None:
    try:
        if not entry.is_file(follow_symlinks=False):  # asked first: most are files
            is_folder = entry.is_dir(follow_symlinks=False)
            if is_folder and rules.folder(entry.path, entry.name, root, here) == "":
                stack.append((entry.path, here))
            return
        verdict = rules.file(entry.path, entry.name, root, here)
        if verdict == "ignored":
            return
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return  # vanished between listing and looking
    if verdict == "secret":
        found.skipped.append((entry.path, stamp_of(status), *_SECRET))
    elif not _storable(entry.path):
        found.skipped.append((_shown(entry.path), stamp_of(status), *_unstorable()))
    else:
        found.take(entry.path, status, rules)


def _storable(path: str) -> bool:
    return path.isascii() or not any("\ud800" <= char <= "\udfff" for char in path)


def _shown(path: str) -> str:
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _unstorable() -> tuple[str, str, str]:
    return (
        "name",
        "Its name holds bytes that are not text.",
        "Rename the file to index it.",
    )
