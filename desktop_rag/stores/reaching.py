"""Is every vector of a store found by a search for itself?

The graph of an approximate index loses points now and then, after deletions and writes that were
repeated: `get` still shows them, no search does. What is lost is put in anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from desktop_rag.stores.chroma_store import ChromaStore
from desktop_rag.stores.vector_rows import PieceVector, stacked

_SAME_VECTOR = 1 - 1e-3


def unreachable(store: ChromaStore, pieces: Sequence[PieceVector]) -> list[PieceVector]:
    """Those that are not found by their own vector. Equal texts share a vector, so the best
    similarity counts and not the id. Raises whatever Chroma raises."""
    if not pieces:
        return []
    scores = store.best_scores(stacked(pieces, len(pieces[0].vector)))
    return [piece for piece, score in zip(pieces, scores, strict=True) if not score >= _SAME_VECTOR]


def put_anew(store: ChromaStore, pieces: Sequence[PieceVector]) -> list[PieceVector]:
    """Put what is unreachable in again as new points; those that stay unreachable all the same.
    Raises whatever Chroma raises."""
    lost = unreachable(store, pieces)
    if lost:
        store.remove([piece.name for piece in lost])
        store.put([piece.name for piece in lost], stacked(lost, len(lost[0].vector)))
    return unreachable(store, lost)
