"""What a search came to: found, nothing found, or failed — three different things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_rag.domain.hit import DroppedHit, Hit, Outcome, SearchResult
from desktop_rag.domain.query import Query, QueryVariant
from desktop_rag.retrieval.tiers import TierResult
from desktop_rag.retrieval.trail import Trail

NOTHING = "Nothing in the indexed documents matches the question."
REPHRASE = "Try other words, or fewer of them, and look at the filters."
LOADING = "The search by meaning is still being loaded; words alone were searched."


@dataclass(frozen=True, slots=True)
class Found:
    """The hits that are shown, all candidates before thresholds, the calibrated chance that the
    answer is among them, what else was asked, and which candidates were left out."""

    shown: list[Hit]
    candidates: list[Hit] = field(default_factory=list)
    confidence: float | None = None
    variants: tuple[QueryVariant, ...] = ()
    dropped: tuple[DroppedHit, ...] = ()


def conclude(query: Query, tiers: Sequence[TierResult], found: Found, trail: Trail) -> SearchResult:
    """The result with its outcome, message, confidence and trace.

    No hits are only called "nothing found" when every tier that was asked gave an answer.
    """
    outcome, message, remedy = _judged(tiers, found)
    return SearchResult(
        query=query.text,
        outcome=outcome,
        hits=tuple(found.shown),
        trace=trail.steps(),
        took_ms=trail.total_ms(),
        best=max((hit.rerank.score for hit in found.candidates if hit.rerank), default=None),
        confidence=found.confidence,
        message=message,
        remedy=remedy,
        variants=found.variants,
        dropped=found.dropped,
        notices=trail.problems(),
    )


def _judged(tiers: Sequence[TierResult], found: Found) -> tuple[Outcome, str, str]:
    error = next((tier.error for tier in tiers if tier.error), None)
    answered = any(tier.lists for tier in tiers)
    waiting = any(tier.waiting for tier in tiers)
    if found.shown:
        if error:
            return "found", f"Only a part of the search worked: {error.message}", error.remedy
        return "found", LOADING if waiting else "", ""
    if error:
        return "failed", error.message, error.remedy
    if waiting and not answered:
        return "failed", "The embedder is still being loaded.", "Try again in a moment."
    if found.candidates:
        count = len(found.candidates)
        return (
            "nothing_found",
            f"{count} passages were found, but none scored high enough for the threshold.",
            "Lower the threshold or switch it off in the settings.",
        )
    return "nothing_found", f"{NOTHING} {LOADING}" if waiting else NOTHING, REPHRASE
