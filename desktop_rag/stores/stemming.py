"""Stems by language, with the Snowball algorithms (snowballstem.org)."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Protocol

import snowballstemmer

_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
_SPANISH = frozenset("áéíóúüñ")
_STEMMED = 40  # characters; no word of a language is longer
_WORDS_CACHED = 20_000
_lock = threading.Lock()  # a Snowball stemmer keeps its word in itself


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=_WORDS_CACHED)
def stem(word: str, language: str) -> str:
    """The stem of a lower-case word. Where the language has no stemmer or is not known, as in
    short notes, tables and program code, a word in plain ASCII is taken for English, one with a
    letter of Spanish for Spanish."""
    algorithm = _ALGORITHMS.get(language) or _guessed(word)
    if not algorithm or len(word) > _STEMMED or not word.isalpha():
        return word
    with _lock:
        return _stemmer(algorithm).stemWord(word)


def _guessed(word: str) -> str:
    if word.isascii():
        return "english"
    return "spanish" if all(char.isascii() or char in _SPANISH for char in word) else ""


def stemming_languages() -> frozenset[str]:
    """The ISO 639-1 codes of the languages that have a stemmer."""
    return frozenset(_ALGORITHMS)


@cache
def _stemmer(algorithm: str) -> _Stemmer:
    made: _Stemmer = snowballstemmer.stemmer(algorithm)
    return made
