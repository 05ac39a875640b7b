"""From what the tiers matched to hits: weigh, fuse, look up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query
from desktop_rag.ports.embedding import Embedder
from desktop_rag.retrieval.choosing import divide
from desktop_rag.retrieval.fusing import RankedList, weighted_rrf
from desktop_rag.retrieval.records import LookedUpChunks, whole_records
from desktop_rag.retrieval.tiers import TierResult
from desktop_rag.retrieval.trail import Trail
from desktop_rag.retrieval.weighing import Weights, weigh
from desktop_rag.settings.retrieval import RetrievalSettings

SAMPLE = 10  # first passages of each tier that show what kind of content answers


@dataclass(frozen=True, slots=True)
class Gathered:
    """The fused candidates, best first, hits of further documents after them, and the weights."""

    hits: list[Hit]
    further: list[Hit]
    weights: Weights


def gather(
    chunks: LookedUpChunks,
    embedder: Embedder | None,
    query: Query,
    tiers: Sequence[TierResult],
    settings: RetrievalSettings,
    trail: Trail,
) -> Gathered:
    """Fuse the tiers and look up as many hits as the query wants candidates (never fewer than it
    keeps). Chunks that are gone are passed over."""
    lists = [ranked for tier in tiers for ranked in tier.lists]
    with trail.step("fuse", sum(len(ranked.matches) for ranked in lists)) as step:
        known = chunks.chunks(list({m.chunk for r in lists for m in r.matches}))
        by_words, by_meaning = (
            [known[id] for id in _first(lists, tier) if id in known]
            for tier in ("keyword", "vector")
        )
        languages = embedder.languages if embedder else frozenset()
        weights = weigh(query.text, by_words, by_meaning, languages, settings)
        if settings.spread:
            lists = whole_records(lists, known)
        fused = weighted_rrf([_weighted(ranked, weights) for ranked in lists], settings.rrf_k)
        files = chunks.files_of(list({c.document for c in known.values()}), query.filters)
        found = (
            Hit(known[one.chunk], files[known[one.chunk].document], one.score, one.score, one.tiers)
            for one in fused
            if one.chunk in known and known[one.chunk].document in files
        )
        hits, further = divide(found, max(query.candidates, query.keep), spread=settings.spread)
        step.count_out = len(hits)
        step.note = _note(weights)
        step.scores = tuple(hit.score for hit in hits[:5])
    return Gathered(hits, further, weights)


def _first(lists: Sequence[RankedList], tier: str) -> list[int]:
    """The first chunks of the question's own list of a tier."""
    own = next((ranked for ranked in lists if ranked.tier == tier), None)
    return [match.chunk for match in own.matches[:SAMPLE]] if own else []


def _weighted(ranked: RankedList, weights: Weights) -> RankedList:
    tier = weights.keyword if ranked.tier == "keyword" else weights.vector
    return replace(ranked, weight=ranked.weight * tier)


_LANGUAGE_NOTES = {
    "known": "",
    "foreign": "; the embedder does not know this language",
    "cross": "; question and passages are in different languages",
}


def _note(weights: Weights) -> str:
    note = f"weights: meaning {weights.vector:.2f}, words {weights.keyword:.2f}"
    note += _LANGUAGE_NOTES[weights.language]
    if weights.code:
        note += f"; {weights.code:.0%} program code"
    return note
