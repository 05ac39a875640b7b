"""BM25 over words in memory: the keyword baseline of the quality runs."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache

import snowballstemmer

from desktop_rag.domain.languages import is_cjk
from desktop_rag.domain.search_form import fold, words

K1, B = 1.2, 0.75
_STEMMERS = {
    code: snowballstemmer.stemmer(name) for code, name in (("en", "porter"), ("es", "spanish"))
}


@cache
def _stem(word: str, language: str) -> str:
    return str(_STEMMERS[language].stemWord(word)) if language in _STEMMERS else word


def tokens(text: str, language: str = "en") -> list[str]:
    """Stemmed words; runs of Chinese, Japanese and Korean characters become bigrams."""
    found: list[str] = []
    for word in words(fold(text)):
        if any(map(is_cjk, word)):
            found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.append(_stem(word, language))
    return found


class Bm25:
    """Okapi BM25 with the constants of FTS5 (k1 1.2, b 0.75)."""

    def __init__(self, texts: Sequence[str], language: str = "en") -> None:
        self._language = language
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        for i, text in enumerate(texts):
            counts = Counter(tokens(text, language))
            self._lengths.append(sum(counts.values()))
            for word, n in counts.items():
                self._postings[word].append((i, n))
        self._mean = sum(self._lengths) / max(1, len(self._lengths))

    def search(self, text: str, limit: int) -> list[tuple[int, float]]:
        """(text number, score), best first."""
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(tokens(text, self._language)):
            postings = self._postings.get(word, ())
            idf = max(
                1e-6, math.log((len(self._lengths) - len(postings) + 0.5) / (len(postings) + 0.5))
            )
            for i, n in postings:
                norm = K1 * (1 - B + B * self._lengths[i] / self._mean)
                scores[i] += idf * n * (K1 + 1) / (n + norm)
        return sorted(scores.items(), key=lambda s: (-s[1], s[0]))[:limit]
