"""Languages that the application treats specially."""

from __future__ import annotations

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
