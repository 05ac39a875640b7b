"""Text that every store, wire and model takes."""

from __future__ import annotations

import re

_LONE = re.compile("[\ud800-\udfff]")


def whole_characters(text: str) -> str:
    """`text` with each lone surrogate replaced by U+FFFD, so that offsets stay as they are."""
    return text if text.isascii() else _LONE.sub("\ufffd", text)
