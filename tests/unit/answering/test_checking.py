"""Comparing sentences with their sources."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_rag.answering.checking import check, sentence_ranges
from desktop_rag.answering.facts import all_numbers, names, numbers
from desktop_rag.domain.answer import AnswerSentence, Source
from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.place import Place
from tests.unit.answering.cases import FERRY, HARBOUR, LIGHTHOUSE, hit, sources

TABLE = sources(HARBOUR, FERRY, LIGHTHOUSE)


def verdict(sentence: str, language: str = "en") -> AnswerSentence:
    (only,) = check(sentence, TABLE, language, None).sentences
    return only


@pytest.mark.parametrize(
    "sentence",
    [
        "The harbour opened in 1931 [1].",
        "It has 4 cranes [1].",
        "Tickets for the ferry cost 12 euros [2].",
        "Ada Lindqvist is the harbour master [1].",
        "The harbour master does not accept bookings by telephone [1].",
        "The ferry leaves every morning at 7.30, and the harbour opened in 1931 [1][2].",
    ],
)
def test_what_a_source_says_is_supported(sentence: str) -> None:
    assert verdict(sentence).support == "supported"
    assert verdict(sentence).score >= 0.5


@pytest.mark.parametrize(
    ("sentence", "note"),
    [
        ("The harbour opened in 1932 [1].", "1932"),
        ("It has five cranes [1].", "five"),
        ("The harbour master is Eva Lindqvist [1].", "Eva"),
        ("The harbour master accepts bookings by telephone [1].", "no"),
        ("The lighthouse was not built by Otto Berg [3].", "no"),
        ("The lighthouse was built by Ada Berg [3].", "Ada"),
        ("Tickets cost 12 euros [3].", ""),
        ("The ferry sells coffee and cake to sailors [2].", "little in common"),
        ("The lamp is 40 metres below the sea [3].", "below"),
    ],
)
def test_what_no_source_says_is_not_supported(sentence: str, note: str) -> None:
    assert verdict(sentence).support == "unsupported"
    assert note in verdict(sentence).note


def test_a_sentence_without_a_mark_gets_one_only_when_the_support_is_clear() -> None:
    text = "The harbour opened in 1931. Boats are nice things to have. Tickets cost 15 euros."
    checked = check(text, TABLE, "en", None)
    assert checked.text == (
        "The harbour opened in 1931 [1]. Boats are nice things to have. Tickets cost 15 euros."
    )
    assert [s.support for s in checked.sentences] == ["supported", "uncited", "uncited"]
    assert all(checked.text[slice(*s.chars)] == s.text for s in checked.sentences)
    assert checked.evidence == {1: (0, 27)}


def test_marks_behind_the_full_stop_belong_to_the_sentence_before() -> None:
    text = "It opened in 1931.[1] It has cranes. [1] [2] Good."
    assert [text[a:b] for a, b in sentence_ranges(text)] == [
        "It opened in 1931.[1]",
        "It has cranes. [1] [2]",
        "Good.",
    ]


def test_a_short_answer_with_a_mark_is_checked_too() -> None:
    assert verdict("In 1931 [1].").support == "supported"
    assert verdict("1932 [1].").support == "unsupported"


def test_across_languages_only_numbers_are_compared() -> None:
    draft = ChunkDraft(0, HARBOUR, Place((0, len(HARBOUR))), "document", language="en")
    table = [Source(1, replace(hit(1, HARBOUR), chunk=Chunk(1, 1, draft)))]
    text = "Abrió en 1931 [1]. Abrió en 1932 [1]. Es muy bonito verlo [1]."
    right, wrong, unknown = check(text, table, "es", None).sentences
    assert right.support == "supported"
    assert "1932" in wrong.note
    assert "otro idioma" in unknown.note


def test_lead_ins_and_questions_claim_nothing() -> None:
    checked = check("Here are the steps to take:\n\nWhat about it?", TABLE, "en", None)
    assert {(s.support, s.note) for s in checked.sentences} == {("uncited", "")}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,234 and 1.234 and 1 234", {"1234"}),
        ("3,5 or 3.5", {"3.5"}),
        ("four, cuatro, 4th", {"4"}),
        ("on 2024-05-03", {"2024", "5", "3"}),
        ("$12.50 for 007", {"12.50", "7"}),
        ("one of them", set()),
    ],
)
def test_numbers_are_compared_by_their_value(text: str, found: set[str]) -> None:
    assert set(numbers(text)) == found


def test_months_bear_their_number() -> None:
    assert "3" in all_numbers("5 March 2024")
    assert "3" in all_numbers("el 5 de marzo")


def test_names_are_capitalised_words_inside_a_sentence_and_codes() -> None:
    assert names("Yesterday Ada Lindqvist saw NASA's POL-358 and iPhones. The end.") == [
        "Ada",
        "Lindqvist",
        "NASA's",
        "POL-358",
        "iPhones",
    ]
