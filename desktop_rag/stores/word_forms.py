"""From text to the tokens of the keyword index; the same analysis for documents and questions.

A *word* keeps its inner signs (`POL-358`, `C++`, `20.04`, `don't`) and is findable exactly as it
is. Beside it stand its *stems*: of the word, of its parts (`POL`, `358`; `get`, `User`, `Name`)
and of its joined form (`e-mail` → `email`). Scripts without blanks between words give bigrams.
Stems carry a mark, so that they never mix with words. No token holds a blank.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from desktop_rag.domain.languages import MARKS, is_unspaced
from desktop_rag.domain.search_form import fold
from desktop_rag.stores.stemming import stem

STEM = "~"  # marks a stem
HEADING = "^"  # marks a word of a breadcrumb
VERSION = 2  # raise when the same text would give other tokens

_LONGEST = 100  # characters of a token; what is longer is cut on both sides alike
_SHORTEST_COMPARED, _LONGEST_COMPARED = 4, 30
_WORDS_CACHED = 50_000
_LETTER = rf"[\w{MARKS}]"
_INNER = r"[.+#/'’_\u2010\u2011-]+"
_WORD = re.compile(rf"{_LETTER}+(?:{_INNER}{_LETTER}+)*[+#]*")
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff\x00]")
_LINE_HYPHEN = re.compile(r"[-\u2010]\r?\n[ \t]*")
_SIGNS = re.compile(_INNER)
_HUMPS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_APOSTROPHES = str.maketrans({"'": "ʼ", "’": "ʼ"})
_JOINABLE = frozenset("-_'’\u2010\u2011")


@dataclass(frozen=True, slots=True)
class WordForms:
    """The tokens of one word: as it is (several for scripts without blanks), and its stems."""

    exact: tuple[str, ...]
    stems: tuple[str, ...]


def find_words(text: str) -> list[str]:
    """The words of a text in order, as written, without invisible characters and with hyphens at
    line ends joined."""
    if not text.isascii() or "\x00" in text:
        text = _INVISIBLE.sub("", text)
    return _WORD.findall(_LINE_HYPHEN.sub(_join_lines, text))


@lru_cache(maxsize=_WORDS_CACHED)
def word_forms(word: str, language: str) -> WordForms:
    """The tokens of `word`, written in `language` (ISO 639-1 code, or empty when unknown)."""
    if _has_unspaced(word):
        return _forms_by_script(word, language)
    return WordForms((_token(word),), tuple(_stems(word, language)))


def word_parts(word: str) -> list[str]:
    """The parts of a word between its signs, as written."""
    return [part for part in _SIGNS.split(word) if part]


def part_stems(word: str) -> tuple[str, ...]:
    """The stems of a word's parts between signs, in no language."""
    return tuple(_stem_token(part, "") for part in word_parts(word))


def text_tokens(text: str, language: str) -> tuple[str, str]:
    """The text's words and its stems, each joined by blanks."""
    forms = [word_forms(word, language) for word in find_words(text)]
    exact = " ".join([token for form in forms for token in form.exact])
    stems = " ".join([token for form in forms for token in form.stems])
    return exact, stems


def heading_tokens(breadcrumb: Iterable[str], language: str) -> str:
    """A breadcrumb's words, marked, in order, so that a phrase of them can be found; and its
    stems. `¦` keeps phrases from running over the end of a heading; a heading of one word is also
    there with two marks, so that it is told from the same word in a longer one."""
    words: list[str] = []
    stems: list[str] = []
    for heading in breadcrumb:
        exact, stemmed = text_tokens(heading, language)
        marked = [HEADING + token for token in exact.split()]
        words.extend(marked if len(marked) != 1 else [*marked, HEADING + marked[0]])
        words.append("¦")
        stems.append(stemmed)
    return " ".join([*words, *stems])


def name_words(path: str) -> str:
    """The tokens by which a file's name is found: the name, the name without suffix, its parts."""
    name = os.path.basename(path)
    tokens = [_token(name.replace(" ", "")), _token(os.path.splitext(name)[0].replace(" ", ""))]
    for word in find_words(name):
        forms = word_forms(word, "")
        tokens.extend(forms.exact)
        tokens.extend(forms.stems)
    return " ".join(dict.fromkeys(tokens))


def by_prefix(token: str) -> bool:
    """True for a single character of an unspaced script: the pairs that begin with it are meant."""
    return len(token) == 1 and is_unspaced(token)


def is_comparable(word: str) -> bool:
    """True for words that a question may misspell: letters only, neither very short nor long."""
    return (
        _SHORTEST_COMPARED <= len(word) <= _LONGEST_COMPARED
        and word.isalpha()
        and not is_unspaced(word[0])
    )


def bigrams(run: str) -> tuple[str, ...]:
    """Each two neighbouring characters, and the last one alone: every character then begins a
    token, so that a single one is found by prefix."""
    return (*(run[i : i + 2] for i in range(len(run) - 1)), run[-1])


def _join_lines(hyphen: re.Match[str]) -> str:
    text = hyphen.string
    before, after = text[hyphen.start() - 1 : hyphen.start()], text[hyphen.end() : hyphen.end() + 1]
    return "" if before.isalpha() and after.isalpha() else hyphen.group()


def _token(word: str) -> str:
    folded = fold(word).translate(_APOSTROPHES)
    return sys.intern("".join(folded.split())[:_LONGEST])


def _has_unspaced(word: str) -> bool:
    return not word.isascii() and any(is_unspaced(char) for char in word)


def _forms_by_script(word: str, language: str) -> WordForms:
    exact: list[str] = []
    stems: list[str] = []
    for unspaced, run in _script_runs(word):
        if unspaced:
            exact.extend(bigrams(fold(run) or run))
            continue
        for part in find_words(run):
            exact.append(_token(part))
            stems.extend(_stems(part, language))
    return WordForms(tuple(exact), tuple(stems))


def _script_runs(word: str) -> list[tuple[bool, str]]:
    runs: list[tuple[bool, str]] = []
    for char in word:
        unspaced = is_unspaced(char)
        if runs and runs[-1][0] == unspaced:
            runs[-1] = (unspaced, runs[-1][1] + char)
        else:
            runs.append((unspaced, char))
    return runs


def _stems(word: str, language: str) -> list[str]:
    parts = word_parts(word)
    found = [_stem_token(part, language) for part in parts]
    if len(parts) > 1 and _joins(word, parts):
        found.append(_stem_token("".join(parts), language))
    for part in parts:
        humps = _HUMPS.findall(part) if part.isascii() else []
        if len(humps) > 1:
            found.extend(_stem_token(hump, language) for hump in humps if len(hump) > 1)
    return found


def _joins(word: str, parts: list[str]) -> bool:
    signs = set(_SIGNS.findall(word))
    return signs <= _JOINABLE or (signs == {"."} and all(len(part) == 1 for part in parts))


def _stem_token(part: str, language: str) -> str:
    lowered = unicodedata.normalize("NFC", part).lower()
    return sys.intern(STEM + _token(stem(lowered, language)))
