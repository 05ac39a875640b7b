"""What speaks for the answer being among the passages that were found.

The best raw score of the reranker alone is a poor witness: long passages score higher than short
ones, and the small words of a question ("how much does …") count as much as its names. So figures
are taken that do not depend on that, and one for passages that are no prose.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.search_form import fold
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.retrieval.asked_kind import AskedKind, asked_kind
from desktop_rag.retrieval.covering import (
    QUESTION_WORDS,
    ContentWords,
    Shares,
    content_words,
    headings_of,
    small_word_share,
)
from desktop_rag.retrieval.focusing import searchable_sentences, sentence_bests
from desktop_rag.retrieval.postprocessing.late_interaction import best_cosines

LOOKED_AT = 5  # passages whose words are looked at, best first
WINDOW_SHARE = 2 / 3
TOLD_SHARE = 0.75  # in support
NOT_TOLD = 0.1  # less for a sentence without the amount or time that is asked for
LITERAL_WORDS = 3
ROUNDING = 1e-9
TERSE = 0.2  # share of small words below which a passage is no prose
Range = tuple[int, int]
Figures = NDArray[np.float64]
Flags = NDArray[np.bool_]

_SIGNS = string.punctuation + "¿¡“”«»‘’…–—"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Figures in [0, 1] (cosines may be below), each that of the passage where it is highest.

    `support`: three parts what one sentence tells of the question (late interaction without its
    signs and question words) and one part what the whole passage holds of its content words. A
    sentence need not repeat what its headings say, and counts less when an amount or a time is
    asked for that it does not tell.
    `sentence`: late interaction of the whole question with one sentence. `content`: the mean over
    the content words of the question of their best cosine. `coverage`: the share of the content
    words, weighted by rarity, that a passage holds; two neighbouring sentences count twice as much
    as the whole. `terse`: the same for tables and records, where a word that is not held counts
    with its best cosine, or None when no such passage is among the first: they have no small words
    for those of a question to meet. `literal`: that two neighbouring sentences with their headings
    hold every content word of a question that has at least `LITERAL_WORDS`, and they or one near
    them the amount or time it asks for.
    """

    support: float
    sentence: float
    content: float
    coverage: float
    terse: float | None = None
    literal: bool = False

    def figures(self) -> tuple[float, ...]:
        """Support, sentence, content, coverage and, where there is one, terse."""
        known = (self.support, self.sentence, self.content, self.coverage)
        return known if self.terse is None else (*known, self.terse)


def evidence_of(
    question: str, chunks: Sequence[Chunk], asked: TokenVectors, passages: Sequence[TokenVectors]
) -> Evidence:
    """The evidence of all candidates, best first, with their token vectors."""
    if not len(asked.vectors):
        return Evidence(0.0, 0.0, 0.0, 0.0)
    words = content_words(question)
    headings = [headings_of(chunk) for chunk in chunks]
    tokens = _TokensAsked.of(question, words, asked)
    ranges = [searchable_sentences(chunk) for chunk in chunks]
    cosines = [
        _Cosines.of(asked, passage, inside)
        for passage, inside in zip(passages, ranges, strict=True)
    ]
    sentence = max(float(each.sentences.mean(axis=1).max(initial=0.0)) for each in cosines)
    near = np.array([tokens.of_words(each.whole) for each in cosines])
    content = near.mean(axis=1) if words.spans else np.full(len(chunks), sentence)
    above = [words.held_in(text) for text in headings]
    wanted = asked_kind(question)
    split = [
        [chunk.text[start:end] for start, end in inside]
        for chunk, inside in zip(chunks, ranges, strict=True)
    ]
    tells = [_tells(wanted, *each) for each in zip(split, headings, strict=True)]
    told = [_told(tokens, *each) for each in zip(cosines, above, tells, strict=True)]
    support = float((TOLD_SHARE * np.array(told) + (1 - TOLD_SHARE) * content).max())
    if not words.spans:
        return Evidence(support, sentence, sentence, 1.0)
    texts = [f"{text}\n{chunk.text}" for text, chunk in zip(headings, chunks, strict=True)]
    weights = words.rarity(texts)
    held = [words.held_in(text) for text in texts[:LOOKED_AT]]
    windows = [
        _windows(words, weights, *each) for each in zip(split[:LOOKED_AT], above, strict=False)
    ]
    covered = [
        WINDOW_SHARE * float(shares.max(initial=0.0)) + (1 - WINDOW_SHARE) * _share(weights, whole)
        for shares, whole in zip(windows, held, strict=True)
    ]
    terse = [
        _share(weights, np.maximum(one, cosine))
        for chunk, one, cosine in zip(chunks, held, near, strict=False)
        if small_word_share(chunk.text) < TERSE
    ]
    return Evidence(
        support,
        sentence,
        float(content.max()),
        max(covered),
        max(terse, default=None),
        literal=len(words.spans) >= LITERAL_WORDS and any(map(_is_literal, windows, tells)),
    )


@dataclass(frozen=True, slots=True)
class _TokensAsked:
    """Numbers of the question's tokens: those that say what is asked about (all when there are no
    others), and those of each content word."""

    telling: list[int]
    words: list[list[int]]

    @classmethod
    def of(cls, question: str, words: ContentWords, asked: TokenVectors) -> Self:
        """Of a question's token vectors."""
        telling = [
            n
            for n, (start, end) in enumerate(asked.offsets)
            if (said := fold(question[start:end])).strip(_SIGNS) and said not in QUESTION_WORDS
        ]
        of_words = [
            [n for n, (start, end) in enumerate(asked.offsets) if start >= first and end <= last]
            for first, last in words.spans
        ]
        return cls(telling or list(range(len(asked.offsets))), of_words)

    def of_words(self, cosines: Figures) -> Figures:
        """[words], for each the mean of its tokens' cosines; 0 without tokens."""
        return np.array([cosines[inside].mean() if inside else 0.0 for inside in self.words])


@dataclass(frozen=True, slots=True)
class _Cosines:
    """The best cosines of one passage: `sentences` [sentences, question tokens], `whole` [question
    tokens]; 0 where there are no tokens."""

    sentences: Figures
    whole: Figures

    @classmethod
    def of(cls, asked: TokenVectors, passage: TokenVectors, ranges: list[Range]) -> Self:
        """Of question and passage."""
        whole = best_cosines(asked, passage)
        return cls(
            sentence_bests(asked, passage, ranges),
            whole.astype(np.float64) if len(whole) else np.zeros(len(asked.offsets)),
        )


def _tells(wanted: AskedKind | None, sentences: Sequence[str], heading: str) -> Flags:
    """[sentences], whether each tells the amount or time that is asked for, if one is."""
    if wanted is None:
        return np.ones(len(sentences), dtype=bool)
    return np.array(wanted.is_told(sentences, heading), dtype=bool)


def _told(tokens: _TokensAsked, cosines: _Cosines, above: Shares, tells: Flags) -> float:
    """Late interaction of the best sentence, in which the words that stand `above` it in headings
    count as if the whole passage were asked for them."""
    best = cosines.sentences.copy()
    for inside, held in zip(tokens.words, above, strict=True):
        if held == 1:
            best[:, inside] = np.maximum(best[:, inside], cosines.whole[inside])
    each = best[:, tokens.telling].mean(axis=1) - NOT_TOLD * ~tells
    return float(each.max(initial=0.0))


def _windows(
    words: ContentWords, weights: Shares, sentences: Sequence[str], above: Shares
) -> Figures:
    """[sentences], the share that each holds together with the next and the headings above."""
    held = [np.maximum(above, words.held_in(sentence)) for sentence in sentences]
    pairs = zip(held, [*held[1:], *held[-1:]], strict=True)
    return np.array([_share(weights, np.maximum(one, two)) for one, two in pairs])


def _is_literal(windows: Figures, tells: Flags) -> bool:
    either = tells | np.append(tells[1:], tells[-1:])
    return bool((either & (windows > 1 - ROUNDING)).any())


def _share(weights: Shares, held: Shares) -> float:
    return float(held @ weights / weights.sum())
