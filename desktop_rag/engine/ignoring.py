"""Which files of a folder are left out: patterns of the settings, .gitignore files, hidden files,
secrets, and the application's own folders. One gate for scanning and watching alike."""

from __future__ import annotations

import fnmatch
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

import pathspec

from desktop_rag.settings.indexing import IndexingSettings

Verdict = str  # "" read it, "ignored" leave it out silently, "secret" list it as skipped


@dataclass(frozen=True, slots=True)
class FolderRules:
    """The .gitignore rules that hold inside one folder, innermost last."""

    specs: tuple[tuple[str, pathspec.GitIgnoreSpec], ...] = ()

    def with_file(self, folder: str) -> FolderRules:
        """The rules inside `folder`, which has a .gitignore of its own."""
        try:
            text = Path(folder, ".gitignore").read_text(encoding="utf-8", errors="replace")
            spec = pathspec.GitIgnoreSpec.from_lines(text.splitlines())
        except (OSError, ValueError):
            return self  # a rule file that cannot be read forbids nothing
        return FolderRules((*self.specs, (folder, spec)))

    def ignored(self, path: str, *, is_folder: bool) -> bool:
        """The last rule that speaks of the path decides, as git does it."""
        verdict = False
        for base, spec in self.specs:
            relative = path[len(base) :].lstrip(os.sep).replace(os.sep, "/")
            result = spec.check_file(relative + "/" if is_folder else relative)
            if result.include is not None:
                verdict = result.include
        return verdict


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The gate for one root. `elsewhere`: folders and files inside it that are not its own: the
    application's folders, and roots inside the root."""

    settings: IndexingSettings
    extra: tuple[str, ...] = ()
    elsewhere: frozenset[str] = frozenset()
    _folders: re.Pattern[str] = field(init=False)
    _names: re.Pattern[str] = field(init=False)
    _secrets: re.Pattern[str] = field(init=False)
    _notable: re.Pattern[str] = field(init=False)
    _paths: pathspec.GitIgnoreSpec | None = field(init=False)

    def __post_init__(self) -> None:
        patterns = (*self.settings.ignore, *self.extra)
        plain = [p for p in patterns if _is_plain(p)]
        others = [p for p in patterns if not _is_plain(p)]
        put = object.__setattr__
        put(self, "_folders", _any_of([p.rstrip("/") for p in plain]))
        names, secrets = [p for p in plain if not p.endswith("/")], list(self.settings.secrets)
        put(self, "_names", _any_of(names))
        put(self, "_secrets", _any_of(secrets))
        put(self, "_notable", _any_of([*names, *secrets]))
        put(self, "_paths", pathspec.GitIgnoreSpec.from_lines(others) if others else None)

    def folder(self, path: str, name: str, root: str, rules: FolderRules) -> Verdict:
        """Is the folder entered?"""
        if name.startswith(".") and not self.settings.hidden_files:
            return "ignored"
        if self._folders.match(name) or path in self.elsewhere:
            return "ignored"
        return self._by_path(path, root, rules, is_folder=True)

    def file(self, path: str, name: str, root: str, rules: FolderRules) -> Verdict:
        """Is the file read?"""
        notable = self._notable.match(name)  # for most names the only look
        if notable and self._secrets.match(name) and path not in self.elsewhere:
            return "secret"
        if name.startswith(".") and not self.settings.hidden_files:
            return "ignored"
        if (notable and self._names.match(name)) or path in self.elsewhere:
            return "ignored"
        return self._by_path(path, root, rules, is_folder=False)

    def _by_path(self, path: str, root: str, rules: FolderRules, *, is_folder: bool) -> Verdict:
        if self._paths is not None:
            relative = path[len(root) :].lstrip(os.sep).replace(os.sep, "/")
            if self._paths.match_file(relative + "/" if is_folder else relative):
                return "ignored"
        if rules.specs and rules.ignored(path, is_folder=is_folder):
            return "ignored"
        return ""


def _is_plain(pattern: str) -> bool:
    """True for patterns that concern a name only, wherever it lies."""
    return not pattern.startswith(("!", "#")) and "/" not in pattern.rstrip("/")


def _any_of(patterns: list[str]) -> re.Pattern[str]:
    if not patterns:
        return re.compile(r"(?!)")
    return re.compile("|".join(fnmatch.translate(p) for p in patterns))
