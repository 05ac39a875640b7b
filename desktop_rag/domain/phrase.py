"""Whether a text holds a phrase: what `"exact words"` and `-word` in a question mean.

Words are compared in search form and whole. What stands between two words does not matter; signs
inside a word (`POL-358`, `20.04`, `setup.exe`, `C++`) must be there. A word is also found where
other signs join it to its neighbours (`pump/motor`, `_note_`). In scripts without blanks the
characters must follow each other, whatever stands before and after them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from desktop_rag.domain.languages import MARKS, is_unspaced
from desktop_rag.domain.search_form import fold

_LETTER = rf"(?:(?!_)[\w{MARKS}])"
_UNSPACED = "".join(f"{a}-{z}" for a, z in ("\u0e00\u0eff", "\u1000\u109f", "\u1780\u17ff"))
_UNSPACED += "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_UNSPACED += "\U00020000-\U000323af"
_SPACED = rf"(?:(?![_{_UNSPACED}])[\w{MARKS}])"  # a letter that a word may not be cut at
_WORD = re.compile(rf"(?:(?<!\S)\.)?{_LETTER}+(?:[+#]+(?!{_SPACED}))?")
_INNER = re.compile(r"[.+#/'_-]+")
_GAP = rf"(?:(?!{_LETTER})[\s\S])"
_CACHED = 256


def holds(text: str, phrase: str) -> bool:
    """True when `text` holds the phrase; False for a phrase without a letter or digit."""
    return folded_holds(fold(text), phrase)


def folded_holds(folded: str, phrase: str) -> bool:
    """The same for a text in search form."""
    pattern = _pattern(phrase)
    return pattern is not None and pattern.search(folded) is not None


def has_words(phrase: str) -> bool:
    """True when there is something to look for."""
    return _WORD.search(fold(phrase)) is not None


@lru_cache(maxsize=_CACHED)
def _pattern(phrase: str) -> re.Pattern[str] | None:
    folded = fold(phrase)
    found = list(_WORD.finditer(folded))
    if not found:
        return None
    first, last = found[0].group(), found[-1].group()
    form = "" if first.startswith(".") or is_unspaced(first[0]) else rf"(?<!{_SPACED})"
    end = found[0].start()
    for word in found:
        between = folded[end : word.start()]
        if between:
            unspaced = is_unspaced(folded[end - 1]) or is_unspaced(word.group()[0])
            gap = f"{_GAP}*" if unspaced else f"{_GAP}+"
            form += re.escape(between) if _INNER.fullmatch(between) else gap
        form += _characters(word.group())
        end = word.end()
    if not is_unspaced(last[-1]):
        # "C" is not found in "C++", but "motor" is in "motor+pump"
        form += rf"(?!{_SPACED}|[+#]+(?!{_SPACED}))"
    return re.compile(form)


def _characters(word: str) -> str:
    """The word as a pattern; between characters of scripts without blanks a line may end."""
    form = ""
    for before, char in zip(" " + word, word, strict=False):
        breaks = is_unspaced(before) and is_unspaced(char)
        form += (f"{_GAP}*" if breaks else "") + re.escape(char)
    return form
