"""Is every folder of a tree watched? Where the system has no watch left for a folder inside, the
library that watches passes over it in silence, so the folders and the watches are counted."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_HELD = Path("/proc/self/fdinfo")


def watches_held() -> int | None:
    """How many folders this process watches; None where the system does not tell."""
    try:
        handles = list(_HELD.iterdir())
    except OSError:
        return None
    held = 0
    for handle in handles:
        try:
            held += sum(line.startswith("inotify") for line in handle.read_text().splitlines())
        except OSError:
            continue  # closed between listing and looking
    return held


def folders_in(roots: Iterable[str]) -> int:
    """How many different folders there are at and below these paths that may be entered."""
    seen: set[tuple[int, int]] = set()
    for root in roots:
        stack = [root]
        while stack:
            folder = stack.pop()
            try:
                status = os.stat(folder)
                with os.scandir(folder) as entries:
                    inside = [e.path for e in entries if e.is_dir(follow_symlinks=False)]
            except OSError:
                continue
            seen.add((status.st_dev, status.st_ino))
            stack += inside
    return len(seen)
