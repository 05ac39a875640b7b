"""What every step before the search keeps to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from desktop_rag.domain.answer import Turn
from desktop_rag.domain.errors import ModelFailure, ModelMissing
from desktop_rag.domain.query import Query
from desktop_rag.ports.retrieval import Preprocessor
from desktop_rag.retrieval.preprocessing.decompose import DECOMPOSE, Decompose
from desktop_rag.retrieval.preprocessing.follow_up import FollowUp
from desktop_rag.retrieval.preprocessing.hyde import HYDE, Hyde
from desktop_rag.retrieval.preprocessing.rewrite import REWRITE, Rewrite
from desktop_rag.retrieval.preprocessing.writing import Task, Writer, Written
from tests.fakes.fake_embedder import FakeEmbedder
from tests.fakes.fake_language_model import FakeLanguageModel

_QUESTION = "What pressure does the pump need, and who made the pump?"
_PARTS = "- What pressure does the pump need?\n- Who made the pump and what pressure?\n"
_KINDS: dict[str, tuple[Callable[..., Preprocessor], Task]] = {
    "rewrite": (Rewrite, REWRITE),
    "decompose": (Decompose, DECOMPOSE),
    "hyde": (Hyde, HYDE),
}


@pytest.fixture(params=_KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _made(kind: str, model: FakeLanguageModel, written: Written | None = None) -> Preprocessor:
    make, task = _KINDS[kind]
    return make(Writer(lambda: model, task, written=written), FakeEmbedder())


def test_the_original_stays_and_keeps_the_larger_weight(kind: str) -> None:
    prepared = _made(kind, FakeLanguageModel(_PARTS)).prepare(Query(_QUESTION))
    assert prepared.text == _QUESTION
    assert prepared.variants
    assert all(variant.weight < 1 and variant.by == kind for variant in prepared.variants)


def test_a_hypothetical_passage_is_searched_by_meaning_only() -> None:
    prepared = _made("hyde", FakeLanguageModel(_PARTS)).prepare(Query(_QUESTION))
    assert [variant.kind for variant in prepared.variants] == ["passage"]


def test_a_model_that_strays_changes_nothing(kind: str) -> None:
    query = Query(_QUESTION)
    assert (
        _made(kind, FakeLanguageModel("- Roses.\n- Gardens in spring.\n")).prepare(query) == query
    )


@pytest.mark.parametrize("reasoning", ["<think>{}</think>", "{}</think>", "<thought>{}</thought>"])
def test_what_a_model_thinks_is_never_searched(kind: str, reasoning: str) -> None:
    thought = reasoning.format("The person asks what pressure the secret pump needs.\n")
    prepared = _made(kind, FakeLanguageModel(thought + _PARTS)).prepare(Query(_QUESTION))
    assert prepared.variants
    assert all("secret" not in v.text and "think" not in v.text for v in prepared.variants)
    only = _made(kind, FakeLanguageModel(thought)).prepare(Query(_QUESTION))
    assert only.variants == ()


def test_the_model_is_held_to_a_grammar(kind: str) -> None:
    model = FakeLanguageModel(_PARTS)
    _made(kind, model).prepare(Query(_QUESTION))
    assert model.samplings[0].grammar.startswith("root ::=")


def test_the_model_is_shown_examples_in_the_language_of_the_question() -> None:
    model = FakeLanguageModel(_PARTS)
    _made("rewrite", model).prepare(Query("¿Qué presión necesita la bomba de la planta?"))
    shown = " ".join(message.text for message in model.asked[0][1:])
    assert "garantía" in shown
    assert "washing machine" not in shown


def test_a_rewriting_that_is_mostly_new_words_is_not_used() -> None:
    model = FakeLanguageModel("washing machine error meaning pump")
    query = Query(_QUESTION)
    assert _made("rewrite", model).prepare(query) == query


def test_the_same_question_is_written_once(kind: str) -> None:
    model, written = FakeLanguageModel(_PARTS), Written()
    first = _made(kind, model, written).prepare(Query(_QUESTION))
    assert _made(kind, model, written).prepare(Query(_QUESTION)) == first
    assert len(model.asked) == 1


def test_a_model_that_fails_raises_its_failure(kind: str) -> None:
    model = FakeLanguageModel(failure=ModelMissing("No model."))
    with pytest.raises(ModelFailure):
        _made(kind, model).prepare(Query(_QUESTION))


def test_a_simple_question_is_not_decomposed() -> None:
    model = FakeLanguageModel(_PARTS)
    query = Query("What pressure does the pump need")
    assert _made("decompose", model).prepare(query) == query
    assert model.asked == []


_TURNS = [Turn("How long is the warranty of the X200 pump?", "Two years.")]


def test_a_follow_up_is_understood_alone_by_the_model() -> None:
    model = FakeLanguageModel("How long is the warranty of the X300 pump?")
    assert "X300 pump" in FollowUp(lambda: model).condense("and the X300?", _TURNS)


def test_a_follow_up_without_a_model_takes_the_words_it_lacks() -> None:
    asked = FollowUp(None).condense("and the X300?", _TURNS)
    assert asked.startswith("and the X300?")
    assert {"warranty", "pump"} <= set(asked.split())


@pytest.mark.parametrize("answer", ["Roses bloom in spring gardens everywhere.", ""])
def test_a_model_that_loses_the_question_is_not_trusted(answer: str) -> None:
    asked = FollowUp(lambda: FakeLanguageModel(answer)).condense("and the X300?", _TURNS)
    assert "X300" in asked
    assert "warranty" in asked


def test_a_model_that_fails_costs_no_answer() -> None:
    broken = FakeLanguageModel(failure=ModelMissing("No model."))
    assert "warranty" in FollowUp(lambda: broken).condense("and the X300?", _TURNS)


def test_a_question_that_stands_alone_is_left_alone() -> None:
    question = "Which valve controls boiler pressure at start?"
    assert FollowUp(None).condense(question, _TURNS) == question
    assert FollowUp(None).condense("and the X300?", []) == "and the X300?"
