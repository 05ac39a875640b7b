"""How many of a question's words the passages hold: evidence that needs no embedder."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import snowballstemmer
from numpy.typing import NDArray

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.languages import has_cjk
from desktop_rag.domain.search_form import fold
from desktop_rag.retrieval.languages import is_small_word, language_of, small_words_of

BEGINNING = 2

_WORD = re.compile(r"[^\W_]+")
_ALGORITHMS = {
    "en": "english",
    "es": "spanish",
    "de": "german",
    "fr": "french",
    "it": "italian",
    "pt": "portuguese",
    "nl": "dutch",
    "ru": "russian",
}

# In search form. They say what kind of answer is wanted, and little of what is asked about.
_ASKING = (
    "who whom whose what which when where why how qué quién quiénes cuál cuáles cuándo dónde cómo "
    "cuánto cuánta cuántos cuántas wer wen wem wessen was welche welcher welches wann wo warum wie "
    "qui quoi quel quelle quels quelles quand où pourquoi comment combien chi quale quali quando "
    "dove perché come quanto quanti quem qual quais onde wie wat welke waar waarom hoe"
)
QUESTION_WORDS = frozenset(map(fold, _ASKING.split()))

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ContentWords:
    """The words of a question that carry content, each once.

    `spans`: their characters in the question; `stems`: one per word, or a pair of characters each
    for a run of Chinese, Japanese or Korean.
    """

    language: str
    spans: tuple[tuple[int, int], ...]
    stems: tuple[tuple[str, ...], ...]

    def held_in(self, text: str) -> Shares:
        """[words], for each the share in [0, 1] of its stems that occur in `text`."""
        found = self._found_in(text)
        return np.array([sum(s in found for s in stems) / len(stems) for stems in self.stems])

    def rarity(self, texts: Sequence[str]) -> Shares:
        """[words], for each ln(1 + N / (1 + n)), where n of the N texts hold it: the inverse
        document frequency of Spärck Jones (1972), smoothed. A name that none holds weighs most."""
        spread = Counter(s for text in texts for s in self._found_in(text))
        return np.array(
            [
                sum(math.log(1 + len(texts) / (1 + spread[s])) for s in stems) / len(stems)
                for stems in self.stems
            ]
        )

    def _found_in(self, text: str) -> set[str]:
        """The stems of the text's words that begin as one of the question's does: a stem keeps the
        beginning of its word, and stemming is what takes time."""
        begun = {stem[:BEGINNING] for stems in self.stems for stem in stems}
        return {
            stem
            for word in set(_words_of(text))
            if word[:BEGINNING] in begun or not word.isascii()
            for stem in _stems(word, self.language)
        }


def content_words(question: str) -> ContentWords:
    """The question's words without the small words of its language."""
    language = language_of(question)
    small = small_words_of(language)
    spans: dict[tuple[str, ...], tuple[int, int]] = {}
    for match in _WORD.finditer(question):
        word = fold(match.group())
        if word and word not in small:
            spans.setdefault(_stems(word, language), match.span())
    return ContentWords(language, tuple(spans.values()), tuple(spans))


def headings_of(chunk: Chunk) -> str:
    """What a passage stands under."""
    return "\n".join((*chunk.draft.breadcrumb, chunk.draft.section_title))


def small_word_share(text: str) -> float:
    """The share in [0, 1] of a text's words that carry no content in one of the languages known
    here: near one half in prose, near none in tables, records and lists of parts. 1 for a text
    without words."""
    found = _words_of(text)
    return sum(map(is_small_word, found)) / len(found) if found else 1.0


@lru_cache(maxsize=256)
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text)))


@lru_cache(maxsize=50_000)
def _stems(word: str, language: str) -> tuple[str, ...]:
    """The stem of a word in search form. Languages without a stemmer, and none, are taken for
    English."""
    if has_cjk(word):
        return tuple(word[i : i + 2] for i in range(max(1, len(word) - 1)))
    algorithm = _ALGORITHMS.get(language, "english")
    # A stemmer keeps its word in itself, so threads must not share one.
    return (str(snowballstemmer.stemmer(algorithm).stemWord(word)),)
