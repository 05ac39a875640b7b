"""File paths as SQLite keeps them.

A name on disk may hold bytes that are no UTF-8; Python shows these as lone surrogates
(PEP 383), which no UTF-8 store takes. They are kept as characters of a private-use plane, one for
one, so that order and prefixes stay as they are.
"""

from __future__ import annotations

import os
import re

from desktop_rag.domain.characters import whole_characters as whole_characters

_ESCAPED_FIRST = 0xDC80
_SHIFT = 0x10DC80 - _ESCAPED_FIRST
_TO_STORED = {point: point + _SHIFT for point in range(_ESCAPED_FIRST, _ESCAPED_FIRST + 128)}
_FROM_STORED = {stored: point for point, stored in _TO_STORED.items()}
_LONE = re.compile("[\ud800-\udfff]")
_SHIFTED = re.compile("[\U0010dc80-\U0010dcff]")


def stored_path(path: str) -> str:
    """`path` in the form that is kept."""
    if path.isascii() or not _LONE.search(path):
        return path
    return path.translate(_TO_STORED)


def real_path(stored: str) -> str:
    """The path as the file system knows it."""
    if stored.isascii() or not _SHIFTED.search(stored):
        return stored
    return stored.translate(_FROM_STORED)


def suffix_of(path: str) -> str:
    """The suffix without its dot, lower case; empty when there is none."""
    return os.path.splitext(path)[1][1:].lower()


def holds(folder: str, path: str) -> bool:
    """True when `path` is `folder` itself or lies anywhere under it."""
    return path == folder or path.startswith(_with_separator(folder))


def under_condition(column: str) -> str:
    """SQL that is true when `column` is a path or lies under it; takes `under_values`."""
    return f"({column} = ? OR ({column} >= ? AND {column} < ?))"


def under_values(folder: str) -> tuple[str, str, str]:
    """The three values of `under_condition`: the path and the range of what lies under it."""
    first = _with_separator(stored_path(folder))
    return (stored_path(folder), first, first[:-1] + chr(ord(os.sep) + 1))


def _with_separator(folder: str) -> str:
    return folder if folder.endswith(os.sep) else folder + os.sep
