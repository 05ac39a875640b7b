"""How much each tier is trusted for one question.

The person's weights are the starting point. Two things change them (`adapt_weights`): an embedder
that does not know the language of the question or of the passages found places passages by chance,
so meaning counts less; in program code the words of a question seldom occur literally, and common
words mislead, so words count less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from desktop_rag.domain.chunk import Chunk
from desktop_rag.retrieval.languages import language_of
from desktop_rag.settings.retrieval import RetrievalSettings

FOREIGN_VECTOR = 0.3
CODE_KEYWORD = 0.25
FOREIGN_RERANK_KEYWORD = 0.5
CODE_RERANK_KEYWORD = 0.0
RERANK_VECTOR = 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the tiers in fusion, and of their scores beside the reranker's.

    `foreign`: the embedder does not know the language; `code`: share of program code in [0, 1]
    among the first passages found.
    """

    vector: float = 1.0
    keyword: float = 1.0
    rerank_keyword: float = 0.25
    rerank_vector: float = 0.0
    foreign: bool = False
    code: float = 0.0


def weigh(
    text: str,
    candidates: Iterable[Chunk],
    known_languages: frozenset[str],
    settings: RetrievalSettings,
) -> Weights:
    """Weights for a question whose tiers found `candidates` (the first few of each tier).
    `known_languages`: what the embedder knows; empty means all."""
    vector, keyword = settings.weight_vector, settings.weight_keyword
    beside = settings.rerank_keyword_weight
    if not settings.adapt_weights:
        return Weights(vector, keyword, beside, RERANK_VECTOR)
    chunks = list(candidates)
    code = sum(c.draft.kind == "code" for c in chunks) / len(chunks) if chunks else 0.0
    foreign = _is_foreign(text, chunks, known_languages)
    if foreign:
        vector *= FOREIGN_VECTOR
        beside = max(beside, FOREIGN_RERANK_KEYWORD) if beside else 0.0
    keyword *= 1 - code * (1 - CODE_KEYWORD)
    beside *= 1 - code * (1 - CODE_RERANK_KEYWORD)
    return Weights(vector, keyword, beside, 0.0 if foreign else RERANK_VECTOR, foreign, code)


def _is_foreign(text: str, chunks: list[Chunk], known: frozenset[str]) -> bool:
    if not known:
        return False
    asked = language_of(text)
    if asked:
        return asked not in known
    found = Counter(c.draft.language for c in chunks if c.draft.language)
    return bool(found) and found.most_common(1)[0][0] not in known
