"""Foreign steps, whatever they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from desktop_rag.domain.errors import ModelMissing, PluginFailed
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query, QueryVariant
from desktop_rag.engine.guarding import GuardedRegistry
from desktop_rag.engine.plugins import Parts
from desktop_rag.ports.registry import Tools
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_indexes import FakeLibrary, FakeTokenVectors
from tests.fakes.fake_language_model import FakeLanguageModel
from tests.unit.retrieval.bench import hit_of


class Step:
    """Does what it is told in place of a step."""

    name = "step"

    def __init__(self, act: Callable[..., Any]) -> None:
        self.prepare = self.refine = self.score = act


def _tools() -> Tools:
    embedder = FakeEmbedder()
    vectors = FakeTokenVectors(embedder)
    return Tools(embedder, vectors, FakeLibrary(), lambda role: FakeLanguageModel(), {})


def _parts(act: Callable[..., Any]) -> Parts:
    parts = Parts()
    registry = GuardedRegistry("foreign", parts)
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


def test_an_error_that_the_application_knows_stays_itself() -> None:
    def missing(*_: Any) -> Any:
        raise ModelMissing("There is no model.", "Choose one.")

    with pytest.raises(ModelMissing):
        _refine(missing)


def test_a_step_that_cannot_be_made_breaks_when_it_is_used_and_not_before() -> None:
    parts = Parts()
    GuardedRegistry("foreign", parts).add_postprocessor("late", _breaks)
    step = parts.postprocessors["late"](_tools())
    assert step.name == "late"
    with pytest.raises(PluginFailed):
        step.refine(Query("q"), _hits())


@pytest.mark.parametrize("scores", [[1.0], [1.0, 2.0, 3.0], [1.0, float("nan")], ["x", "y"], None])
def test_scores_that_are_none_are_refused(scores: Any) -> None:
    with pytest.raises(PluginFailed):
        _score(lambda *_: scores)
    assert _score(lambda *_: [2, 1]) == [2.0, 1.0]


@pytest.mark.parametrize("given", [None, "hits", [1, 2]])
def test_what_is_no_list_of_hits_is_refused(given: Any) -> None:
    with pytest.raises(PluginFailed):
        _refine(lambda *_: given)
    assert _refine(lambda query, hits: hits[::-1])[0].chunk.text == "two"


def test_a_query_keeps_the_persons_own_text() -> None:
    with pytest.raises(PluginFailed):
        _prepare(lambda query: replace(query, text="something else"))
    with pytest.raises(PluginFailed):
        _prepare(lambda query: None)
    more = _prepare(lambda query: replace(query, variants=(QueryVariant("w"),)))
    assert [variant.text for variant in more.variants] == ["w"]
