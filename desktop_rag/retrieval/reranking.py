"""Ordering the first candidates by a reranker.

Late interaction is blended with the scores of the tiers, which it complements; every other reranker
decides alone. The raw score is kept beside the blended one: thresholds and refusals see the raw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.errors import InternalError
from desktop_rag.domain.hit import Hit, RerankScore
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.ports.retrieval import Scorer, TokenVectorSource
from desktop_rag.retrieval.postprocessing.late_interaction import as_embedded
from desktop_rag.retrieval.weighing import Weights

LATE_INTERACTION = "late_interaction"
LEADERS = 3


def rerank(
    text: str,
    hits: list[Hit],
    scorer: Scorer,
    weights: Weights,
    token_vectors: TokenVectorSource | None,
) -> list[Hit]:
    """The hits ordered by the scorer; ties keep the fused order. Late interaction is blended:

    raw + rerank_keyword × keyword / best keyword + rerank_vector × cosine
        + rerank_fused × fused / best fused
        + agreement × cosine(passage, mean of the three passages that lead so far)

    A hit without a keyword score has 0 there, one without a cosine the lowest cosine seen. The last
    term is the cluster hypothesis (Jardine and van Rijsbergen 1971): passages that answer the same
    question are near one another.
    """
    raw = scorer.score(text, hits)
    if len(raw) != len(hits):
        raise InternalError(
            "The reranker gave another number of scores than there are passages.",
            "Choose another reranker in the settings.",
            detail=f"{scorer.name}: {len(raw)} scores for {len(hits)} passages",
        )
    if scorer.name != LATE_INTERACTION:
        return _ordered(hits, scorer.name, raw, None)
    blended = np.asarray(raw) + _tiers(hits, weights)
    if weights.agreement and token_vectors is not None:
        passages = token_vectors.of_chunks([as_embedded(hit.chunk) for hit in hits])
        blended += weights.agreement * agreement(blended, passages)
    return _ordered(hits, scorer.name, raw, blended.tolist())


def agreement(scores: NDArray[np.float64], passages: Sequence[TokenVectors]) -> NDArray[np.float64]:
    """For each passage the cosine of its mean token vector with the centre of the leaders'."""
    means = np.stack([_mean(tokens) for tokens in passages])
    leaders = np.argsort(-scores, kind="stable")[:LEADERS]
    return np.asarray(means @ means[leaders].mean(axis=0), np.float64)


def _ordered(
    hits: list[Hit], name: str, raw: Sequence[float], blended: Sequence[float] | None
) -> list[Hit]:
    scored = [
        replace(
            hit,
            score=blended[n] if blended else raw[n],
            rerank=RerankScore(name, raw[n], blended[n] if blended else None),
        )
        for n, hit in enumerate(hits)
    ]
    return sorted(scored, key=lambda hit: -hit.score)


def _tiers(hits: list[Hit], weights: Weights) -> NDArray[np.float64]:
    keyword = np.array([_tier(hit, "keyword", 0.0) for hit in hits])
    lowest = min((hit.tiers["vector"].score for hit in hits if "vector" in hit.tiers), default=0.0)
    cosine = np.array([_tier(hit, "vector", lowest) for hit in hits])
    best = keyword.max() or 1.0
    fused = np.array([hit.fused for hit in hits])
    return (
        weights.rerank_keyword * keyword / best
        + weights.rerank_vector * cosine
        + weights.rerank_fused * fused / (fused.max() or 1.0)
    )


def _tier(hit: Hit, name: str, otherwise: float) -> float:
    return hit.tiers[name].score if name in hit.tiers else otherwise


def _mean(tokens: TokenVectors) -> NDArray[np.float32]:
    if not len(tokens.vectors):
        return np.zeros(tokens.vectors.shape[1], np.float32)
    mean = tokens.vectors.mean(axis=0)
    length = float(np.linalg.norm(mean))
    return np.asarray(mean / length if length else mean, np.float32)
