"""The real starter model writes in its own process; whatever it writes, the answer stays sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from desktop_rag.domain.answer import Turn
from desktop_rag.inference.starters import starter_language_model
from desktop_rag.settings.answering import AnsweringSettings
from tests.unit.answering.cases import FERRY, HARBOUR, LIGHTHOUSE, Told, found, pipeline

if find_spec("llama_cpp") is None:
    pytest.skip("llama.cpp is not installed", allow_module_level=True)

from desktop_rag.engine.model_client import HostedLanguageModel, ModelChoice

pytestmark = pytest.mark.slow


@pytest.fixture
def model() -> Iterator[HostedLanguageModel]:
    starter = starter_language_model()
    if starter is None:
        pytest.skip("the starter language model is not installed")
    hosted = HostedLanguageModel(ModelChoice(starter.name, starter.path, starter=True))
    yield hosted
    hosted.close()


def test_every_mark_of_a_written_answer_leads_to_a_source(model: HostedLanguageModel) -> None:
    told = Told()
    settings = AnsweringSettings(answer_tokens=64)
    answer = pipeline(model).answer(
        "When did the harbour open?",
        found(HARBOUR, FERRY, LIGHTHOUSE),
        [Turn("What is there?", "A harbour [1].")],
        settings,
        kind="generated",
        on_text=told.on_text,
    )
    assert answer.kind == "generated"
    assert answer.outcome == "answered"
    assert told.shown == answer.text != ""
    assert {int(n) for n in re.findall(r"\[(\d+)\]", answer.text)} <= {1, 2, 3}
    assert answer.tokens.prompt > 200
    assert answer.first_token_ms is not None


def test_a_follow_up_on_the_same_sources_reuses_their_tokens(model: HostedLanguageModel) -> None:
    settings = AnsweringSettings(answer_tokens=32)
    result = found(HARBOUR, FERRY, LIGHTHOUSE)
    first = pipeline(model).answer("Who is Ada?", result, (), settings, kind="generated")
    turns = [Turn("Who is Ada?", first.text)]
    second = pipeline(model).answer("And Otto?", result, turns, settings, kind="generated")
    assert second.tokens.reused >= first.tokens.prompt - 16
