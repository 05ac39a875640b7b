"""Words and their stems, for comparing wordings without a model."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

import snowballstemmer

from desktop_rag.answering.language import FUNCTION_WORDS
from desktop_rag.domain.languages import has_cjk
from desktop_rag.domain.search_form import fold

_WORD = re.compile(r"\w+")
_ALGORITHMS = {"en": "english", "es": "spanish"}


@lru_cache(maxsize=100_000)
def stem(word: str, language: str) -> str:
    """The Snowball stem of one lower-case word; other languages than en and es keep the word."""
    algorithm = _ALGORITHMS.get(language)
    if algorithm is None:
        return word
    # A stemmer keeps state while it works, so threads must not share one.
    return str(snowballstemmer.stemmer(algorithm).stemWord(word))


def stems(text: str, language: str) -> list[str]:
    """The stems of a text in order; CJK runs give their pairs of characters."""
    found: list[str] = []
    for word in _WORD.findall(fold(text)):
        if has_cjk(word):
            found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.append(stem(word, language))
    return found


def content_stems(text: str, language: str) -> list[str]:
    """The stems of the words that carry meaning, in order."""
    function = FUNCTION_WORDS.get(language, frozenset())
    return [
        found
        for word in _WORD.findall(text)
        if word.lower() not in function
        for found in stems(word, language)
    ]


def rarity(words: Iterable[str], texts: Iterable[set[str]]) -> dict[str, float]:
    """ln(1 + N / (1 + n)) per word, n being how many of the N texts hold it: the inverse document
    frequency of Spärck Jones (1972), smoothed."""
    kept = list(texts)
    counts = Counter(word for text in kept for word in text)
    return {word: math.log(1 + len(kept) / (1 + counts[word])) for word in words}


def overlap(weights: Mapping[str, float], words: set[str]) -> float:
    """Share in [0, 1] of the weight of `weights` that `words` covers."""
    whole = sum(weights.values())
    return sum(w for word, w in weights.items() if word in words) / whole if whole else 0.0
