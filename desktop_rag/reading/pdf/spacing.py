"""Lines set with room between their letters (`C H A P T E R   O N E`): which blanks part words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

_FEWEST_PIECES = 6
_LONGEST, _MEAN_LENGTH = 3, 2.5
_SIGNS = frozenset(".,;:!?'’-")
# Gaps between words are so many times wider than the widest inside of them.
_JUMP = 1.7
# In font sizes: gaps below the first are all alike; without a jump none above the second is inside
# of a word.
_CLOSE, _WIDEST = 0.1, 0.6


def is_spaced_out(text: str) -> bool:
    """Whether a line is so many pieces of a few letters that these can hardly be words. Only
    alphabets with large and small letters: words of others may be that short. No formulas."""
    pieces = text.split()
    joined = "".join(pieces)
    return (
        len(pieces) >= _FEWEST_PIECES
        and len(joined) < _MEAN_LENGTH * len(pieces)
        and max(map(len, pieces)) <= _LONGEST
        and all(char.lower() != char.upper() or char in _SIGNS for char in joined)
    )


def false_blanks(
    text: str, gaps: Sequence[float], made_up: Sequence[bool], size: float
) -> set[int]:
    """Offsets of the blanks that stand inside of words.

    `gaps[i]`: the room between the signs on both sides of text[i], for blanks, else between
    text[i - 1] and text[i] (0 at the ends); `made_up[i]`: the blank is not in the file but was put
    there for the room; `size`: the font's."""
    if len(text) < 2:
        return set()
    inner = [gap for offset, gap in enumerate(gaps) if offset and text[offset - 1] != " "]
    wide = sorted(max(gap, _CLOSE * size) for gap in inner)
    jumps = [(more / less, (more + less) / 2) for less, more in pairwise(wide)]
    largest, limit = max(jumps, default=(0.0, 0.0))
    if largest < _JUMP:  # one word, or single letters in a row
        alike = wide[-1] < _WIDEST * size and _is_cased_like_a_word(text.replace(" ", ""))
        limit = _WIDEST * size if alike else 0.0
    return {
        offset
        for offset, char in enumerate(text)
        if char == " " and made_up[offset] and gaps[offset] < min(limit, 2 * size)
    }


def _is_cased_like_a_word(word: str) -> bool:
    return word.isupper() or word.islower() or word.istitle()
