"""How much each tier is trusted for one question.

The person's weights are the starting point. With `adapt_weights` three things change them:

- The embedder does not know the language of question and passages: it finds passages by chance, so
  meaning hardly counts and words count more.
- Question and passages are in different languages: only names and numbers are shared, so words
  count less, and what both tiers found counts more.
- The passages are program code: the words of a question seldom occur in it literally and common
  ones mislead, so words count less and meaning more.
- The passages are records of data: they are alike, so agreement says nothing, late interaction sees
  little difference, and the tiers count four times as much beside it.

One set of factors serves all; they were chosen on the public sets that `python -m
tests.quality.finding` prints, all sets together, so that its figures are those of development data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.document import ContentKind
from desktop_rag.retrieval.languages import language_of
from desktop_rag.settings.retrieval import RetrievalSettings

Language = Literal["known", "foreign", "cross"]

COSINE = 0.25
COSINE_ACROSS = 0.5
COSINE_IN_CODE = 1.0
COSINE_IN_DATA = 2.0
FUSED = 0.3
FUSED_IN_DATA = 4.0
AGREEMENT = 0.4
FOREIGN_VECTOR = 0.2
FOREIGN_BESIDE = 3.0
ACROSS_BESIDE = 0.6
CODE_KEYWORD = 0.25
DATA_BESIDE = 4.0


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the tiers in fusion; then what counts beside late interaction in reranking: the
    keyword score, the cosine, agreement with the first passages, and the fused score.

    `language`: the embedder knows it (`known`), does not (`foreign`), or question and passages
    differ (`cross`). `code`: share of program code in [0, 1] among the first passages found.
    """

    vector: float = 1.0
    keyword: float = 1.0
    rerank_keyword: float = 0.25
    rerank_vector: float = COSINE
    agreement: float = AGREEMENT
    rerank_fused: float = FUSED
    language: Language = "known"
    code: float = 0.0


def weigh(
    text: str,
    by_words: Sequence[Chunk],
    by_meaning: Sequence[Chunk],
    known_languages: frozenset[str],
    settings: RetrievalSettings,
) -> Weights:
    """Weights for a question whose tiers found these passages first. `known_languages`: what the
    embedder knows; empty means all."""
    vector, keyword = settings.weight_vector, settings.weight_keyword
    beside, cosine, agreement = settings.rerank_keyword_weight, COSINE, AGREEMENT
    fused = FUSED
    if not settings.adapt_weights:
        return Weights(vector, keyword, beside, cosine, agreement, fused)
    language = _language(language_of(text), by_words or by_meaning, known_languages)
    if language == "foreign":
        vector, beside = vector * FOREIGN_VECTOR, beside * FOREIGN_BESIDE
        cosine = agreement = 0.0
    elif language == "cross":
        beside, cosine, agreement = beside * ACROSS_BESIDE, COSINE_ACROSS, 0.0
    chunks = [*by_words, *by_meaning]
    code, data = _share(chunks, "code"), _share(chunks, "data")
    keyword *= 1 - code * (1 - CODE_KEYWORD)
    beside *= 1 - code + data * (DATA_BESIDE - 1)
    agreement *= max(0.0, 1 - code - data)
    fused += data * (FUSED_IN_DATA - fused)
    cosine += code * max(0.0, COSINE_IN_CODE - cosine)
    if language != "foreign":
        cosine += data * max(0.0, COSINE_IN_DATA - cosine)
    return Weights(vector, keyword, beside, cosine, agreement, fused, language, code)


def _share(chunks: Sequence[Chunk], kind: ContentKind) -> float:
    return sum(c.draft.kind == kind for c in chunks) / len(chunks) if chunks else 0.0


def _language(asked: str, chunks: Sequence[Chunk], known: frozenset[str]) -> Language:
    """What the languages of question and passages ("" when they do not show) mean for meaning."""
    counts = Counter(c.draft.language for c in chunks if c.draft.language)
    found, times = counts.most_common(1)[0] if counts else ("", 0)
    if times * 2 <= counts.total():
        found = ""
    if asked and found and asked != found and (not known or asked in known or found in known):
        return "cross"
    shown = asked or found
    return "foreign" if shown and known and shown not in known else "known"
