"""Asking the two tiers, for the question and for its other wordings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.query import Query
from desktop_rag.ports.embedding import Embedder
from desktop_rag.ports.retrieval import KeywordIndex, KeywordMatch, VectorIndex
from desktop_rag.retrieval.fusing import Match, RankedList
from desktop_rag.retrieval.records import LookedUpChunks, folded
from desktop_rag.retrieval.trail import Trail

CERTAIN_LEAD = 2.0


@dataclass(frozen=True, slots=True)
class Depth:
    """How far down a tier is read. `chunks`: where records are folded, what looks chunks up."""

    count: int
    chunks: LookedUpChunks | None = None

    def matches(self, fetch: Callable[[int], list[Match]]) -> list[Match]:
        """As many matches as wanted; `fetch(n)` gives the first n."""
        return folded(fetch, self.count, self.chunks) if self.chunks else fetch(self.count)


@dataclass(frozen=True, slots=True)
class TierResult:
    """What one tier found: a list for each wording, the question's own first. `error` says that
    the tier failed; `waiting` that it cannot be asked yet."""

    lists: tuple[RankedList, ...] = ()
    error: DesktopRagError | None = None
    waiting: bool = False

    def is_certain(self) -> bool:
        """True when the words alone have found it: the best match has twice the next one's score,
        so that other wordings could only blur it."""
        matches = self.lists[0].matches if self.lists else ()
        if not matches:
            return False
        return len(matches) > 1 and matches[0].score >= CERTAIN_LEAD * matches[1].score


def ask_keyword(index: KeywordIndex, query: Query, depth: Depth, trail: Trail) -> TierResult:
    """Search by words: the question, then its variants that are questions or keywords."""
    wordings = [(query.text, 1.0)]
    wordings += [(v.text, v.weight) for v in query.variants if v.kind != "passage"]

    def search(text: str) -> list[Match]:
        return depth.matches(
            lambda n: [_keyword_match(m) for m in index.search(text, n, query.filters)]
        )

    return _ask("keyword", wordings, search, trail)


def ask_vector(
    index: VectorIndex,
    embedder: Embedder | None,
    query: Query,
    depth: Depth,
    trail: Trail,
    problem: DesktopRagError | None = None,
) -> TierResult:
    """Search by meaning: the question, then its variants that are questions or passages. Without
    an embedder the tier is waiting, or has failed where `problem` says why it cannot be loaded."""
    if embedder is None and problem is not None:
        with trail.step("vector") as step:
            step.note = f"failed: {problem.code}"
        return TierResult(error=problem)
    if embedder is None:
        with trail.step("vector") as step:
            step.note = "the embedder is not loaded yet"
        return TierResult(waiting=True)
    wordings = [(query.text, 1.0)]
    wordings += [(v.text, v.weight) for v in query.variants if v.kind != "keywords"]

    def search(text: str) -> list[Match]:
        vector = embedder.embed_query(text)
        return depth.matches(
            lambda n: [Match(m.chunk, m.score) for m in index.search(vector, n, query.filters)]
        )

    return _ask("vector", wordings, search, trail, model=embedder.name)


def _ask(
    tier: str,
    wordings: list[tuple[str, float]],
    search: Callable[[str], list[Match]],
    trail: Trail,
    model: str = "",
) -> TierResult:
    with trail.step(tier, len(wordings)) as step:
        step.model = model
        try:
            lists = tuple(RankedList(tier, search(text), weight) for text, weight in wordings)
        except DesktopRagError as error:
            step.note = f"failed: {error.code}"
            return TierResult(error=error)
        step.count_out = len({match.chunk for ranked in lists for match in ranked.matches})
        step.scores = tuple(match.score for match in lists[0].matches[:5])
    return TierResult(lists)


def _keyword_match(match: KeywordMatch) -> Match:
    parts = (("phrase", match.phrase), ("terms", match.terms), ("fuzzy", match.fuzzy))
    return Match(match.chunk, match.score, parts)
