"""A command of the window, as the palette lists it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be done: its name, its keys in words, and the deed."""

    name: str
    keys: str
    run: Callable[[], object]
