from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.stores.word_forms import (
    find_words,
    heading_tokens,
    name_words,
    text_tokens,
    word_forms,
)


@pytest.mark.parametrize(
    ("written", "token"),
    [
        ("POL-358", "pol-358"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("20.04", "20.04"),
        ("E0502", "e0502"),
        ("don’t", "donʼt"),
        ("don't", "donʼt"),
        ("ÉTÉ", "ete"),
        ("Straße", "strasse"),
        ("na\u00adtion", "nation"),
    ],
)
def test_a_code_or_word_keeps_its_signs_in_its_exact_token(written: str, token: str) -> None:
    (word,) = find_words(written)
    assert word_forms(word, "en").exact == (token,)


@pytest.mark.parametrize(
    ("written", "stems"),
    [
        ("POL-358", {"~pol", "~358", "~pol358"}),
        ("getUserName", {"~get", "~user", "~name"}),
        ("HTTPServerError", {"~http", "~server", "~error"}),
        ("snake_case", {"~snake", "~case"}),
        ("e-mail", {"~email", "~mail"}),
        ("U.S.A", {"~usa"}),
        ("pumps", {"~pump"}),
    ],
)
def test_a_word_is_also_known_by_its_parts(written: str, stems: set[str]) -> None:
    assert stems <= set(word_forms(written, "en").stems)


def test_a_version_number_is_never_joined() -> None:
    assert "~2004" not in word_forms("20.04", "en").stems


def test_stems_follow_the_language() -> None:
    assert word_forms("organización", "es").stems == ("~organiz",)
    assert word_forms("organizaciones", "es").stems == ("~organiz",)


def test_scripts_without_blanks_give_pairs_of_characters() -> None:
    assert word_forms("黑豹队", "zh").exact == ("黑豹", "豹队", "队")
    assert word_forms("iPhone手机", "zh").exact == ("iphone", "手机", "机")


def test_vowel_signs_do_not_cut_words() -> None:
    assert len(find_words("हिन्दी भाषा")) == 2


def test_a_hyphen_at_a_line_end_joins_letters_only() -> None:
    assert find_words("inter-\nnational") == ["international"]
    assert find_words("POL-\n358") == ["POL", "358"]


def test_a_breadcrumb_keeps_its_headings_apart() -> None:
    assert heading_tokens(("Red Pump", "Repair"), "en").startswith(
        "^red ^pump ¦ ^repair ^^repair ¦"
    )


def test_a_file_name_is_known_as_a_whole_and_by_its_parts() -> None:
    words = set(name_words("/a/Budget_2024-final.xlsx").split())
    assert {"budget_2024-final.xlsx", "budget_2024-final", "~budget", "~2024", "~final"} <= words


@given(st.text(max_size=300), st.sampled_from(["", "en", "es", "zh", "de"]))
def test_no_token_holds_a_blank_or_a_quote(text: str, language: str) -> None:
    for column in text_tokens(text, language):
        assert all(
            token and not any(char.isspace() or char == '"' for char in token)
            for token in column.split(" ")
            if column
        )
