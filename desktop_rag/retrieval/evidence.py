"""What speaks for the answer being among the passages that were found.

The best raw score of the reranker alone is a poor witness: long passages score higher than short
ones, and the small words of a question ("how much does …") count as much as its names. So figures
are taken that do not depend on that, and one for passages that are no prose.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.search_form import fold
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.retrieval.covering import (
    QUESTION_WORDS,
    ContentWords,
    Shares,
    content_words,
    headings_of,
    small_word_share,
)
from desktop_rag.retrieval.focusing import searchable_sentences, sentence_cosines
from desktop_rag.retrieval.postprocessing.late_interaction import best_cosines

LOOKED_AT = 5  # passages whose words are looked at, best first
WINDOW_SHARE = 2 / 3
TERSE = 0.2  # share of small words below which a passage is no prose
Range = tuple[int, int]

_SIGNS = string.punctuation + "¿¡“”«»‘’…–—"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Figures in [0, 1] (cosines may be below), each that of the passage where it is highest.

    `told`: late interaction of the question, without its signs and its question words, with one
    sentence. `sentence`: that of the whole question. `content`: the mean over the content words of
    the question of their best cosine. `coverage`: the share of the content words, weighted by
    rarity, that a passage holds; two neighbouring sentences count twice as much as the whole.
    `terse`: the same for tables and records, where a word that is not held counts with its best
    cosine, or None when no such passage is among the first: they have no small words for those of
    a question to meet.
    """

    told: float
    sentence: float
    content: float
    coverage: float
    terse: float | None = None

    def figures(self) -> tuple[float, ...]:
        """Told, sentence, content, coverage and, where there is one, terse."""
        known = (self.told, self.sentence, self.content, self.coverage)
        return known if self.terse is None else (*known, self.terse)


def evidence_of(
    question: str, chunks: Sequence[Chunk], asked: TokenVectors, passages: Sequence[TokenVectors]
) -> Evidence:
    """The evidence of all candidates, best first, with their token vectors."""
    words = content_words(question)
    near = np.array([_near(words, asked, tokens) for tokens in passages])
    sentences = [searchable_sentences(chunk) for chunk in chunks]
    sentence = _best_sentence(asked, passages, sentences)
    told = _best_sentence(_telling(question, asked), passages, sentences)
    if not words.spans:
        return Evidence(told, sentence, sentence, 1.0)
    texts = [f"{headings_of(chunk)}\n{chunk.text}" for chunk in chunks]
    weights = words.rarity(texts)
    held = [words.held_in(text) for text in texts[:LOOKED_AT]]
    covered = [
        WINDOW_SHARE * _best_window(words, weights, chunk) + (1 - WINDOW_SHARE) * whole
        for chunk, whole in zip(chunks, (_share(weights, one) for one in held), strict=False)
    ]
    terse = [
        _share(weights, np.maximum(one, cosines))
        for chunk, one, cosines in zip(chunks, held, near, strict=False)
        if small_word_share(chunk.text) < TERSE
    ]
    return Evidence(
        told,
        sentence,
        float(near.mean(axis=1).max()),
        max(covered),
        max(terse, default=None),
    )


def _best_sentence(
    asked: TokenVectors, passages: Sequence[TokenVectors], sentences: Sequence[list[Range]]
) -> float:
    return max(
        float(sentence_cosines(asked, tokens, ranges).max(initial=0.0))
        for tokens, ranges in zip(passages, sentences, strict=True)
    )


def _telling(question: str, asked: TokenVectors) -> TokenVectors:
    """The tokens that say what is asked about; all when there are no others."""
    kept = [
        n
        for n, (start, end) in enumerate(asked.offsets)
        if (said := fold(question[start:end])).strip(_SIGNS) and said not in QUESTION_WORDS
    ]
    if not kept:
        return asked
    return TokenVectors(asked.vectors[kept], tuple(asked.offsets[n] for n in kept))


def _near(words: ContentWords, asked: TokenVectors, passage: TokenVectors) -> NDArray[np.float64]:
    """[words], for each the mean of its tokens' best cosines in the passage; 0 without tokens."""
    cosines = best_cosines(asked, passage)
    found = np.zeros(len(words.spans))
    if not len(cosines):
        return found
    starts, ends = np.array(asked.offsets).T
    for n, (start, end) in enumerate(words.spans):
        inside = (starts >= start) & (ends <= end)
        if inside.any():
            found[n] = cosines[inside].mean()
    return found


def _best_window(words: ContentWords, weights: Shares, chunk: Chunk) -> float:
    """The highest share among the pairs of neighbouring sentences."""
    ranges = searchable_sentences(chunk)
    above = words.held_in(headings_of(chunk))
    held = [np.maximum(above, words.held_in(chunk.text[a:b])) for a, b in ranges]
    pairs = zip(held, [*held[1:], *held[-1:]], strict=True)
    return max((_share(weights, np.maximum(one, two)) for one, two in pairs), default=0.0)


def _share(weights: Shares, held: Shares) -> float:
    return float(held @ weights / weights.sum())
