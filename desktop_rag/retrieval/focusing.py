"""Finding the sentence of a passage that answers best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.search_form import fold, words
from desktop_rag.domain.sentences import sentences
from desktop_rag.ports.embedding import TokenVectors
from desktop_rag.ports.retrieval import TokenVectorSource

OVERLAP_WEIGHT = 0.3


def focus(
    query: str,
    hits: list[Hit],
    candidates: Sequence[Hit],
    token_vectors: TokenVectorSource | None,
) -> list[Hit]:
    """The hits with `focus` set to the sentence that answers best.

    `candidates` hold the hits' chunks as they are stored: a hit may have been merged with its
    neighbours since, but token vectors are those of stored chunks. Without token vectors, and for
    hits that were no candidates, words alone decide; a hit without any sentence keeps its focus.
    """
    if not hits:
        return hits
    stored = {hit.chunk.id: hit.chunk for hit in candidates}
    chunks = [stored.get(hit.chunk.id, hit.chunk) for hit in hits]
    asked = frozenset(words(fold(query)))
    if token_vectors is None:
        ranges = [best_sentence(chunk, asked) for chunk in chunks]
    else:
        query_tokens = token_vectors.of_query(query)
        known = [chunk for chunk in chunks if chunk.id in stored]
        of_id = dict(
            zip((chunk.id for chunk in known), token_vectors.of_chunks(known), strict=True)
        )
        ranges = [
            best_sentence(chunk, asked, query_tokens, of_id.get(chunk.id)) for chunk in chunks
        ]
    return [
        _focused(hit, chunk, range_)
        for hit, chunk, range_ in zip(hits, chunks, ranges, strict=True)
    ]


def best_sentence(
    chunk: Chunk,
    asked: frozenset[str],
    query: TokenVectors | None = None,
    passage: TokenVectors | None = None,
) -> tuple[int, int] | None:
    """The range of the sentence with the highest late interaction plus word overlap."""
    ranges = searchable_sentences(chunk)
    if not ranges:
        return None
    scores = np.array([_overlap(asked, chunk.text[a:b]) for a, b in ranges]) * OVERLAP_WEIGHT
    if query is not None and passage is not None:
        scores += sentence_cosines(query, passage, ranges)
    return ranges[int(scores.argmax())]


def _focused(hit: Hit, chunk: Chunk, range_: tuple[int, int] | None) -> Hit:
    if range_ is None:
        return hit
    moved = chunk.place.chars[0] - hit.chunk.place.chars[0]
    return replace(hit, focus=(range_[0] + moved, range_[1] + moved))


def searchable_sentences(chunk: Chunk) -> list[tuple[int, int]]:
    """Ranges of the sentences of a chunk's text, without those in page headers and footers."""
    found = sentences(chunk.text)
    allowed = chunk.draft.searchable
    if allowed is None:
        return found
    return [(a, b) for a, b in found if any(a < end and b > start for start, end in allowed)]


def sentence_cosines(
    query: TokenVectors, passage: TokenVectors, ranges: list[tuple[int, int]]
) -> NDArray[np.float64]:
    """For each range of the passage the mean over query tokens of the best cosine among the tokens
    that begin in it; 0 where there are none."""
    if not len(query.vectors):
        return np.zeros(len(ranges))
    return np.asarray(sentence_bests(query, passage, ranges).mean(axis=1))


def sentence_bests(
    query: TokenVectors, passage: TokenVectors, ranges: list[tuple[int, int]]
) -> NDArray[np.float64]:
    """[ranges, query tokens]: the best cosine among the passage's tokens that begin in the range;
    0 where there are none."""
    found = np.zeros((len(ranges), len(query.vectors)))
    if not found.size or not len(passage.vectors):
        return found
    cosines = query.vectors @ passage.vectors.T
    starts = np.array([start for start, _ in passage.offsets])
    for n, (start, end) in enumerate(ranges):
        inside = (starts >= start) & (starts < end)
        if inside.any():
            found[n] = cosines[:, inside].max(axis=1)
    return found


def _overlap(asked: frozenset[str], sentence: str) -> float:
    if not asked:
        return 0.0
    return len(asked & frozenset(words(fold(sentence)))) / len(asked)
