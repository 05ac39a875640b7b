"""A library that was moved leaves word in its old folder, so that whoever looks there finds it."""

from __future__ import annotations

import os
from pathlib import Path

_WORD = "moved-to"
_MOST_MOVES = 16


def library_at(folder: Path) -> Path:
    """Where the library that was once in `folder` is now: mostly there still."""
    for _ in range(_MOST_MOVES):
        try:
            word = (folder / _WORD).read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return folder
        if not word:
            return folder
        folder = Path(word)
    return folder


def leave_word(old: Path, new: Path) -> None:
    """Say in `old` that the library is in `new` now; whole or not at all."""
    fresh = old / f"{_WORD}.new"
    fresh.write_text(f"{new}\n", encoding="utf-8")
    os.replace(fresh, old / _WORD)


def take_back_word(folder: Path) -> None:
    """A library is in `folder` (again)."""
    (folder / _WORD).unlink(missing_ok=True)
