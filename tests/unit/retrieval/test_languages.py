"""The language of a short question."""

from __future__ import annotations

import pytest

from desktop_rag.retrieval.languages import is_small_word, language_of


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("How many points did the defense surrender?", "en"),
        ("¿Cuántas capturas ha conseguido en su carrera?", "es"),
        ("quien escribio la carta de los reyes", "es"),
        ("Wie hoch ist der Druck in dem Kessel?", "de"),
        ("Quelle est la pression dans la chaudière ?", "fr"),
        ("Qual è la pressione della caldaia?", "it"),
        ("Qual é a pressão da caldeira?", "pt"),
        ("黑豹队的防守丢了多少分？", "zh"),
        ("ポンプの圧力はいくらですか", "ja"),
        ("펌프의 압력은 얼마입니까", "ko"),
        ("Каково давление насоса?", "ru"),
    ],
)
def test_a_question_shows_its_language(text: str, code: str) -> None:
    assert language_of(text) == code


@pytest.mark.parametrize("text", ["POL-358", "", "E0502 valve", "?!"])
def test_what_does_not_show_is_not_guessed(text: str) -> None:
    assert language_of(text) == ""


def test_small_words_are_known_in_search_form() -> None:
    assert is_small_word("que")
    assert is_small_word("the")
    assert not is_small_word("valve")
