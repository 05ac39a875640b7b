"""Ordering the first candidates by a reranker.

Late interaction is blended with the scores of the tiers, which it complements; every other reranker
decides alone. The raw score is kept beside the blended one: thresholds and refusals see the raw.
"""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.errors import InternalError
from desktop_rag.domain.hit import Hit, RerankScore
from desktop_rag.ports.retrieval import Scorer
from desktop_rag.retrieval.weighing import Weights

LATE_INTERACTION = "late_interaction"


def rerank(text: str, hits: list[Hit], scorer: Scorer, weights: Weights) -> list[Hit]:
    """The hits ordered by the scorer; ties keep the fused order. Late interaction is blended:
    raw + rerank_keyword × keyword / best keyword + rerank_vector × cosine, where a hit without a
    keyword score has 0 and one without a cosine has the lowest cosine seen."""
    raw = scorer.score(text, hits)
    if len(raw) != len(hits):
        raise InternalError(
            "The reranker gave another number of scores than there are passages.",
            "Choose another reranker in the settings.",
            detail=f"{scorer.name}: {len(raw)} scores for {len(hits)} passages",
        )
    if scorer.name == LATE_INTERACTION:
        final = [r + extra for r, extra in zip(raw, _beside(hits, weights), strict=True)]
    else:
        final = raw
    scored = [
        replace(
            hit,
            score=total,
            rerank=RerankScore(scorer.name, own, total if total != own else None),
        )
        for hit, own, total in zip(hits, raw, final, strict=True)
    ]
    return sorted(scored, key=lambda hit: -hit.score)


def _beside(hits: list[Hit], weights: Weights) -> list[float]:
    keyword = [hit.tiers["keyword"].score if "keyword" in hit.tiers else 0.0 for hit in hits]
    best = max(keyword, default=0.0) or 1.0
    cosines = [hit.tiers["vector"].score for hit in hits if "vector" in hit.tiers]
    lowest = min(cosines, default=0.0)
    vector = [hit.tiers["vector"].score if "vector" in hit.tiers else lowest for hit in hits]
    return [
        weights.rerank_keyword * word / best + weights.rerank_vector * cosine
        for word, cosine in zip(keyword, vector, strict=True)
    ]
