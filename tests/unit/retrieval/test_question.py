"""The syntax of the question box."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.phrase import holds
from desktop_rag.domain.query import Filters, Query
from desktop_rag.retrieval.question import is_lookup, parse, plain


def test_limits_are_taken_out_of_the_text() -> None:
    question = parse('pump pressure type:pdf,md lang:es path:"/home/ana/My files" after:2024-05-01')
    assert question.text == "pump pressure"
    assert question.filters.types == ("pdf", "md")
    assert question.filters.languages == ("es",)
    assert question.filters.under == ("/home/ana/My files",)
    assert question.filters.after == datetime(2024, 5, 1).timestamp()


def test_a_limit_may_end_a_sentence() -> None:
    filters = parse("Which files mention the pump type:md,txt? lang:es. after:2024!").filters
    assert (filters.types, filters.languages) == (("md", "txt"), ("es",))
    assert filters.after == datetime(2024, 1, 1).timestamp()


def test_a_year_or_month_counts_from_its_start() -> None:
    assert parse("x before:2024").filters.before == datetime(2024, 1, 1).timestamp()
    assert parse("x after:2024-03").filters.after == datetime(2024, 3, 1).timestamp()
    assert parse("x after:31.12.2023").filters.after == datetime(2023, 12, 31).timestamp()


def test_a_limit_that_makes_no_sense_stays_as_words() -> None:
    assert parse("meeting after:soon").text == "meeting after:soon"
    assert parse("std::vector type:?! foo:bar").text == "std::vector type:?! foo:bar"


def test_a_phrase_is_searched_as_words_and_must_occur() -> None:
    question = parse('find "relief valve" fast')
    assert question.text == "find relief valve fast"
    assert question.filters.phrases == ("relief valve",)
    assert parse('what "?!" is').filters.phrases == ()


@pytest.mark.parametrize(
    ("text", "words", "without"),
    [
        ("pump -draft", "pump", ("draft",)),
        ('pump -"a draft"', "pump", ("a draft",)),
        ("runtime -.NET", "runtime", (".NET",)),
        ("engineer -won't", "engineer", ("won't",)),
        ("hose -Bolt, supplier", "hose supplier", ("Bolt,",)),
        ("C -C++", "C", ("C++",)),
        ("POL-358 at -5 degrees", "POL-358 at -5 degrees", ()),
        ("well-known - pump", "well-known - pump", ()),
    ],
)
def test_a_word_after_a_minus_must_not_occur(
    text: str, words: str, without: tuple[str, ...]
) -> None:
    question = parse(text)
    assert (question.text, question.filters.without) == (words, without)


def test_a_piece_of_a_path_is_told_from_a_whole_one() -> None:
    filters = parse("pump path:reports/2024 -path:old path:/home/ana").filters
    assert filters.path_parts == ("reports/2024",)
    assert filters.without_path_parts == ("old",)
    assert filters.under == ("/home/ana",)


def test_types_and_paths_can_be_excluded() -> None:
    question = parse("pump -type:csv,md -lang:es")
    assert question.filters.without_types == ("csv", "md")
    assert question.text == "pump -lang:es"


def test_limits_of_the_text_go_before_those_of_the_form() -> None:
    query = Query("x", Filters(types=("pdf",), under=("/a",)))
    merged = parse("x type:md").applied_to(query)
    assert merged.filters.types == ("md",)
    assert merged.filters.under == ("/a",)


def test_plain_text_has_no_syntax() -> None:
    assert plain(' "a" -b type:pdf ').text == '"a" -b type:pdf'


@given(st.text(max_size=200))
def test_no_text_is_an_error(text: str) -> None:
    for phrase in (*parse(text).filters.phrases, text):
        holds("anything at all", phrase)
    is_lookup(text)


@given(
    st.lists(
        st.sampled_from(["path:", "type:", '"', "-", "after:", "a", "9", " ", "“", "lang:", ":"]),
        max_size=30,
    )
)
def test_no_pile_of_syntax_is_an_error(pieces: list[str]) -> None:
    parse("".join(pieces))


@pytest.mark.parametrize(
    "text", ["POL-358", "E0502", "C++", "what is E0502?", '"relief valve" in the manual', "pump"]
)
def test_a_lookup_is_known(text: str) -> None:
    assert is_lookup(text)


@pytest.mark.parametrize(
    "text",
    ["how does the relief valve work?", "¿quién dirige la planta de Vigo?", "泵的压力是多少？"],
)
def test_a_question_is_no_lookup(text: str) -> None:
    assert not is_lookup(text)


def test_a_limit_at_the_beginning_of_time_is_a_limit() -> None:
    assert Filters(before=0.0).any()
    assert Filters(after=0.0).any()
    assert not Filters().any()


@pytest.mark.parametrize("value", ["~nobody-of-this-name/x", "~\0", "\0", "~", "/\0", '"~ a"'])
def test_a_path_that_cannot_be_is_never_an_error(value: str) -> None:
    question = parse(f"pump path:{value}")
    assert question.text.startswith("pump")
    assert not any("\0" in path for path in question.filters.under)
