"""Questions made from the documents themselves: who writes the query has one passage in mind.

Source: Azzopardi, de Rijke and Balog, "Building simulated queries for known-item topics", SIGIR
2007. Such questions share words with their passage, so they are easier than people's own: good for
comparing two settings, not for judging one.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from desktop_rag.domain.languages import has_cjk
from desktop_rag.domain.sentences import sentences

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_LEAST_CHARS, _MOST_CHARS = 40, 300
_WORDS = 5
_SHORTEST = 4
_CJK_CHARS = 8


def known_item_question(text: str, random: Random) -> str:
    """Some telling words of one sentence of `text`, in their order; empty when no sentence has
    enough of them. Words that are rare in `text` are taken with more chance; the same `random`
    gives the same words."""
    spans = [(a, b) for a, b in sentences(text) if _LEAST_CHARS <= b - a <= _MOST_CHARS]
    counts = Counter(word.casefold() for word in _WORD.findall(text))
    random.shuffle(spans)
    for start, end in spans:
        sentence = text[start:end]
        if has_cjk(sentence):
            return _characters(sentence, random)
        words = list(dict.fromkeys(w for w in _WORD.findall(sentence) if len(w) >= _SHORTEST))
        if len(words) > _WORDS:
            return " ".join(_drawn(words, counts, random))
    return ""


def _drawn(words: list[str], counts: Counter[str], random: Random) -> list[str]:
    keys = {word: random.random() ** counts[word.casefold()] for word in words}
    kept = set(sorted(words, key=lambda word: -keys[word])[:_WORDS])
    return [word for word in words if word in kept]


def _characters(sentence: str, random: Random) -> str:
    room = max(len(sentence) - _CJK_CHARS, 0)
    at = random.randint(0, room)
    return sentence[at : at + _CJK_CHARS].strip()
