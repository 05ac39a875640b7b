"""Bytes to text: byte order marks, declarations, UTF-8, then a guess from the bytes."""

from __future__ import annotations

import codecs
import re

from desktop_rag.reading.latin_code_pages import latin_page

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = frozenset(range(32)) - {7, 8, 9, 10, 11, 12, 13, 26, 27}
_SAMPLE = 200_000
_JAPANESE_ESCAPE = re.compile(rb"\x1b(?:\$[B@]|\([BJ])")
_CHINESE_TILDE = re.compile(rb"~\{[\x21-\x7e]{2,}?~\}")
_WESTERN_QUOTES = frozenset(b"\x80\x85\x91\x92\x93\x94\x96\x97")
_LINES_IN_UTF8 = 0.5


def decode(data: bytes, declared: str = "") -> str:
    """The text of `data`, without its byte order mark. `declared`: the encoding that the file
    itself names, used when the bytes are valid in it. Never fails: bytes that mean nothing in the
    encoding become U+FFFD."""
    encoding = find_encoding(data, declared)
    text = data.decode(encoding, "replace")
    if encoding == "utf-8" and "\ufffd" in text:
        text = _decode_by_line(data)
    return strip_mark(text)


def find_encoding(data: bytes, declared: str = "") -> str:
    """The name of the codec that `data` is most likely written in."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    if _decodes(data, "utf-8") and not _is_seven_bit_escape(data):
        wide = _wide_encoding(data)
        return wide or "utf-8"
    known = _known_codec(declared)
    if known and known != "utf-8" and _decodes(data, known):
        return known
    return _guess(data)


def is_binary(head: bytes) -> bool:
    """True when the first bytes of a file are not text in any usual encoding."""
    if not head or any(head.startswith(mark) for mark, _ in _MARKS) or _wide_encoding(head):
        return False
    odd = sum(byte in _CONTROL for byte in head)
    zeros = head.count(0)
    # A few zero bytes slip into texts; other controls in number do not.
    return odd - zeros > max(2, len(head) * 0.02) or zeros > len(head) * 0.15


def strip_mark(text: str) -> str:
    """The text without a leading byte order mark."""
    return text[1:] if text.startswith("\ufeff") else text


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _known_codec(name: str) -> str:
    try:
        known = codecs.lookup(name.strip().lower()).name if name else ""
    except LookupError:
        return ""
    # A declaration of Latin-1 means Windows-1252 on the web (WHATWG encoding standard).
    return {"iso8859-1": "cp1252", "ascii": "utf-8", "shift_jis": "cp932", "gb2312": "gb18030"}.get(
        known, known
    )


def _is_seven_bit_escape(data: bytes) -> bool:
    return bool(_JAPANESE_ESCAPE.search(data[:_SAMPLE]) or _CHINESE_TILDE.search(data[:_SAMPLE]))


def _wide_encoding(data: bytes) -> str:
    """UTF-16 without a mark: every other byte of Latin text is zero."""
    sample = data[:2000]
    sample = sample[: len(sample) & ~1]
    if len(sample) < 8:
        return ""
    zeros_even = sample[0::2].count(0) * 2 / len(sample)
    zeros_odd = sample[1::2].count(0) * 2 / len(sample)
    if zeros_odd > 0.6 and zeros_even < 0.1:
        return "utf-16-le"
    if zeros_even > 0.6 and zeros_odd < 0.1:
        return "utf-16-be"
    return ""


def _guess(data: bytes) -> str:
    if _JAPANESE_ESCAPE.search(data[:_SAMPLE]) and _decodes(data, "iso2022_jp"):
        return "iso2022_jp"
    if _CHINESE_TILDE.search(data[:_SAMPLE]) and _decodes(data, "hz"):
        return "hz"
    if _mostly_utf8(data):
        return "utf-8"
    wide = _wide_encoding(data)
    if wide:
        return wide
    sample = data[:_SAMPLE]
    rare = [byte for byte in sample if byte > 127]
    if rare and len(rare) < len(sample) * 0.02 and all(b in _WESTERN_QUOTES for b in rare):
        return "cp1252"
    return _guess_statistically(sample)


def _guess_statistically(sample: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    guessed = best.encoding if best is not None and best.encoding != "ascii" else "cp1252"
    return latin_page(sample, guessed)


def _mostly_utf8(data: bytes) -> bool:
    """Some lines with UTF-8 sequences, and at least as many of them as of other encodings."""
    beyond = [line for line in data[:_SAMPLE].splitlines() if not line.isascii()]
    good = sum(_decodes(line, "utf-8") for line in beyond)
    return bool(beyond) and good >= len(beyond) * _LINES_IN_UTF8 and good > 0


def _decode_by_line(data: bytes) -> str:
    """Lines in UTF-8 as they are; the others as Windows-1252, the usual second hand."""
    return "".join(
        line.decode("utf-8") if _decodes(line, "utf-8") else line.decode("cp1252", "replace")
        for line in data.splitlines(keepends=True)
    )
