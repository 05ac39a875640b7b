"""Sentences are found by rules, with exact ranges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.sentences import sentences


def _cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Smith came. He left.", ["Dr. Smith came.", "He left."]),
        ("It is 5.5 m high. Yes.", ["It is 5.5 m high.", "Yes."]),
        ("J. Doe wrote it. Fine.", ["J. Doe wrote it.", "Fine."]),
        ("See fig. 3 there. Done.", ["See fig. 3 there.", "Done."]),
        ("A line\n\nAnother", ["A line", "Another"]),
        ("Do:\n- first\n- second", ["Do:", "- first", "- second"]),
        ("1. Open it.\n2. Close it.", ["1. Open it.", "2. Close it."]),
        ("¿Qué es? Es agua.", ["¿Qué es?", "Es agua."]),
        ("这是水。那是火！", ["这是水。", "那是火！"]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert _cut(text) == expected


@given(st.text())
def test_ranges_are_in_order_apart_and_lose_only_blanks(text: str) -> None:
    ranges = sentences(text)
    end = 0
    for start, stop in ranges:
        assert end <= start < stop
        assert not text[end:start].strip()
        end = stop
    assert not text[end:].strip()
