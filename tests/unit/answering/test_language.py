"""The language of a question."""

from __future__ import annotations

import pytest

from desktop_rag.answering.language import question_language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("When did the harbour open?", "en"),
        ("¿Cuándo abrió el puerto?", "es"),
        ("cuando abrio el puerto de la ciudad", "es"),
        ("POL-358", "en"),
        ("¿Y en 2024?", "es"),
        ("what about 2024", "en"),
    ],
)
def test_english_and_spanish_are_told_apart(question: str, language: str) -> None:
    assert question_language(question) == language


def test_without_a_hint_the_other_language_given_is_taken() -> None:
    assert question_language("POL-358", otherwise="es") == "es"
