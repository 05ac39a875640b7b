"""Measures of finding and answering.

A ranking is a sequence of ids, best first, each at most once. `relevant` maps ids to grades (above
0 is relevant). Every measure lies in [0, 1]; where nothing is relevant it is 0.
"""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from desktop_rag.domain.languages import has_cjk

Grades = Mapping[str, int]
_ARTICLES = re.compile(r"\b(a|an|the|el|la|los|las|un|una|unos|unas)\b")


def recall_at(k: int, ranking: Sequence[str], relevant: Grades) -> float:
    """Share of the relevant ids that are among the first k."""
    wanted = _relevant(relevant)
    return len(wanted & set(ranking[:k])) / len(wanted) if wanted else 0.0


def precision_at(k: int, ranking: Sequence[str], relevant: Grades) -> float:
    """Share of relevant ids among the first k places (empty places count as wrong)."""
    if k < 1:
        raise ValueError(f"k must be at least 1, but is {k}")
    return len(_relevant(relevant) & set(ranking[:k])) / k


def reciprocal_rank(ranking: Sequence[str], relevant: Grades) -> float:
    """1 / rank of the first relevant id, else 0."""
    wanted = _relevant(relevant)
    return next((1 / rank for rank, id in enumerate(ranking, 1) if id in wanted), 0.0)


def ndcg_at(k: int, ranking: Sequence[str], relevant: Grades) -> float:
    """Normalised discounted cumulative gain with gain = grade and discount log2(rank + 1).

    Source: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", 2002, in
    the form trec_eval uses."""
    gains = [max(0, relevant.get(id, 0)) for id in ranking[:k]]
    ideal = sorted((grade for grade in relevant.values() if grade > 0), reverse=True)[:k]
    best = _discounted(ideal)
    return _discounted(gains) / best if best else 0.0


def exact_match(answer: str, accepted: Sequence[str]) -> float:
    """1 when the answer equals an accepted one after normalisation (SQuAD), else 0."""
    return float(any(_normalised(answer) == _normalised(gold) for gold in accepted))


def token_f1(answer: str, accepted: Sequence[str]) -> float:
    """Best harmonic mean of precision and recall over shared words with an accepted answer
    (Rajpurkar et al., "SQuAD", 2016); over characters in Chinese and Japanese."""
    return max((_f1(_tokens(answer), _tokens(gold)) for gold in accepted), default=0.0)


def holds_answer(text: str, accepted: Sequence[str]) -> float:
    """1 when a normalised accepted answer occurs in the normalised text, else 0."""
    body = f" {_normalised(text)} "
    return float(any(_occurs(_normalised(gold), body) for gold in accepted))


def _relevant(grades: Grades) -> set[str]:
    return {id for id, grade in grades.items() if grade > 0}


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def _normalised(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).lower()
    text = "".join(char for char in text if char not in string.punctuation + "¿¡。，、“”«»’")
    return " ".join(_ARTICLES.sub(" ", text).split())


def _occurs(gold: str, body: str) -> bool:
    return bool(gold) and ((gold in body) if has_cjk(gold) else (f" {gold} " in body))


def _tokens(text: str) -> list[str]:
    normal = _normalised(text)
    return list(normal.replace(" ", "")) if has_cjk(normal) else normal.split()


def _f1(answer: list[str], gold: list[str]) -> float:
    shared = sum((Counter(answer) & Counter(gold)).values())
    if not shared:
        return 0.0
    precision, recall = shared / len(answer), shared / len(gold)
    return 2 * precision * recall / (precision + recall)
