"""What goes into a prompt that is too small for everything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.answering.budgeting import fit
from desktop_rag.answering.prompting import PromptLibrary
from desktop_rag.domain.answer import Turn
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.settings.answering import AnsweringSettings
from tests.fakes.fake_language_model import FakeLanguageModel
from tests.unit.answering.cases import sources

TEMPLATE = PromptLibrary().template("answer", "en")
LONG = "The harbour has a crane and a shed and a wall. " * 40
TURNS = tuple(Turn(f"Earlier question {n}?", "An earlier answer. " * 20) for n in range(1, 21))
DEFAULTS = AnsweringSettings()


def test_everything_fits_a_large_context_and_nothing_is_said() -> None:
    model = FakeLanguageModel(context=32000)
    prompt = fit(TEMPLATE, "Why?", sources("A.", "B."), TURNS[:2], model, DEFAULTS)
    assert prompt.notices == ()
    assert prompt.left_out == ()
    assert [m.role for m in prompt.messages] == ["system", *["user", "assistant"] * 2, "user"]


def test_the_oldest_turns_go_first_and_it_is_said() -> None:
    model = FakeLanguageModel(context=2000)
    prompt = fit(TEMPLATE, "Why?", sources("A.", "B."), TURNS, model, DEFAULTS)
    text = "\n".join(message.text for message in prompt.messages)
    assert "Earlier question 20?" in text
    assert "Earlier question 1?" not in text
    assert prompt.left_out == ()
    assert "earlier questions" in prompt.notices[0]


def test_then_the_weakest_sources_go_and_it_is_said_which() -> None:
    model = FakeLanguageModel(context=2048)
    prompt = fit(TEMPLATE, "Why?", sources(*[LONG] * 12), TURNS, model, DEFAULTS)
    assert prompt.left_out == tuple(range(prompt.left_out[0], 13))
    assert prompt.notices[-1].endswith(f"{', '.join(map(str, prompt.left_out))}.")
    assert "[1] file1.pdf" in prompt.messages[1].text
    assert "[12] file12.pdf" not in prompt.messages[1].text


def test_a_single_source_that_is_too_long_is_shortened_and_it_is_said() -> None:
    model = FakeLanguageModel(context=1000)
    prompt = fit(TEMPLATE, "Why?", sources(LONG * 5), (), model, DEFAULTS)
    assert "beginning of source 1" in prompt.notices[0]
    assert "a crane and a shed" in prompt.messages[1].text


def test_a_question_longer_than_the_context_is_refused_with_a_remedy() -> None:
    with pytest.raises(InvalidRequest, match="too long") as caught:
        fit(TEMPLATE, "why " * 3000, sources("A."), (), FakeLanguageModel(), DEFAULTS)
    assert "Shorten" in caught.value.remedy


@given(
    st.integers(700, 8000),
    st.lists(st.integers(1, 400), min_size=1, max_size=8),
    st.integers(0, 12),
)
def test_rules_question_and_answer_always_fit(context: int, words: list[int], turns: int) -> None:
    model = FakeLanguageModel(context=context)
    texts = [" ".join(["word"] * count) for count in words]
    prompt = fit(TEMPLATE, "Why is it so?", sources(*texts), TURNS[:turns], model, DEFAULTS)
    used = sum(model.count_tokens([m.text for m in prompt.messages]))
    assert used + prompt.answer_tokens <= context
    assert "Why is it so?" in prompt.messages[-1].text
    assert prompt.messages[0].text == TEMPLATE.system
    assert "[1] file1.pdf" in prompt.messages[1].text
