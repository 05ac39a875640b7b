"""Whether a text holds a phrase: what `"exact words"` and `-word` in a question mean.

Words are compared in search form and whole. What stands between two words does not matter; signs
inside a word (`POL-358`, `20.04`, `setup.exe`, `C++`) must be there. A
word is also found where other signs join it to its neighbours (`pump/motor`, `_note_`). In scripts
without blanks the characters must follow each other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from desktop_rag.domain.languages import has_cjk
from desktop_rag.domain.search_form import fold

_LETTER = r"[^\W_]"
_WORD = re.compile(rf"(?:(?<!\S)\.)?{_LETTER}+(?:[+#]+(?!{_LETTER}))?")
_INNER = re.compile(r"[.+#/'_-]+")
_BETWEEN = re.compile(r"[\W_]+")
_CACHED = 256


def holds(text: str, phrase: str) -> bool:
    """True when `text` holds the phrase; False for a phrase without a letter or digit."""
    return folded_holds(fold(text), phrase)


def folded_holds(folded: str, phrase: str) -> bool:
    """The same for a text in search form."""
    if has_cjk(phrase):
        return _BETWEEN.sub("", fold(phrase)) in _BETWEEN.sub("", folded)
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
    form = "" if found[0].group().startswith(".") else rf"(?<!{_LETTER})"
    end = found[0].start()
    for word in found:
        between = folded[end : word.start()]
        if between:
            form += re.escape(between) if _INNER.fullmatch(between) else r"[\W_]+"
        form += re.escape(word.group())
        end = word.end()
    # "C" is not found in "C++", but "motor" is in "motor+pump"
    form += rf"(?!{_LETTER}|[+#]+(?!{_LETTER}))"
    return re.compile(form)
