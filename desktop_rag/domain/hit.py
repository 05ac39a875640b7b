"""What a search finds, and how each score came about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.place import Place, Region
from desktop_rag.domain.query import QueryVariant

Outcome = Literal["found", "nothing_found", "failed"]


@dataclass(frozen=True, slots=True)
class TierScore:
    """What one tier says of one chunk. `rank` is 1-based; `contribution` is its share of the fused
    score; `parts` name what `score` is the sum of (keyword: phrase, terms, fuzzy)."""

    rank: int
    score: float
    contribution: float
    parts: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class RerankScore:
    """What a reranker says. `score` is the reranker's own raw scale; thresholds see it."""

    name: str
    score: float
    blended: float | None = None


@dataclass(frozen=True, slots=True)
class FileRef:
    """The file a hit is shown under. `content_hash` is that of the bytes that were indexed."""

    path: str
    root: str
    title: str = ""
    media_type: str = ""
    content_hash: str = ""
    modified: float = 0.0
    also_at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found.

    `score` is the score the order follows. Before reranking it equals the sum of the tiers'
    contributions (weighted reciprocal rank fusion); that sum stays in `fused`.
    `focus`: characters of the chunk's text (start, end) that answer best, or None.
    `page`: the page of the focus, else the chunk's first page. `regions`: boxes to highlight.
    """

    chunk: Chunk
    file: FileRef
    score: float
    fused: float = 0.0
    tiers: dict[str, TierScore] = field(default_factory=dict)
    rerank: RerankScore | None = None
    focus: tuple[int, int] | None = None
    regions: tuple[Region, ...] = ()


@dataclass(frozen=True, slots=True)
class DroppedHit:
    """A candidate that is not among the hits. `by`: the step that left it out (`keep`: more were
    found than are kept); `score`: what that step looked at, None when nothing was scored."""

    path: str
    place: Place
    by: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of one question: what it did and what it cost. `note` holds no personal text."""

    step: str
    ms: float
    count_in: int
    count_out: int
    model: str = ""
    note: str = ""
    scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """All that a search gives. `confidence` in [0, 1]: calibrated chance that the answer is among
    the hits (None when it could not be computed); `best` is the raw best reranker score.
    `notices`: sentences that the person should read beside the hits."""

    query: str
    outcome: Outcome
    hits: tuple[Hit, ...] = ()
    trace: tuple[TraceStep, ...] = ()
    took_ms: float = 0.0
    best: float | None = None
    confidence: float | None = None
    message: str = ""
    remedy: str = ""
    variants: tuple[QueryVariant, ...] = ()
    dropped: tuple[DroppedHit, ...] = ()
    notices: tuple[str, ...] = ()
