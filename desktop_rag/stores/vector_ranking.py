"""Ranking vectors: the nearest of a store, and those compared one by one."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from desktop_rag.ports.embedding import Vectors
from desktop_rag.ports.retrieval import VectorMatch
from desktop_rag.stores.chroma_store import ChromaStore
from desktop_rag.stores.faults import guarded
from desktop_rag.stores.vector_rows import PieceVector, stacked


def nearest(
    store: ChromaStore, vector: Vectors, limit: int, passes: Callable[[int], bool]
) -> list[VectorMatch]:
    """Matches from Chroma, asking for more until `limit` chunks pass or all were seen: it gives
    fewer than it was asked for when there are no more (counting first takes time that grows with
    the store)."""
    wanted = 2 * limit + 10
    while True:
        found = guarded(partial(store.nearest, vector, wanted))
        passing = [match for match in map(_match, found) if passes(match.chunk)]
        if len(found) < wanted or len({match.chunk for match in passing}) >= limit:
            return passing
        wanted *= 4


def compared(pieces: list[PieceVector], vector: Vectors) -> list[VectorMatch]:
    """A match for each piece, by its cosine with the vector."""
    if not pieces:
        return []
    length = max(float(np.linalg.norm(vector)), 1e-12)
    scores = stacked(pieces, len(vector)) @ (vector / length)
    return [
        VectorMatch(piece.chunk, float(score), piece.piece)
        for piece, score in zip(pieces, scores, strict=True)
    ]


def best(matches: Iterable[VectorMatch], limit: int) -> list[VectorMatch]:
    """The best match of each chunk, best chunks first, equal ones in order of ids."""
    kept: dict[int, VectorMatch] = {}
    for match in matches:
        if match.chunk not in kept or match.score > kept[match.chunk].score:
            kept[match.chunk] = match
    return heapq.nsmallest(limit, kept.values(), key=lambda match: (-match.score, match.chunk))


def _match(found: tuple[str, float]) -> VectorMatch:
    chunk, _, piece = found[0].partition(".")
    return VectorMatch(int(chunk), found[1], int(piece))
