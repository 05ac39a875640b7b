"""How likely it is that the answer is among the candidates."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import Hit
from desktop_rag.ports.embedding import Embedder
from desktop_rag.ports.retrieval import TokenVectorSource
from desktop_rag.retrieval.calibration import confidence_of
from desktop_rag.retrieval.evidence import evidence_of
from desktop_rag.retrieval.reranking import LATE_INTERACTION
from desktop_rag.retrieval.trail import Trail
from desktop_rag.retrieval.weighing import Language


def judge(
    question: str,
    candidates: Sequence[Hit],
    embedder: Embedder | None,
    token_vectors: TokenVectorSource | None,
    language: Language,
    trail: Trail,
) -> float | None:
    """The calibrated chance in [0, 1], or None for hits that were not reranked by late interaction.

    The trace tells the evidence: support, sentence, content, coverage and, where there are tables
    or records among the first, terse."""
    scores = [hit.rerank for hit in candidates if hit.rerank]
    if embedder is None or token_vectors is None or not scores:
        return None
    if scores[0].name != LATE_INTERACTION:
        return None
    with trail.step("judge", len(candidates)) as step:
        step.model = embedder.name
        chunks = [hit.chunk for hit in candidates]
        try:
            asked, passages = token_vectors.of_query(question), token_vectors.of_chunks(chunks)
        except DesktopRagError as error:
            step.note = f"failed: {error.code}; {error.message}"
            return None
        evidence = evidence_of(question, chunks, asked, passages)
        step.count_out = len(candidates)
        step.scores = evidence.figures()
    best = max(score.score for score in scores)
    return confidence_of(evidence, best, LATE_INTERACTION, embedder.name, language)
