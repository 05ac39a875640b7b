"""A folder whose files live: made, edited, renamed, moved, copied, swapped, deleted, by seed."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

_WORDS = (
    "valve pump filter bolt lever engine tank pipe wheel shaft gauge hose crane rail motor relay "
    "switch fuse cable belt gear spring washer gasket bearing nozzle turbine piston clutch brake"
).split()
_FOLDERS = ("north", "south", "east/near", "east/far", "west side", "über")
_FEWEST = 40


class DiskLife:
    """Changes `folder` at random, from a seed; `most` bounds how many files there are.

    Folders are renamed too. Nothing but these files may lie in the folder."""

    def __init__(self, folder: Path, seed: int, most: int = 200) -> None:
        self.folder = folder
        self._dice = random.Random(seed)
        self._most = most
        self._made = 0

    def files(self) -> list[Path]:
        """All files there are, in order."""
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    def hashes(self) -> dict[str, str]:
        """The SHA-256 of every file, by path."""
        return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in self.files()}

    def fill(self, count: int) -> None:
        """Make so many files."""
        for _ in range(count):
            self._make()

    def step(self) -> None:
        """One change."""
        files = self.files()
        if len(files) < _FEWEST:
            self._make()
            return
        kinds: list[Callable[[], None]] = [
            lambda: self._edit(self._dice.choice(files)),
            lambda: self._append(self._dice.choice(files)),
            lambda: self._rename(self._dice.choice(files)),
            lambda: self._swap(*self._dice.sample(files, 2)),
            lambda: self._dice.choice(files).unlink(),
            self._rename_folder,
        ]
        weights = [6, 3, 4, 1, 4, 1]
        if len(files) < self._most:
            kinds += [self._make, lambda: self._copy(self._dice.choice(files))]
            weights += [6, 1]
        self._dice.choices(kinds, weights)[0]()

    def _make(self) -> None:
        path = self._free()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self._text(), encoding="utf-8")

    def _edit(self, path: Path) -> None:
        """Half of the editors write in place, half beside and rename."""
        if self._dice.random() < 0.5:
            path.write_text(self._text(), encoding="utf-8")
            return
        fresh = path.with_name(f".{path.name}.swp")
        fresh.write_text(self._text(), encoding="utf-8")
        os.replace(fresh, path)

    def _append(self, path: Path) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n{self._paragraph()}\n")

    def _rename(self, path: Path) -> None:
        new = self._free()
        new.parent.mkdir(parents=True, exist_ok=True)
        os.rename(path, new)

    def _swap(self, one: Path, other: Path) -> None:
        aside = one.with_name(f".{one.name}.aside")
        os.rename(one, aside)
        os.rename(other, one)
        os.rename(aside, other)

    def _copy(self, path: Path) -> None:
        new = self._free()
        new.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, new)

    def _rename_folder(self) -> None:
        folders = sorted(path for path in self.folder.iterdir() if path.is_dir())
        if folders:
            self._made += 1
            os.rename(self._dice.choice(folders), self.folder / f"folder {self._made}")

    def _free(self) -> Path:
        self._made += 1
        suffix = self._dice.choice((".md", ".txt"))
        return self.folder / self._dice.choice(_FOLDERS) / f"note {self._made}{suffix}"

    def _text(self) -> str:
        self._made += 1
        paragraphs = [self._paragraph() for _ in range(self._dice.randrange(1, 5))]
        return f"# Note {self._made}\n\nSerial SN-{self._made:06}.\n\n" + "\n\n".join(paragraphs)

    def _paragraph(self) -> str:
        words = [self._dice.choice(_WORDS) for _ in range(self._dice.randrange(10, 60))]
        return f"{' '.join(words)} {self._dice.randrange(10**6)}."
