"""The search form of a text, and the map from it back to the text as displayed.

Both sides of a comparison go through here: NFKC, case folding, no diacritics or ligatures, one kind
of hyphen and apostrophe, no soft hyphens or zero-width characters, hyphens at line ends joined.
Sources: Unicode UAX #15 (normalisation forms)
and the Unicode standard's default case folding.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from desktop_rag.domain.languages import is_cjk

_INVISIBLE = {0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x0000}
# What Unicode does not take apart though people type it so.
_ALIKE = {
    "\u2010": "-",
    "\u2011": "-",
    "\u2018": "'",
    "\u2019": "'",
    "\u02bc": "'",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ħ": "h",
    "ı": "i",
}
_CHARACTERS_CACHED = 20_000
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_FOLDED_ALONE = re.compile(r"[^\x01-\x7f]+")
_LINE_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010]\r?\n[ \t]*(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class SearchForm:
    """`text` in search form; `offsets[i]` is the offset in the original of its i-th character, and
    `offsets[len(text)]` is the original's length, so a half-open range maps back exactly."""

    text: str
    offsets: tuple[int, ...]

    def original_range(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original text that gave text[start:end]."""
        if end <= start:
            return (self.offsets[start], self.offsets[start])
        last = self.offsets[end - 1]
        after = next((o for o in self.offsets[end:] if o > last), last + 1)
        return (self.offsets[start], after)


def fold(text: str) -> str:
    """The search form of `text` as a plain string."""
    if "\n" in text:
        text = _LINE_HYPHEN.sub("", text)
    if text.isascii():
        return text.replace("\0", "").lower()
    return _FOLDED_ALONE.sub(_folded_run, text).translate(_LOWER)


def fold_with_map(text: str) -> SearchForm:
    """The search form of `text` with the map back to it."""
    pieces: list[str] = []
    offsets: list[int] = []
    for piece, offset in _folded_pieces(text):
        pieces.append(piece)
        offsets.extend([offset] * len(piece))
    offsets.append(len(text))
    return SearchForm("".join(pieces), tuple(offsets))


def _folded_pieces(text: str) -> Iterator[tuple[str, int]]:
    joined = {i for m in _LINE_HYPHEN.finditer(text) for i in range(m.start(), m.end())}
    for offset, char in enumerate(text):
        if offset not in joined and (piece := _folded(char)):
            yield piece, offset


def _folded_run(run: re.Match[str]) -> str:
    return "".join(map(_folded, run.group()))


@lru_cache(maxsize=_CHARACTERS_CACHED)
def _folded(char: str) -> str:
    if ord(char) in _INVISIBLE:
        return ""
    if char.isascii():
        return char.lower()
    expanded = unicodedata.normalize("NFKD", char).casefold()
    expanded = unicodedata.normalize("NFKD", expanded)
    kept = "".join(_ALIKE.get(c, c) for c in expanded if not unicodedata.combining(c))
    if is_cjk(char) and not kept:
        kept = char
    return unicodedata.normalize("NFC", kept)


_WORD = re.compile(r"\w+(?:[.+#/_'’-]+\w+)*[+#]*", re.UNICODE)


def words(text: str) -> list[str]:
    """Words of a text in search form: letters and digits, inner signs kept (`pol-358`, `c++`,
    `20.04`, `don't`)."""
    return _WORD.findall(text)
