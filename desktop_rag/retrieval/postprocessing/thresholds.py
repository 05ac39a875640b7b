"""Thresholds: dropping hits that score too low. The order of the hits never changes."""

from __future__ import annotations

from statistics import median

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
from desktop_rag.ports.retrieval import Postprocessor

DEFAULT_FIXED = 0.5
DEFAULT_MADS = 0.6
FLAT = 0.0001
FIXED, ADAPTIVE = "fixed_threshold", "adaptive_threshold"
THRESHOLDS = frozenset({FIXED, ADAPTIVE})


def threshold_score(hit: Hit) -> float:
    """The score a threshold sees: the reranker's raw score, else the fused score."""
    return hit.rerank.score if hit.rerank else hit.score


class FixedThreshold:
    """Drops hits whose score is under a number."""

    name = FIXED

    def __init__(self, minimum: float = DEFAULT_FIXED) -> None:
        self.minimum = minimum

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits that score at least the minimum."""
        return [hit for hit in hits if threshold_score(hit) >= self.minimum]


class AdaptiveThreshold:
    """Keeps scores of at least max(0, median - mads · MAD), where MAD is the median absolute
    deviation of the scores: 0.2-0.4 favours precision, 0.5-0.7 is balanced, 0.8-1.0 favours recall.
    Drops nothing when fewer than two hits are scored or their MAD is at most 0.0001."""

    name = ADAPTIVE

    def __init__(self, mads: float = DEFAULT_MADS) -> None:
        if mads < 0:
            raise ValueError(f"mads must not be negative, but is {mads}")
        self.mads = mads

    def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
        """The hits that stand out."""
        scores = [threshold_score(hit) for hit in hits]
        if len(scores) < 2:
            return hits
        middle = median(scores)
        deviation = median(abs(score - middle) for score in scores)
        if deviation <= FLAT:
            return hits
        minimum = max(0.0, middle - self.mads * deviation)
        return [hit for hit, score in zip(hits, scores, strict=True) if score >= minimum]


def threshold_named(text: str) -> Postprocessor | None:
    """The threshold a setting names: `none`, `fixed`, `fixed:0.4`, `adaptive`, `adaptive:0.6`."""
    kind, _, number = text.partition(":")
    if kind == "none":
        return None
    try:
        if kind == "fixed":
            return FixedThreshold(float(number) if number else DEFAULT_FIXED)
        if kind == "adaptive":
            return AdaptiveThreshold(float(number) if number else DEFAULT_MADS)
    except ValueError:
        pass
    raise InvalidRequest(f"{text!r} is not a threshold.", "Use none, fixed:0.5 or adaptive:0.6.")
