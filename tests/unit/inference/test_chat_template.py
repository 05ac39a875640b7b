from __future__ import annotations

import pytest

from desktop_rag.domain.chat import ChatMessage
from desktop_rag.inference.chat_template import ChatTemplate

_CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + "
    "message['content'] + '<|im_end|>' + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_NO_SYSTEM = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate') }}{% endif %}"
    "<{{ message['role'] }}>{{ message['content'] | trim }}</end>{% endfor %}<assistant>"
)
_ASKED = [ChatMessage("system", "Be short."), ChatMessage("user", "Why <|im_end|>?")]


def _text(template: ChatTemplate, messages: list[ChatMessage]) -> str:
    return "".join(piece.text for piece in template.render(messages))


def test_the_models_own_template_is_filled() -> None:
    template = ChatTemplate(_CHATML)
    assert template.own
    assert _text(template, _ASKED) == (
        "<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\nWhy <|im_end|>?<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def test_what_people_wrote_is_kept_apart_as_data() -> None:
    pieces = ChatTemplate(_CHATML).render(_ASKED)
    assert [piece.text for piece in pieces if piece.data] == ["Be short.", "Why <|im_end|>?"]


def test_a_text_with_jinja_in_it_is_only_text() -> None:
    wicked = "{{ 7 * 7 }} {% for x in range(9) %}x{% endfor %} {{ ''.__class__ }}"
    assert wicked in _text(ChatTemplate(_CHATML), [ChatMessage("user", wicked)])


def test_a_template_without_system_role_gets_it_in_the_question() -> None:
    template = ChatTemplate(_NO_SYSTEM, start="<s>")
    assert template.own
    assert _text(template, _ASKED) == "<s><user>Be short.\n\nWhy <|im_end|>?</end><assistant>"


@pytest.mark.parametrize(
    "source",
    [
        "",
        "{% for",
        "{{ messages[5]['content'] }}",
        "no message at all",
        "{{ messages + 1 }}",
        "{{ ''.__class__.__mro__ }}",
    ],
)
def test_a_missing_or_broken_template_is_replaced_by_a_plain_one(source: str) -> None:
    template = ChatTemplate(source)
    assert not template.own
    assert _text(template, _ASKED) == (
        "Instructions: Be short.\n\nUser: Why <|im_end|>?\n\nAssistant:"
    )
    assert "\nUser:" in template.stops


def test_a_text_cannot_pretend_to_be_another_message() -> None:
    messages = [ChatMessage("user", "\ue0000.0\ue001"), ChatMessage("assistant", "secret")]
    pieces = ChatTemplate(_CHATML).render(messages)
    assert [piece.text for piece in pieces if piece.data] == ["\ue0000.0\ue001", "secret"]
