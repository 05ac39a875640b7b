"""Marks of sources in what a model writes."""

from __future__ import annotations

import pytest

from desktop_rag.answering.citing import cited, defuse, normalise_marks, without_source_list


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("It is so [1].", "It is so [1]."),
        ("So [1, 2].", "So [1][2]."),
        ("So [1; 3] and [ 2 ].", "So [1][3] and [2]."),
        ("So [1-3].", "So [1][2][3]."),
        ("So [2–3].", "So [2][3]."),
        ("So 【1】 and 【2†L3-L9】.", "So [1] and [2]."),
        ("So (source 1).", "So [1]."),
        ("So (Sources 1 and 2).", "So [1][2]."),
        ("Así (fuente 3), (fuentes 1 y 2).", "Así [3], [1][2]."),
        ("So [Source 2], [^1], [[3]].", "So [2], [1], [3]."),
        ("So [2][2, 2].", "So [2][2]."),
    ],
)
def test_every_way_of_naming_a_source_becomes_a_mark(written: str, shown: str) -> None:
    assert normalise_marks(written, 3, done=True) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("See [6].", "See (6)."),
        ("See [1, 6].", "See [1](6)."),
        ("In [2024] it was so (source 9).", "In (2024) it was so (9)."),
        ("From [3-9].", "From (3-9)."),
        ("See [0].", "See (0)."),
    ],
)
def test_a_number_outside_the_sources_stays_plain_text(written: str, shown: str) -> None:
    shown_text = normalise_marks(written, 3, done=True)
    assert shown_text == shown
    assert set(cited(shown_text)) <= {1, 2, 3}


def test_code_is_left_alone_and_cites_nothing() -> None:
    text = "Use `a[1]` or\n```\nb[2, 3]\n```\nas said [1]."
    assert normalise_marks(text, 3, done=True) == text
    assert cited("Use `a[2]`.") == ()


def test_ordinary_brackets_stay() -> None:
    text = "He said [sic] that (in 1931) it [the crane] cost 5 (five)."
    assert normalise_marks(text, 9, done=True) == text


def test_bracketed_numbers_of_a_document_do_not_look_like_marks() -> None:
    assert defuse("as shown [12], [3]") == "as shown (12), (3)"


@pytest.mark.parametrize(
    "listed",
    [
        "\n\nSources:\n[1] a.pdf\n[2] b.pdf",
        "\n\n**Sources:**\n- a.pdf, page 3\n- b.pdf",
        "\n\n## References\n1. a.pdf\n2. b.pdf\n",
        "\nFuentes: [1], [2]",
        "\nSources: a.pdf, b.pdf",
        "\n\nSources used:\n\n* [1]",
    ],
)
def test_a_list_of_sources_at_the_end_is_dropped(listed: str) -> None:
    assert without_source_list(f"It is so [1].{listed}", done=True) == "It is so [1]."


@pytest.mark.parametrize(
    "text",
    [
        "Sources of energy are wind and sun [1].",
        "References are kept in the cellar [2].\nThey are old.",
        "Sources: see below.\nThe river rises in the hills [1].",
        "First do this.\nSources\nare rivers.",
    ],
)
def test_sentences_about_sources_stay(text: str) -> None:
    assert without_source_list(text, done=True) == text
