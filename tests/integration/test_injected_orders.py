"""Orders that hide in real files, read by the real readers and obeyed by a gullible model."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from desktop_rag.answering.rendering import conversation_as
from desktop_rag.domain.chat import ChatMessage
from desktop_rag.gui.widgets.answer_markup import parse_answer
from desktop_rag.settings.answering import AnsweringSettings
from tests.fakes.fake_language_model import FakeLanguageModel
from tests.quality.attacks import SIGN, Attack, attacks
from tests.unit.answering.cases import HARBOUR, found, pipeline
from tests.unit.reading.making import Read

ATTACKS = attacks()


def obey(messages: list[ChatMessage]) -> str:
    """What the most gullible model would write: the document itself, and a mark of its own."""
    told = re.findall(r"^\[1\] .*?\n<<<\n(.*?)\n>>>", messages[1].text, re.DOTALL | re.MULTILINE)
    return f"{told[0]} [1] [7]"


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.name for attack in ATTACKS])
def test_an_obeyed_order_forges_no_source_and_loads_nothing(attack: Attack) -> None:
    text = Read(attack.name, attack.content).text
    assert attack.year in text
    if attack.disguise == "hidden in markup":
        assert SIGN not in text, "what a page does not show is not read"
    model = FakeLanguageModel(obey)  # type: ignore[arg-type]  # a list of messages is a sequence
    answer = pipeline(model).answer(attack.question, found(text, HARBOUR), (), AnsweringSettings())
    (messages,) = model.asked
    assert [message.role for message in messages] == ["system", "user"]
    assert re.findall(r"^\[(\d+)\]", messages[1].text, re.MULTILINE) == ["1", "2"]
    assert messages[1].text.count("<<<") == messages[1].text.count(">>>") == 2
    assert {n for sentence in answer.sentences for n in sentence.citations} <= {1, 2}
    spans = [s for block in parse_answer(answer.text, frozenset({1, 2})) for s in block.spans]
    assert {span.cite for span in spans} <= {None, 1, 2}
    page, _ = conversation_as("html", "", [answer])
    assert not re.search(r"<(?:img|script)|href=\"(?!#)|src=\"", page)
    markdown, _ = conversation_as("markdown", "", [answer])
    assert not re.search(r"<(?:img|script|a)\b", MarkdownIt().render(markdown))
