"""Weighted reciprocal rank fusion.

Formula: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual
Rank Learning Methods", SIGIR 2009: score(d) = Σ over lists of weight / (k + rank(d)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.domain.hit import TierScore


@dataclass(frozen=True, slots=True)
class Match:
    """One chunk in one list: its raw score there and the parts this is the sum of. `rank`: where
    chunks of one record share their place, that place (1-based); 0 is the place in the list."""

    chunk: int
    score: float
    parts: tuple[tuple[str, float], ...] = ()
    rank: int = 0


@dataclass(frozen=True, slots=True)
class RankedList:
    """What one tier found for one wording, best first. Lists of the same tier add up."""

    tier: str
    matches: Sequence[Match]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Fused:
    """One chunk of the fused list; `score` is the sum of the tiers' contributions."""

    chunk: int
    score: float
    tiers: dict[str, TierScore]


def weighted_rrf(lists: Sequence[RankedList], k: int = 60) -> list[Fused]:
    """Fuse ranked lists, best first.

    A list of weight 0 brings nothing. Where several wordings found a chunk in the same tier, rank
    and raw score shown are those of the first list that holds it (the original question comes
    first) and the contributions add up. Ties are broken by the best place in a list, then by chunk
    id, so that the same input always gives the same order.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    found: dict[int, dict[str, TierScore]] = {}
    first: dict[int, int] = {}
    for ranked in lists:
        if ranked.weight <= 0:
            continue
        for place, match in enumerate(ranked.matches, start=1):
            rank = match.rank or place
            first[match.chunk] = min(place, first.get(match.chunk, place))
            tiers = found.setdefault(match.chunk, {})
            gain = ranked.weight / (k + rank)
            old = tiers.get(ranked.tier)
            tiers[ranked.tier] = (
                TierScore(rank, match.score, gain, match.parts)
                if old is None
                else TierScore(old.rank, old.score, old.contribution + gain, old.parts)
            )
    fused = [
        Fused(chunk, math.fsum(t.contribution for t in tiers.values()), tiers)
        for chunk, tiers in found.items()
    ]
    fused.sort(key=lambda f: (-f.score, first[f.chunk], f.chunk))
    return fused
