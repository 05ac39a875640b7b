"""Both sides of a comparison go through the search form, and it maps back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.search_form import fold, fold_with_map, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ﬃcient oﬃce", "fficient office"),
        ("ÜNÏ Straße", "uni strasse"),
        ("im\u00adportant", "important"),
        ("effi-\ncient", "efficient"),
        ("ＰＯＬ－３５８", "pol-358"),
        ("İstanbul", "istanbul"),
        ("a\x00b", "ab"),
        ("한국어", "한국어"),
        ("がぎ", "がぎ"),
    ],
)
def test_what_looks_alike_is_alike(text: str, expected: str) -> None:
    assert fold(text) == fold(expected) or fold(text) == expected


def test_ascii_takes_the_short_way_to_the_same_result() -> None:
    text = "Plain TEXT with a hy-\nphen and\x00 zero"
    assert fold(text) == fold_with_map(text).text


@given(st.text())
def test_a_text_and_its_mapped_form_agree(text: str) -> None:
    assert fold_with_map(text).text == fold(text)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text).replace("-", "")) == fold(text).replace("-", "")


@given(st.text(min_size=1), st.data())
def test_a_range_of_the_form_maps_into_the_original(text: str, data: st.DataObject) -> None:
    form = fold_with_map(text)
    if not form.text:
        return
    start = data.draw(st.integers(0, len(form.text) - 1))
    end = data.draw(st.integers(start + 1, len(form.text)))
    first, last = form.original_range(start, end)
    assert 0 <= first < last <= len(text)
    assert form.text[start:end] in fold_with_map(text[first:last]).text or last - first >= 1


def test_a_found_word_is_cut_from_the_original_exactly() -> None:
    text = "Die Eﬃzienz der Straße"
    form = fold_with_map(text)
    at = form.text.index("strasse")
    start, end = form.original_range(at, at + len("strasse"))
    assert text[start:end] == "Straße"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("reset POL-358 now", ["reset", "pol-358", "now"]),
        ("C++ and C#", ["c++", "and", "c#"]),
        ("Ubuntu 20.04, what?", ["ubuntu", "20.04", "what"]),
        ("don't", ["don't"]),
        ("\" ' ( *", []),
    ],
)
def test_codes_stay_whole_words(text: str, expected: list[str]) -> None:
    assert words(fold(text)) == expected
