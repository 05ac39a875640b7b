"""What of a passage can be quoted."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.answering.extractive import choose_quotes
from desktop_rag.answering.quotable import quotable
from desktop_rag.answering.sourcing import number_sources
from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.place import Place
from tests.unit.answering.cases import hit, sources


def chunk(text: str, *breadcrumb: str, title: str = "", kind: ContentKind = "document") -> Chunk:
    place = Place((0, len(text)))
    return Chunk(1, 1, ChunkDraft(0, text, place, kind, 0, breadcrumb, title))


def said(text: str, *breadcrumb: str, title: str = "") -> list[str]:
    """What would be quoted of a passage."""
    found = quotable(chunk(text, *breadcrumb, title=title))
    return [text[slice(*part.chars)] for part in found if not part.label]


def test_a_markdown_heading_is_not_quoted() -> None:
    assert said("## Opening the lid\n\nStop the pump first.") == ["Stop the pump first."]


def test_a_line_that_repeats_the_breadcrumb_is_not_quoted() -> None:
    text = "2.1 Valves of the P-200\n\nClose V1.\n\nPumps: Valves of the P-200"
    assert said(text, "Pumps", "Valves of the P-200") == ["Close V1."]
    assert said("VALVES 12\n\nClose V1.", title="Valves 12") == ["Close V1."]


def test_a_heading_right_above_its_sentence_is_cut_off_it() -> None:
    text = "Storage\nA stored pump is drained once a month."
    assert said(text, "Storage") == ["A stored pump is drained once a month."]
    assert said("### Storage\nA pump is drained.") == ["A pump is drained."]


def test_a_short_line_without_an_end_that_leads_into_text_is_a_heading() -> None:
    assert said("Bolts and torques\n\nThe bolts are M12.") == ["The bolts are M12."]


@pytest.mark.parametrize(
    "text",
    [
        "Mass without water 148 kg\n\nThe pump is blue.",
        "the pump is closed on sundays\n\nThe pump is blue.",
        "Is it closed?\n\nThe pump is blue.",
        "The pump is blue.\n\nClosed on Sundays",
    ],
)
def test_a_line_that_says_something_is_no_heading(text: str) -> None:
    assert said(text) == text.split("\n\n")


def test_lines_of_a_table_of_contents_are_not_quoted() -> None:
    text = "Starting the pump ........ 4\nStopping . . . . . . . 7\n\nThe pump is blue."
    assert said(text) == ["The pump is blue."]


def test_a_number_alone_is_not_quoted() -> None:
    assert said("17\n\nThe pump is blue.") == ["The pump is blue."]


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "3. ", "12) ", "> ", "- 1. "])
def test_the_mark_of_a_list_is_left_out(mark: str) -> None:
    text = f"Do this.\n{mark}Open the valve V1 slowly."
    assert said(text) == ["Do this.", "Open the valve V1 slowly."]


def test_items_of_a_list_are_no_headings() -> None:
    assert said("- Warm clothes\n- Torch\n\nThe bus waits.") == [
        "Warm clothes",
        "Torch",
        "The bus waits.",
    ]


@pytest.mark.parametrize("text", ["A. Smith built it.", "1931 was cold.", "-5 degrees."])
def test_what_only_looks_like_a_mark_stays(text: str) -> None:
    assert said(text) == [text]


def test_every_row_of_a_table_is_a_quotation_without_its_bars() -> None:
    text = "| What | Part |\n|---|---|\n| change the gasket | GSK-041 |\n| change the seal | – |\n"
    assert said(text) == ["What | Part", "change the gasket | GSK-041", "change the seal | –"]


def test_rows_that_are_laid_out_with_blanks_are_quoted_one_by_one() -> None:
    text = "Technical data\n\nFigure  Value\nSpeed  2850 turns\nMass without water  148 kg\n\n"
    assert said(text, "Technical data") == [
        "Figure  Value",
        "Speed  2850 turns",
        "Mass without water  148 kg",
    ]


def test_two_blanks_after_a_full_stop_make_no_table() -> None:
    text = "It is blue.  It runs\nslowly at noon.  It stops."
    assert said(text) == ["It is blue.", "It runs\nslowly at noon.", "It stops."]


def test_code_and_records_are_quoted_as_they_stand() -> None:
    text = "# Heading\n- x | y"
    assert [p.chars for p in quotable(chunk(text, kind="code"))] == [(0, len(text))]


def test_a_heading_is_quoted_where_there_is_nothing_else() -> None:
    (quote,) = choose_quotes("valves", number_sources([hit(1, "## Red valves")]), 1, "en")
    assert quote.text == "## Red valves"


def test_headings_do_not_crowd_out_the_sentences_of_other_sources() -> None:
    table = sources("## How is the lid opened?", "Loosen eight bolts crosswise.")
    (quote,) = choose_quotes("How is the lid opened?", table, 3, "en")
    assert quote.text == "Loosen eight bolts crosswise."


TEXT = st.text(alphabet="aB1.-*|# \n\t?é中", max_size=80)


@given(TEXT)
def test_parts_never_overlap_and_follow_one_another(text: str) -> None:
    ranges = [part.chars for part in quotable(chunk(text, "aB"))]
    assert all(start < end for start, end in ranges)
    assert all(one[1] <= two[0] for one, two in pairwise(ranges))
