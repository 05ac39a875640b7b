"""The syntax of the question box."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.hit import FileRef
from desktop_rag.domain.place import Place
from desktop_rag.domain.query import Filters, Query
from desktop_rag.retrieval.question import is_lookup, parse, plain


def _chunk(text: str, *breadcrumb: str) -> Chunk:
    return Chunk(
        1, 1, ChunkDraft(0, text, Place((0, len(text))), "document", breadcrumb=breadcrumb)
    )


_FILE = FileRef("/home/ana/Reports/2024/pump.pdf", "/home/ana")


def test_limits_are_taken_out_of_the_text() -> None:
    question = parse('pump pressure type:pdf,md lang:es path:"/home/ana/My files" after:2024-05-01')
    assert question.text == "pump pressure"
    assert question.filters.types == ("pdf", "md")
    assert question.filters.languages == ("es",)
    assert question.filters.under == ("/home/ana/My files",)
    assert question.filters.after == datetime(2024, 5, 1).timestamp()


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
    assert question.admits(_chunk("The Relief-Valve? No: the relief  VALVE."), _FILE)
    assert not question.admits(_chunk("a valve for relief"), _FILE)


def test_a_phrase_may_lie_in_the_heading() -> None:
    assert parse('"relief valve"').admits(_chunk("It opens.", "Relief valve"), _FILE)


def test_an_exclusion_is_a_whole_word() -> None:
    question = parse("pump -draft")
    assert question.text == "pump"
    assert not question.admits(_chunk("this is a Draft"), _FILE)
    assert question.admits(_chunk("draftsmen"), _FILE)


def test_a_hyphen_inside_or_before_a_number_is_no_exclusion() -> None:
    assert parse("POL-358 at -5 degrees").without == ()
    assert parse("well-known - pump").text == "well-known - pump"


def test_chinese_phrases_need_no_blanks() -> None:
    assert parse('"压力阀"').admits(_chunk("这个压力阀是红色的"), _FILE)


def test_a_piece_of_a_path_is_looked_for_in_the_path() -> None:
    question = parse("pump path:reports/2024")
    assert question.is_selective()
    assert question.admits(_chunk("pump"), _FILE)
    assert not question.admits(_chunk("pump"), FileRef("/home/ana/Mail/a.eml", "/home/ana"))


def test_limits_of_the_text_go_before_those_of_the_form() -> None:
    query = Query("x", Filters(types=("pdf",), under=("/a",)))
    merged = parse("x type:md").applied_to(query)
    assert merged.filters.types == ("md",)
    assert merged.filters.under == ("/a",)


def test_plain_text_has_no_syntax() -> None:
    assert plain(' "a" -b type:pdf ').text == '"a" -b type:pdf'


@given(st.text(max_size=200))
def test_no_text_is_an_error(text: str) -> None:
    question = parse(text)
    question.admits(_chunk("anything"), _FILE)
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
