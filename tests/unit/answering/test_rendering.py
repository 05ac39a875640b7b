"""Exports of conversations."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from desktop_rag.answering.rendering import conversation_as
from desktop_rag.domain.answer import Answer, Source
from desktop_rag.domain.errors import InvalidRequest
from tests.unit.answering.cases import HARBOUR, hit, sources

ANSWER = Answer(
    "When did it open?",
    "answered",
    "It opened in **1931** [1].\n\n```\nopen(<harbour>)\n```\n[1]",
    "generated",
    sources=tuple(replace(source, used=source.n == 1) for source in sources(HARBOUR, "Else.")),
    notices=("There was no room.",),
)
ATTACK = (
    "![x](http://evil.example/a.png) <img src=x onerror=alert(1)> [click](javascript:alert(1))\n"
    "[1]: http://evil.example\n\n\\`![y](http://evil.example/b.png)\\` https://evil.example "
    "<script>alert(1)</script> [1] ``` ![z](//evil.example/c.png)"
)


def text_as(form: str, *answers: Answer, title: str = "Harbours") -> str:
    return conversation_as(form, title, answers)[0]


def test_a_source_is_shown_with_its_place_and_an_unused_one_says_so() -> None:
    text = text_as("plain", ANSWER)
    assert "[1] file1.pdf, page 1\n" in text
    assert "[2] file2.pdf, page 1 (not used)" in text


@pytest.mark.parametrize("form", ["markdown", "html", "plain", "json"])
def test_an_export_holds_question_answer_notice_and_every_source_with_its_path(form: str) -> None:
    text = text_as(form, ANSWER)
    for part in ("Harbours", "When did it open?", "1931", "There was no room."):
        assert part in text
    assert "file1.pdf" in text
    assert "/docs/file2.pdf" in text


def test_marks_in_html_lead_to_sources_of_the_same_answer_only() -> None:
    other = replace(ANSWER, text="See [1] and [7].")
    html = text_as("html", ANSWER, other)
    targets = re.findall(r'href="#(\w+)"', html)
    assert targets == ["a1s1", "a1s1", "a2s1"]
    assert all(f'id="{target}"' in html for target in targets)
    assert "[7]" in html


def test_code_keeps_its_signs_in_markdown_and_is_escaped_in_html() -> None:
    assert "```\nopen(<harbour>)\n```" in text_as("markdown", ANSWER)
    assert "<pre>open(&lt;harbour&gt;)" in text_as("html", ANSWER)


def test_nothing_in_answers_or_paths_becomes_a_tag_a_link_or_an_image() -> None:
    source = Source(1, hit(1, ATTACK, path="/docs/![p](http://evil.example)<b>.pdf"), used=True)
    answer = Answer(ATTACK, "answered", ATTACK, "generated", sources=(source,), notices=(ATTACK,))
    html = text_as("html", answer, title=ATTACK)
    tags = {tag.lower() for tag in re.findall(r"<\s*/?\s*(\w+)", html)}
    assert not tags & {"img", "script", "b"}
    assert set(re.findall(r'href="([^"]*)"', html)) == {"#a1s1"}
    rendered = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(
        text_as("markdown", answer, title=ATTACK)
    )
    assert not re.search(r"<(?:img|script|a|b)\b", rendered)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidRequest, match="not exported as docx") as caught:
        text_as("docx", ANSWER)
    assert "markdown, html, plain, json" in caught.value.remedy
