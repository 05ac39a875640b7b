from __future__ import annotations

import pytest

from desktop_rag.indexing.language import detect


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The dome must be closed before it rains, whoever is on duty that night."),
        ("es", "La cúpula se cierra antes de que llueva, sea quien sea el que esté de guardia."),
        ("de", "Die Kuppel muss geschlossen werden, bevor es regnet, egal wer Dienst hat."),
        ("fr", "La coupole doit être fermée avant la pluie, quelle que soit la personne de garde."),
        ("zh", "下雨之前必须关闭圆顶，无论当晚是谁值班。"),
        ("ja", "雨が降る前に、当番が誰であってもドームを閉めなければなりません。"),
        ("ru", "Купол нужно закрыть до дождя, кто бы ни дежурил этой ночью."),
    ],
)
def test_a_sentence_is_enough(language: str, text: str) -> None:
    assert detect(text) == language


@pytest.mark.parametrize("text", ["", "pump", "4711 0815 12.5 %", "a b c", "POL-358"])
def test_too_little_says_nothing(text: str) -> None:
    assert detect(text) == ""
