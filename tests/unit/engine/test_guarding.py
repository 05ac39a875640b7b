"""Foreign steps, whatever they do."""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.errors import (
    DesktopRagError,
    InternalError,
    ModelFailure,
    ModelMissing,
    PluginFailed,
    Stopped,
    TimedOut,
)
from desktop_rag.domain.hit import FileRef, Hit, RerankScore, SearchResult, TierScore
from desktop_rag.domain.query import Query, QueryVariant
from desktop_rag.engine.guarding import GuardedRegistry
from desktop_rag.engine.plugins import Parts
from desktop_rag.ports.registry import Tools
from desktop_rag.retrieval import register
from desktop_rag.settings.retrieval import RetrievalSettings
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeLibrary, FakeTokenVectors
from tests.fakes.fake_language_model import FakeLanguageModel
from tests.unit.retrieval.bench import Bench, hit_of, small_library


class Step:
    """Does what it is told in place of a step."""

    name = "step"

    def __init__(self, act: Callable[..., Any]) -> None:
        self.prepare = self.refine = self.score = act


def _tools() -> Tools:
    embedder = FakeEmbedder()
    vectors = FakeTokenVectors(embedder)
    return Tools(embedder, vectors, FakeLibrary(), lambda role: FakeLanguageModel(), {})


def _parts(act: Callable[..., Any], longest_s: float = 5.0) -> Parts:
    parts = Parts()
    registry = GuardedRegistry("foreign", parts, longest_s)
    registry.add_preprocessor("step", lambda tools: Step(act))
    registry.add_postprocessor("step", lambda tools: Step(act))
    registry.add_scorer("step", lambda tools: Step(act))
    return parts


def _hits() -> list[Hit]:
    return [hit_of(chunk) for chunk in FakeLibrary().add("/a", "one", "two")]


def _prepare(act: Callable[..., Any], query: Query = Query("q")) -> Query:  # noqa: B008
    return _parts(act).preprocessors["step"](_tools()).prepare(query)


def _refine(act: Callable[..., Any]) -> list[Hit]:
    return _parts(act).postprocessors["step"](_tools()).refine(Query("q"), _hits())


def _score(act: Callable[..., Any]) -> list[float]:
    return _parts(act).scorers["step"](_tools()).score("q", _hits())


def _breaks(*_: Any) -> Any:
    raise RuntimeError("secret words of a document")


@pytest.mark.parametrize("use", [_prepare, _refine, _score])
def test_what_a_step_raises_becomes_a_sentence_without_its_words(use: Callable[..., Any]) -> None:
    with pytest.raises(PluginFailed) as caught:
        use(_breaks)
    assert caught.value.message == "The step step of the plug-in foreign failed."
    assert "secret" not in caught.value.message + caught.value.remedy


@pytest.mark.parametrize("use", [_prepare, _refine, _score])
@pytest.mark.parametrize("end", [SystemExit("secret"), KeyboardInterrupt(), GeneratorExit()])
def test_a_step_that_would_end_the_process_only_fails(
    use: Callable[..., Any], end: BaseException
) -> None:
    with pytest.raises(PluginFailed):
        use(_raising(end))


class _Own(DesktopRagError):
    """A plug-in's own kind of failure."""

    code = "secret words"


@pytest.mark.parametrize("use", [_prepare, _refine, _score])
@pytest.mark.parametrize("kind", [ModelFailure, ModelMissing, Stopped, InternalError, _Own])
def test_an_error_that_the_application_knows_keeps_its_kind_but_not_its_words(
    use: Callable[..., Any], kind: type[DesktopRagError]
) -> None:
    with pytest.raises(DesktopRagError) as caught:
        use(_raising(kind("secret words", "secret words", detail="secret words")))
    error = caught.value
    assert type(error) is (DesktopRagError if kind is _Own else kind)
    assert "secret" not in f"{error.code} {error.message} {error.remedy} {error.detail}"
    assert "of the plug-in foreign failed" in error.message


@pytest.mark.parametrize("use", [_prepare, _refine, _score])
@pytest.mark.parametrize("kind", [ValueError, ModelFailure])
def test_the_log_says_where_a_step_broke_and_nothing_of_what_it_said(
    use: Callable[..., Any], kind: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(DesktopRagError):
        use(_raising(kind("secret words of a question")))
    written = logging.Formatter().format(caplog.records[-1])
    assert "secret" not in caplog.text + written
    assert f"step of plug-in foreign: {kind.__name__} at " in written
    assert f"{__file__}:" in written


def test_no_word_of_a_question_gets_into_the_record_of_a_search() -> None:
    def tells(query: Any, *_: Any) -> Any:
        raise ModelFailure(f"about {getattr(query, 'text', query)}", "Do.")

    result = _searched(tells, "which pump is it")
    notes = {step.step: step.note for step in result.trace}
    for name in ("step", "rerank"):
        assert notes[name] == "failed: model; The step step of the plug-in foreign failed."
    assert not any("which" in step.note for step in result.trace)
    assert result.hits


def test_whatever_a_step_does_the_others_find_as_they_would_without_it() -> None:
    plain = small_library().search("the pump")
    for act in (_breaks, _raising(SystemExit()), lambda *_: None, lambda *_: [1]):
        result = _searched(act, "the pump", scorer=False)
        assert [hit.chunk.id for hit in result.hits] == [hit.chunk.id for hit in plain.hits]


def _searched(act: Callable[..., Any], text: str, *, scorer: bool = True) -> SearchResult:
    """A search through a step of each kind that acts so."""
    bench, parts, tools = small_library(), _parts(act), _tools()
    bench.preprocessors["step"] = lambda: parts.preprocessors["step"](tools)
    bench.postprocessors["step"] = lambda: parts.postprocessors["step"](tools)
    bench.scorers["step"] = lambda: parts.scorers["step"](tools)
    chosen: dict[str, Any] = {"preprocessors": ("step",), "postprocessors": ("step",)}
    if scorer:
        chosen["rerank"] = "step"
    return bench.search(text, RetrievalSettings(**chosen))


def _raising(error: BaseException) -> Callable[..., Any]:
    def act(*_: Any) -> Any:
        raise error

    return act


@pytest.fixture
def let_go() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.mark.parametrize("kind", ["postprocessors", "scorers"])
def test_a_step_after_the_search_that_takes_too_long_is_left(
    kind: str, let_go: threading.Event
) -> None:
    step: Any = getattr(_parts(lambda *_: let_go.wait(20), 0.2), kind)["step"](_tools())
    begun = time.monotonic()
    with pytest.raises(TimedOut, match=r"took longer than 0\.2 s"):
        step.refine(Query("q"), _hits()) if kind == "postprocessors" else step.score("q", _hits())
    assert time.monotonic() - begun < 2


def test_a_built_in_step_has_no_such_limit() -> None:
    parts = Parts()
    register(parts)
    assert not any("guarding" in repr(make) for make in parts.scorers.values())


def test_a_step_that_cannot_be_made_breaks_when_it_is_used_and_not_before() -> None:
    parts = Parts()
    GuardedRegistry("foreign", parts).add_postprocessor("late", _breaks)
    step = parts.postprocessors["late"](_tools())
    assert step.name == "late"
    with pytest.raises(PluginFailed):
        step.refine(Query("q"), _hits())


@pytest.mark.parametrize(
    "scores",
    [
        [1.0],
        [1.0, 2.0, 3.0],
        [1.0, float("nan")],
        [1.0, float("inf")],
        [1.0, 10**400],
        ["x", "y"],
        ["1", "2"],
        [True, False],
        [None, 1.0],
        "12",
        None,
        itertools.repeat(1.0),
    ],
)
def test_scores_that_are_none_are_refused(scores: Any) -> None:
    with pytest.raises(PluginFailed):
        _score(lambda *_: scores)


@pytest.mark.parametrize("scores", [[2, 1], (2.0, 1.0), np.array([2, 1], np.float32)])
def test_numbers_of_any_kind_are_scores(scores: Any) -> None:
    given = _score(lambda *_: scores)
    assert given == [2.0, 1.0]
    assert {type(score) for score in given} == {float}


def _changed(**changes: Any) -> Callable[..., Any]:
    """The hits, the first one changed."""
    return lambda query, hits: [replace(hits[0], **changes), *hits[1:]]


def _elsewhere(hit: Hit, **changes: Any) -> Hit:
    return replace(hit, chunk=replace(hit.chunk, **changes))


def _reworded(hit: Hit, text: Any) -> Hit:
    return _elsewhere(hit, draft=replace(hit.chunk.draft, text=text))


_NONSENSE: dict[str, Callable[..., Any]] = {
    "nothing": lambda *_: None,
    "text": lambda *_: "hits",
    "numbers": lambda *_: [1, 2],
    "a tuple": lambda query, hits: tuple(hits),
    "classes": lambda *_: [Hit],
    "a hit twice": lambda query, hits: [hits[0], hits[0]],
    "more hits than given": lambda query, hits: hits * 2,
    "another passage": lambda query, hits: [_elsewhere(hits[0], id=99)],
    "another document": lambda query, hits: [_elsewhere(hits[0], document=99)],
    "another text": lambda query, hits: [_reworded(hits[0], "invented")],
    "an empty text": lambda query, hits: [_reworded(hits[0], "")],
    "a text that is none": lambda query, hits: [_reworded(hits[0], None)],
    "another file": _changed(file=FileRef("/etc/passwd", "/")),
    "a copy at an invented place": _changed(file=FileRef("/docs/a.txt", "/", also_at=("/b",))),
    "no file": _changed(file=None),
    "no passage": _changed(chunk=None),
    "no draft": lambda query, hits: [replace(hits[0], chunk=Chunk(1, 1, None))],  # type: ignore[arg-type]
    "a score that is no number": _changed(score="high"),
    "a numeric text": _changed(score="1.0"),
    "no score": _changed(score=None),
    "not a number": _changed(score=float("nan")),
    "endless": _changed(score=float("-inf")),
    "too great": _changed(score=10**400),
    "endless fused": _changed(fused=float("inf")),
    "endless reranked": _changed(rerank=RerankScore("x", float("nan"))),
    "endless blended": _changed(rerank=RerankScore("x", 1.0, float("inf"))),
    "endless in a tier": _changed(tiers={"keyword": TierScore(1, float("nan"), 0.1)}),
    "no tiers": _changed(tiers=[1]),
    "a place that is none": _changed(focus="here"),
}


@pytest.mark.parametrize("act", _NONSENSE.values(), ids=_NONSENSE.keys())
def test_hits_that_make_no_sense_are_refused_with_a_sentence(act: Callable[..., Any]) -> None:
    with pytest.raises(PluginFailed, match="the plug-in foreign gave back what makes no sense: "):
        _refine(act)


@pytest.mark.parametrize("name", ["id", "score"])
def test_a_search_goes_on_with_what_it_had(name: str) -> None:
    def act(query: Any, hits: list[Hit]) -> list[Hit]:
        if name == "id":
            return [_elsewhere(hit, id=hit.chunk.id + 1000) for hit in hits]
        return [replace(hit, score=None) for hit in hits]  # type: ignore[arg-type]

    plain = [hit.chunk.id for hit in small_library().search("the pump").hits]
    assert [hit.chunk.id for hit in _searched(act, "the pump", scorer=False).hits] == plain


def test_hits_may_be_ordered_dropped_and_scored_anew() -> None:
    assert [hit.chunk.text for hit in _refine(lambda query, hits: hits[::-1])] == ["two", "one"]
    assert _refine(lambda query, hits: hits[:1])[0].chunk.text == "one"
    assert _refine(lambda query, hits: []) == []
    scored = _refine(lambda query, hits: [replace(hit, score=np.float32(0.5)) for hit in hits])
    assert {type(hit.score) for hit in scored} == {float}


def test_hits_cannot_be_changed_behind_the_searchs_back() -> None:
    def act(query: Query, hits: list[Hit]) -> None:
        hits[0].tiers.clear()
        hits.clear()

    hits = [replace(hit, tiers={"keyword": TierScore(1, 1.0, 0.1)}) for hit in _hits()]
    with pytest.raises(PluginFailed):
        _parts(act).postprocessors["step"](_tools()).refine(Query("q"), hits)
    with pytest.raises(PluginFailed):
        _parts(act).scorers["step"](_tools()).score("q", hits)
    assert len(hits) == 2
    assert all(hit.tiers for hit in hits)


@pytest.mark.parametrize("name", ["neighbours", "sections", "near_duplicates", "diversity"])
def test_a_plug_in_may_change_hits_as_the_built_in_steps_do(name: str) -> None:
    bench = _twins_and_neighbours()
    tools = replace(_tools(), chunks=bench.library)
    parts = Parts()
    register(parts)
    own = parts.postprocessors[name](tools)
    hits = [
        hit_of(chunk, path=f"/docs/{chunk.document}", keyword=1.0) for chunk in bench.library.all()
    ]
    guarded = Parts()
    GuardedRegistry("foreign", guarded).add_postprocessor("step", lambda tools: own)
    refined = guarded.postprocessors["step"](tools).refine(Query("q"), hits)
    assert refined == own.refine(Query("q"), hits)
    assert len(refined) < len(hits)


def _twins_and_neighbours() -> Bench:
    bench = Bench()
    bench.library.add("/docs/1", "one two three four five. ", "six seven eight nine. ", "Ten.")
    bench.library.add("/docs/2", "one two three four five. ")
    return bench


def test_a_query_keeps_the_persons_own_text() -> None:
    with pytest.raises(PluginFailed):
        _prepare(lambda query: replace(query, text="something else"))
    with pytest.raises(PluginFailed):
        _prepare(lambda query: None)
    more = _prepare(lambda query: replace(query, variants=(QueryVariant("w"),)))
    assert [variant.text for variant in more.variants] == ["w"]


@pytest.mark.parametrize(
    "changes",
    [
        {"variants": ("text",)},
        {"variants": None},
        {"variants": (QueryVariant(3),)},  # type: ignore[arg-type]
        {"variants": (QueryVariant("  "),)},
        {"variants": (QueryVariant("w" * 9000),)},
        {"variants": tuple(QueryVariant(str(n)) for n in range(100))},
        {"variants": (QueryVariant("w", "song"),)},  # type: ignore[arg-type]
        {"variants": (QueryVariant("w", weight="much"),)},  # type: ignore[arg-type]
        {"variants": (QueryVariant("w", weight=float("nan")),)},
        {"variants": (QueryVariant("w", weight=float("inf")),)},
        {"variants": (QueryVariant("w", weight=-0.5),)},
        {"filters": None},
        {"mode": "guess"},
        {"candidates": 0},
        {"candidates": 10**6},
        {"keep": -1},
    ],
)
def test_a_query_that_makes_no_sense_is_refused_with_a_sentence(changes: dict[str, Any]) -> None:
    with pytest.raises(PluginFailed, match="the plug-in foreign gave back what makes no sense: "):
        _prepare(lambda query: replace(query, **changes))


def test_wordings_of_earlier_steps_may_stay() -> None:
    earlier = Query("q", variants=(QueryVariant("w", weight=1.0),))
    assert _prepare(lambda query: query, earlier) == earlier
    light = _prepare(
        lambda query: replace(query, variants=(QueryVariant("w", weight=np.float32(0.5)),))  # type: ignore[arg-type]
    )
    assert light.variants == (QueryVariant("w", weight=0.5),)


@pytest.mark.parametrize("weight", [1.0, 1000.0])
def test_the_persons_own_words_keep_the_larger_weight(weight: float) -> None:
    heavy = _prepare(lambda query: replace(query, variants=(QueryVariant("w", weight=weight),)))
    assert heavy.variants == (QueryVariant("w", weight=0.9),)
