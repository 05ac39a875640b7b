"""Languages that the application treats specially."""

from __future__ import annotations

import unicodedata

# What Python's \w leaves out though words are written with it: combining vowel signs and accents.
MARKS = "".join(
    chr(point) for point in range(0x300, 0x1D00) if unicodedata.category(chr(point)) in {"Mn", "Mc"}
)
CJK = frozenset({"zh", "ja", "ko"})


def has_cjk(text: str) -> bool:
    """True when the text holds Han, Hiragana, Katakana or Hangul characters."""
    return any(is_cjk(char) for char in text)


def is_cjk(char: str) -> bool:
    """True for one Han, Hiragana, Katakana or Hangul character (Unicode blocks)."""
    point = ord(char)
    return (
        0x4E00 <= point <= 0x9FFF
        or 0x3400 <= point <= 0x4DBF
        or 0x3040 <= point <= 0x30FF
        or 0xAC00 <= point <= 0xD7AF
        or 0xF900 <= point <= 0xFAFF
        or 0x20000 <= point <= 0x323AF
    )


def is_unspaced(char: str) -> bool:
    """True for characters of scripts that put no blanks between words."""
    point = ord(char)
    return (
        is_cjk(char)
        or 0x0E00 <= point <= 0x0EFF  # Thai, Lao
        or 0x1000 <= point <= 0x109F  # Burmese
        or 0x1780 <= point <= 0x17FF  # Khmer
    )
