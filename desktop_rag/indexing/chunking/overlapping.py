"""How much of the chunk before is repeated."""

from __future__ import annotations

import re

from desktop_rag.domain.languages import is_cjk
from desktop_rag.domain.sentences import sentences

_WORD_START = re.compile(r"\s(?=\S)")


def overlap_before(text: str, start: int, earliest: int, wanted: int) -> int:
    """How many characters before text[start] to repeat: at most `wanted`, none before `earliest`,
    beginning at a sentence where that leaves at least half of `wanted`, else at a word."""
    begin = max(earliest, start - wanted)
    window = text[begin:start]
    if wanted <= 0 or not window.strip():
        return 0
    if begin == earliest:
        return len(window)
    for first, _ in sentences(window):
        if 0 < first <= len(window) // 2:
            return len(window) - first
    word = _WORD_START.search(window)
    if word:
        return len(window) - word.end()
    return len(window) if is_cjk(window[0]) else 0
