"""One search, from the question to the hits."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import pytest

from desktop_rag.domain.errors import InvalidRequest, ModelMissing, SearchFailed, Stopped
from desktop_rag.domain.hit import Hit, SearchResult
from desktop_rag.domain.query import Filters, Query, QueryVariant
from desktop_rag.ports.retrieval import Postprocessor, Preprocessor
from desktop_rag.retrieval.postprocessing.thresholds import AdaptiveThreshold, FixedThreshold
from desktop_rag.settings.retrieval import RetrievalSettings
from tests.fakes.fake_indexes import FakeTokenVectors
from tests.unit.retrieval.bench import Bench


def test_a_search_finds_the_passage_and_says_how(bench: Bench) -> None:
    result = bench.search("Where is the red valve of the pump?")
    assert result.outcome == "found"
    assert result.hits[0].file.path == "/docs/pump.pdf"
    assert [step.step for step in result.trace] == [
        "keyword",
        "vector",
        "fuse",
        "rerank",
        "judge",
        "choose",
        "focus",
    ]
    assert result.best is not None


def test_the_parts_of_every_hit_add_up_to_its_fused_score(bench: Bench) -> None:
    for hit in bench.search("the pump is red").hits:
        assert hit.fused == math.fsum(tier.contribution for tier in hit.tiers.values())


def test_without_reranking_the_score_is_the_fused_score(bench: Bench) -> None:
    result = bench.search("pump", RetrievalSettings(rerank="none"))
    assert all(hit.score == hit.fused and hit.rerank is None for hit in result.hits)
    assert result.best is None


def test_the_focus_is_the_sentence_that_answers(bench: Bench) -> None:
    hit = bench.search("valve is red").hits[0]
    assert hit.focus is not None
    assert hit.chunk.text[slice(*hit.focus)] == "Its valve is red."
    assert hit.regions


def test_no_passage_is_embedded_for_the_focus_alone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def embedded(*_: object) -> None:
        raise AssertionError("passages were embedded")

    monkeypatch.setattr(FakeTokenVectors, "of_chunks", embedded)
    hit = bench.search("valve is red", RetrievalSettings(rerank="none")).hits[0]
    assert hit.focus is not None
    assert hit.chunk.text[slice(*hit.focus)] == "Its valve is red."


def test_filters_of_the_question_box_limit_the_search(bench: Bench) -> None:
    assert {h.file.path for h in bench.search("pump type:txt").hits} == {"/docs/invoice.txt"}
    assert {h.file.path for h in bench.search("pump path:/code").hits} == {"/code/run.py"}
    assert {h.file.path for h in bench.search("pump path:invoice").hits} == {"/docs/invoice.txt"}


def test_phrases_must_occur_and_exclusions_must_not(bench: Bench) -> None:
    assert {h.file.path for h in bench.search('"valve is red"').hits} == {"/docs/pump.pdf"}
    found = {h.file.path for h in bench.search("pump -invoice").hits}
    assert "/docs/pump.pdf" in found
    assert "/docs/invoice.txt" not in found


def test_without_syntax_the_signs_are_words(bench: Bench) -> None:
    result = bench.pipeline().search(
        Query("pump -invoice"), RetrievalSettings(rerank="none"), syntax=False
    )
    assert "/docs/invoice.txt" in {hit.file.path for hit in result.hits}


def test_while_the_embedder_loads_words_alone_are_searched_and_the_trace_says_so(
    bench: Bench,
) -> None:
    bench.embedder = None
    result = bench.search("red valve")
    assert result.outcome == "found"
    assert all(set(hit.tiers) == {"keyword"} for hit in result.hits)
    assert "loaded" in result.message
    notes = {step.step: step.note for step in result.trace}
    assert notes["vector"] == notes["rerank"] == "the embedder is not loaded yet"


def test_a_search_by_meaning_alone_fails_while_the_embedder_loads(bench: Bench) -> None:
    bench.embedder = None
    assert bench.search("red valve", mode="vector").outcome == "failed"


def test_an_embedder_that_cannot_be_loaded_is_not_called_still_loading(bench: Bench) -> None:
    bench.embedder = None
    bench.embedder_problem = ModelMissing("The embedder's file is gone.", "Choose another one.")
    result = bench.search("red valve")
    assert result.outcome == "found"
    assert "The embedder's file is gone." in result.message
    assert "still" not in result.message
    assert bench.search("zzzz").outcome == "failed"


def test_one_failed_tier_is_told_and_the_other_still_finds(bench: Bench) -> None:
    bench.keyword.failure = SearchFailed("The word index is broken.", "Run doctor.")
    result = bench.search("red valve")
    assert result.outcome == "found"
    assert "The word index is broken." in result.message
    assert result.remedy == "Run doctor."
    assert result.trace[0].note == "failed: search_failed"


def test_two_failed_tiers_are_a_failure_and_never_nothing_found(bench: Bench) -> None:
    bench.keyword.failure = SearchFailed("The word index is broken.")
    bench.vector.failure = SearchFailed("The vector index is broken.")
    result = bench.search("red valve")
    assert result.outcome == "failed"
    assert result.hits == ()
    assert "broken" in result.message


def test_no_hits_from_one_tier_when_the_other_failed_is_not_nothing_found(bench: Bench) -> None:
    bench.vector.failure = SearchFailed("The vector index is broken.")
    assert bench.search("zzz").outcome == "failed"


def test_nothing_found_says_so_in_a_sentence(bench: Bench) -> None:
    result = bench.search("zzz", mode="keyword")
    assert result.outcome == "nothing_found"
    assert result.message
    assert result.remedy


def test_what_a_threshold_drops_is_nothing_found_with_the_reason(bench: Bench) -> None:
    result = bench.search("red valve", RetrievalSettings(threshold="fixed:5"))
    assert result.outcome == "nothing_found"
    assert "threshold" in result.message
    assert result.best is not None


def test_a_chunk_that_vanished_meanwhile_is_passed_over(bench: Bench) -> None:
    class Forgetful:
        def __init__(self, inner: object) -> None:
            self.inner = inner

        def search(self, text: str, limit: int, filters: Filters) -> object:
            found = self.inner.search(text, limit, filters)  # type: ignore[attr-defined]
            if 1 in bench.library.chunks([1]):
                bench.library.forget(1)
            return found

    bench.keyword = Forgetful(bench.keyword)  # type: ignore[assignment]
    assert 1 not in {hit.chunk.id for hit in bench.search("pump").hits}


def test_the_first_words_come_early(bench: Bench) -> None:
    early: list[SearchResult] = []
    final = bench.pipeline().search(
        Query("red valve"), RetrievalSettings(), on_partial=early.append
    )
    assert set(early[0].hits[0].tiers) == {"keyword"}
    assert len(final.trace) > len(early[0].trace)


def test_a_stopped_search_stops(bench: Bench) -> None:
    with pytest.raises(Stopped):
        bench.pipeline().search(Query("pump"), RetrievalSettings(), cancelled=lambda: True)


def test_no_more_is_kept_than_wanted_and_never_fewer_candidates_than_that(bench: Bench) -> None:
    assert len(bench.search("pump", keep=2).hits) == 2
    assert len(bench.search("the pump is", keep=4, candidates=1).hits) == 4


def test_a_reranker_that_fails_leaves_the_fused_order_and_a_note(bench: Bench) -> None:
    class Broken:
        name = "broken"

        def score(self, query: str, passages: object) -> list[float]:
            raise ModelMissing("There is no model.")

    bench.scorers["broken"] = Broken
    result = bench.search("red valve", RetrievalSettings(rerank="broken"))
    assert result.outcome == "found"
    assert all(hit.rerank is None for hit in result.hits)
    assert "failed: model_missing" in {s.step: s.note for s in result.trace}["rerank"]


def test_an_unknown_step_is_refused_with_the_names_that_exist(bench: Bench) -> None:
    with pytest.raises(InvalidRequest, match="nonsense") as raised:
        bench.search("the red valve of it", RetrievalSettings(rerank="nonsense"))
    assert "late_interaction" in raised.value.remedy


def test_other_wordings_are_searched_too_and_their_shares_add_up(bench: Bench) -> None:
    class Garden:
        name = "garden"

        def prepare(self, query: Query) -> Query:
            variants = (QueryVariant("roses in the garden", "question", 0.5, "garden"),)
            return Query(query.text, variants=variants)

    bench.preprocessors["garden"] = Garden
    settings = RetrievalSettings(preprocessors=("garden",), rerank="none")
    result = bench.search("what colour does the pump have there", settings)
    assert "roses in the garden" in bench.keyword.asked
    assert "/docs/garden.md" in {hit.file.path for hit in result.hits}
    for hit in result.hits:
        assert hit.fused == math.fsum(tier.contribution for tier in hit.tiers.values())


def test_a_postprocessor_of_ones_own_is_run_in_order(bench: Bench) -> None:
    class First:
        name = "first"

        def refine(self, query: Query, hits: list[Hit]) -> list[Hit]:
            return hits[:1]

    bench.postprocessors["first"] = First
    result = bench.search("pump", RetrievalSettings(postprocessors=("first",)))
    assert len(result.hits) == 1
    assert [step.step for step in result.trace[-3:]] == ["first", "choose", "focus"]
    assert result.trace[-3].count_out == 1


def test_a_step_that_cannot_be_made_is_told_and_the_hits_stay(bench: Bench) -> None:
    def make() -> Postprocessor:
        raise ModelMissing("The embedder is not loaded yet.")

    bench.postprocessors["late"] = make
    result = bench.search("pump", RetrievalSettings(postprocessors=("late",)))
    assert result.hits
    notes = {step.step: step.note for step in result.trace}
    assert "not loaded yet" in notes["late"]


def test_the_same_search_gives_the_same_order(bench: Bench) -> None:
    orders = {tuple(hit.chunk.id for hit in bench.search("the").hits) for _ in range(5)}
    assert len(orders) == 1


@pytest.mark.parametrize(
    "text",
    ["", '"', "-", "POL-358", "C++", "don't", "a AND", "NEAR(", "foo:bar", "@x", "*", "what?"],
)
def test_any_text_is_a_legal_question(bench: Bench, text: str) -> None:
    assert bench.search(text).outcome in ("found", "nothing_found")


def test_what_was_left_out_is_told_with_the_step_and_its_score(bench: Bench) -> None:
    result = bench.search("the pump is red", RetrievalSettings(threshold="fixed:0.6"))
    shown = {hit.file.path for hit in result.hits}
    assert result.dropped
    for dropped in result.dropped:
        assert dropped.by == "fixed_threshold"
        assert dropped.path not in shown
        assert dropped.score is not None
        assert dropped.score < 0.6
    everything = bench.pipeline().search(
        Query("the pump is red", keep=1), RetrievalSettings(threshold="none")
    )
    assert {dropped.by for dropped in everything.dropped} == {"keep"}


class _BrokenScorer:
    name = "broken"

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        raise SearchFailed("The server did not answer.", "Start it.")


@pytest.mark.parametrize(
    "settings",
    [
        RetrievalSettings(rerank="broken", threshold="fixed:0.3"),
        RetrievalSettings(rerank="broken", postprocessors=("fixed_threshold",)),
    ],
)
def test_a_reranker_that_failed_is_told_and_no_threshold_takes_its_hits(
    bench: Bench, settings: RetrievalSettings
) -> None:
    bench.scorers["broken"] = _BrokenScorer
    bench.postprocessors["fixed_threshold"] = FixedThreshold
    result = bench.search("red valve", settings)
    assert result.outcome == "found"
    assert result.hits
    assert result.notices == (
        "Passages stand in the order of the search, not reranked. The server did not answer.",
    )
    notes = {step.step: step.note for step in result.trace}
    assert notes["fixed_threshold"] == "skipped: no reranker gave scores"


def test_a_threshold_in_the_chain_sees_what_the_same_one_in_the_setting_sees() -> None:
    many = Bench()
    for number in range(40):
        many.library.add(f"/docs/{number}.txt", "The pump starts. " + "Valve. " * (number % 7))
    many.postprocessors["adaptive_threshold"] = AdaptiveThreshold
    named = many.search("pump valve", RetrievalSettings(threshold="adaptive"), keep=20)
    chained = many.search(
        "pump valve", RetrievalSettings(postprocessors=("adaptive_threshold",)), keep=20
    )
    assert [hit.chunk.id for hit in named.hits] == [hit.chunk.id for hit in chained.hits]


def test_a_quoted_look_up_is_not_expanded(bench: Bench) -> None:
    def never() -> Preprocessor:
        raise AssertionError("a look-up was expanded")

    bench.preprocessors["hyde"] = never
    settings = RetrievalSettings(preprocessors=("hyde",))
    result = bench.search('"red valve" of the pump what opens in the garden', settings)
    assert "skipped: a look-up" in {step.note for step in result.trace}


def test_a_step_without_time_left_is_not_begun(bench: Bench) -> None:
    begun: list[str] = []

    class Slow:
        def __init__(self, name: str) -> None:
            self.name = name

        def prepare(self, query: Query) -> Query:
            begun.append(self.name)
            time.sleep(0.4)
            return query

    bench.preprocessors |= {"one": lambda: Slow("one"), "two": lambda: Slow("two")}
    settings = RetrievalSettings(preprocessors=("one", "two"), preprocess_ms=100)
    result = bench.search("what colour does the pump have there", settings)
    assert begun == ["one"]
    assert len(result.notices) == 2
