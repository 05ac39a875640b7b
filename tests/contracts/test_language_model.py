"""What every language model promises. Each filling and its fake pass the same sentences."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from desktop_rag.domain.chat import ChatMessage, Sampling
from desktop_rag.domain.model_server import ModelServer
from desktop_rag.engine.model_client import HostedLanguageModel, ModelChoice
from desktop_rag.inference.served_model import ServedChoice, ServedLanguageModel
from desktop_rag.inference.starters import starter_language_model
from desktop_rag.ports.language_model import LanguageModel
from tests.fakes.chat_server import ChatServer
from tests.fakes.fake_language_model import FakeLanguageModel

_ASKED = (
    ChatMessage("system", "You are short."),
    ChatMessage("user", "Count from one to twenty."),
)
_SHORT = Sampling(temperature=0, max_tokens=8)


@pytest.fixture(scope="module", params=["fake", "hosted", "served"])
def model(request: pytest.FixtureRequest) -> Iterator[LanguageModel]:
    if request.param == "fake":
        yield FakeLanguageModel("one two three four five six seven eight nine ten")
        return
    if request.param == "served":
        with ChatServer() as server:
            yield ServedLanguageModel(ServedChoice(ModelServer(server.url, "tiny")))
        return
    if find_spec("llama_cpp") is None:
        pytest.skip("llama.cpp is not installed")
    starter = starter_language_model()
    if starter is None:
        pytest.skip("the starter language model is not installed")
    hosted = HostedLanguageModel(ModelChoice(starter.name, starter.path, context=1024, threads=1))
    hosted.facts()  # the process starts here, not within a test that must leave none behind
    yield hosted
    hosted.close()


def test_facts_name_the_model_and_its_room(model: LanguageModel) -> None:
    facts = model.facts()
    assert facts.name
    assert facts.context >= 512


def test_tokens_are_counted_one_number_a_text(model: LanguageModel) -> None:
    counts = model.count_tokens(["", "one", "one two three four"])
    assert counts[0] == 0
    assert counts[0] < counts[1] < counts[2]
    assert model.count_tokens([]) == []


def test_the_pieces_joined_are_the_text(model: LanguageModel) -> None:
    pieces: list[str] = []
    generated = model.generate(_ASKED, _SHORT, on_text=pieces.append)
    assert "".join(pieces) == generated.text
    assert generated.text
    assert generated.first_token_ms is not None
    assert generated.prompt_tokens > 0


def test_the_answer_ends_at_the_limit(model: LanguageModel) -> None:
    generated = model.generate(_ASKED, Sampling(temperature=0, max_tokens=2))
    assert generated.finish == "length"
    assert generated.answer_tokens <= 2


def test_a_call_that_is_cancelled_stops_and_keeps_what_was_written(model: LanguageModel) -> None:
    pieces: list[str] = []
    generated = model.generate(
        _ASKED,
        Sampling(temperature=0, max_tokens=500),
        on_text=pieces.append,
        cancelled=lambda: len(pieces) >= 2,
    )
    assert generated.finish == "stopped"
    assert generated.text == "".join(pieces)


def test_text_stops_before_a_stop_string(model: LanguageModel) -> None:
    whole = model.generate(_ASKED, _SHORT).text
    stop = whole.strip()[3:6]
    cut = model.generate(_ASKED, Sampling(temperature=0, max_tokens=8, stop=(stop,)))
    assert stop not in cut.text
    assert cut.finish == "end"
    assert cut.text == whole[: whole.index(stop)]


def test_judgements_are_probabilities(model: LanguageModel) -> None:
    scores = model.judge([("open the valve", "Open the valve slowly."), ("open", "A bird sings.")])
    assert len(scores) == 2
    assert all(0 <= score <= 1 for score in scores)
    assert model.judge([]) == []
