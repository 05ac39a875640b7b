"""One search, in reading order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from desktop_rag.domain.errors import DesktopRagError, InvalidRequest, Stopped
from desktop_rag.domain.hit import Hit, SearchResult
from desktop_rag.domain.query import Query
from desktop_rag.ports.clock import Clock, SystemClock
from desktop_rag.ports.embedding import Embedder
from desktop_rag.ports.retrieval import (
    ChunkSource,
    KeywordIndex,
    Postprocessor,
    Preprocessor,
    Scorer,
    TokenVectorSource,
    VectorIndex,
)
from desktop_rag.retrieval.choosing import BEST, choose
from desktop_rag.retrieval.concluding import Found, conclude
from desktop_rag.retrieval.dropping import Drops
from desktop_rag.retrieval.focusing import focus
from desktop_rag.retrieval.gathering import Gathered, gather
from desktop_rag.retrieval.judging import judge
from desktop_rag.retrieval.postprocessing.thresholds import THRESHOLDS, threshold_named
from desktop_rag.retrieval.preparing import prepare
from desktop_rag.retrieval.question import is_lookup, parse, plain
from desktop_rag.retrieval.records import LookedUpChunks
from desktop_rag.retrieval.reranking import LATE_INTERACTION, rerank
from desktop_rag.retrieval.tiers import Depth, TierResult, ask_keyword, ask_vector
from desktop_rag.retrieval.trail import Trail
from desktop_rag.settings.retrieval import RetrievalSettings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps a person can name in the settings, each made when it is used. A factory may hand
    out the same step again; it raises a `ModelFailure` when its model is missing. `model_of` names
    the model that a step uses, empty for one without."""

    scorers: Mapping[str, Callable[[], Scorer]]
    preprocessors: Mapping[str, Callable[[], Preprocessor]]
    postprocessors: Mapping[str, Callable[[], Postprocessor]]
    model_of: Callable[[str], str] = lambda step: ""


class SearchPipeline:
    """Searches a library.

    `embedder()` and `token_vectors()` give None while the model still loads: then words alone are
    searched, and the trace says so. `embedder_problem()` tells why it never will be loaded.
    """

    def __init__(
        self,
        *,
        keyword: KeywordIndex,
        vector: VectorIndex,
        chunks: ChunkSource,
        embedder: Callable[[], Embedder | None],
        token_vectors: Callable[[], TokenVectorSource | None],
        steps: Steps,
        embedder_problem: Callable[[], DesktopRagError | None] = lambda: None,
        clock: Clock | None = None,
    ) -> None:
        self._keyword = keyword
        self._vector = vector
        self._chunks = chunks
        self._embedder = embedder
        self._embedder_problem = embedder_problem
        self._token_vectors = token_vectors
        self._steps = steps
        self._clock = clock or SystemClock()

    def search(
        self,
        query: Query,
        settings: RetrievalSettings,
        *,
        on_partial: Callable[[SearchResult], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        syntax: bool = True,
    ) -> SearchResult:
        """All that a question finds. `query` says mode, candidates and how many to keep.

        `on_partial` gets what words alone found, as soon as that is known. `syntax`: read phrases,
        exclusions and limits in the text. Raises `Stopped` once `cancelled()`. A failed tier does
        not raise: outcome, message and trace tell it.
        """
        trail = Trail(self._clock)
        asked = (parse(query.text) if syntax else plain(query.text)).applied_to(query)
        looked_up = LookedUpChunks(self._chunks)
        depth = Depth(settings.tier_depth, looked_up if settings.spread else None)
        embedder = self._embedder()

        words = meaning = TierResult()
        if asked.mode != "vector":
            words = ask_keyword(self._keyword, asked, depth, trail)
        if on_partial and words.lists:
            early = gather(looked_up, embedder, asked, (words,), settings, trail)
            on_partial(
                conclude(query, (words,), Found(_chosen(early.hits, query.keep, settings)), trail)
            )
        _go_on(cancelled)

        sure = "the words are certain" if words.is_certain() else ""
        sure = sure or ("a look-up" if is_lookup(query.text) else "")
        steps = self._steps
        asked = prepare(
            asked, settings, steps.preprocessors, steps.model_of, sure, self._clock, trail
        )
        _go_on(cancelled)
        if asked.variants and words.lists:
            words = ask_keyword(self._keyword, asked, depth, trail)
        if asked.mode != "keyword":
            problem = self._embedder_problem()
            meaning = ask_vector(self._vector, embedder, asked, depth, trail, problem)
        _go_on(cancelled)

        tiers = (words, meaning)
        gathered = gather(looked_up, embedder, asked, tiers, settings, trail)
        reranked = self._rerank(asked, gathered, settings, trail)
        language = gathered.weights.language
        confidence = judge(asked.text, reranked, embedder, self._token_vectors(), language, trail)
        _go_on(cancelled)
        drops = Drops()
        ranked = _with_further(reranked, gathered.further, query.keep, settings)
        refined = self._refine(asked, ranked, settings, trail, drops)
        with trail.step("choose", len(refined)) as step:
            kept = _chosen(refined, query.keep, settings)
            step.count_out = len(kept)
        drops.note("keep", refined, kept)
        shown = self._illuminate(asked, kept, reranked, trail)
        found = Found(shown, reranked, confidence, asked.variants, drops.noted())
        return conclude(query, tiers, found, trail)

    def _rerank(
        self, query: Query, gathered: Gathered, settings: RetrievalSettings, trail: Trail
    ) -> list[Hit]:
        hits = gathered.hits
        if settings.rerank == "none" or not hits:
            return hits
        make = _named(self._steps.scorers, settings.rerank, "reranker")
        with trail.step("rerank", len(hits)) as step:
            step.count_out = len(hits)
            if settings.rerank == LATE_INTERACTION and self._token_vectors() is None:
                step.note = "the embedder is not loaded yet"
                return hits
            try:
                scorer = make()
                hits = rerank(query.text, hits, scorer, gathered.weights, self._token_vectors())
            except DesktopRagError as error:
                step.fail(error, "Passages stand in the order of the search, not reranked.")
                return hits
            step.model = self._steps.model_of(settings.rerank) or scorer.name
            step.scores = tuple(hit.rerank.score for hit in hits if hit.rerank)
        return hits

    def _refine(
        self,
        query: Query,
        hits: list[Hit],
        settings: RetrievalSettings,
        trail: Trail,
        drops: Drops,
    ) -> list[Hit]:
        chain: list[tuple[str, Callable[[], Postprocessor]]] = []
        threshold = threshold_named(settings.threshold)
        if threshold is not None:
            chain.append((threshold.name, lambda: threshold))
        for name in settings.postprocessors:
            known = self._steps.postprocessors
            chain.append((name, _named(known, name, "step after the search")))
        unscored = settings.rerank != "none" and not any(hit.rerank for hit in hits)
        for name, make in chain:
            before = hits
            with trail.step(name, len(hits)) as step:
                if unscored and name in THRESHOLDS:
                    step.note = "skipped: no reranker gave scores"
                    step.count_out = len(hits)
                    continue
                try:
                    hits = make().refine(query, hits)
                except DesktopRagError as error:
                    step.fail(error, f"The step {name!r} after the search failed.")
                step.count_out = len(hits)
            drops.note(name, before, hits)
        return hits

    def _illuminate(
        self, query: Query, kept: list[Hit], candidates: list[Hit], trail: Trail
    ) -> list[Hit]:
        """Mark in each hit the sentence that answers best, and the boxes to highlight. Passages
        are embedded for it only where a reranker read them too: that takes longer than the whole
        search."""
        read = any(hit.rerank for hit in candidates)
        with trail.step("focus", len(kept)) as step:
            focused = focus(query.text, kept, candidates, self._token_vectors() if read else None)
            step.count_out = sum(hit.focus is not None for hit in focused)
            return [replace(hit, regions=self._chunks.regions(hit.chunk)) for hit in focused]


def _with_further(
    reranked: list[Hit], further: list[Hit], keep: int, settings: RetrievalSettings
) -> list[Hit]:
    """For a long list also hits that were not reranked, where their scores come after the others'.
    A threshold is for reranked scores, so with one there are none."""
    has_threshold = settings.threshold != "none" or THRESHOLDS & {*settings.postprocessors}
    if keep <= BEST or has_threshold or not reranked:
        return reranked
    last = min(hit.score for hit in reranked)
    return [*reranked, *(hit for hit in further if hit.score <= last)]


def _chosen(hits: list[Hit], keep: int, settings: RetrievalSettings) -> list[Hit]:
    return choose(hits, keep) if settings.spread else hits[:keep]


def _named(steps: Mapping[str, Callable[[], T]], name: str, what: str) -> Callable[[], T]:
    if name not in steps:
        known = ", ".join(sorted(steps)) or "none"
        raise InvalidRequest(f"There is no {what} called {name!r}.", f"Known are: {known}.")
    return steps[name]


def _go_on(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise Stopped("The search was stopped.")
