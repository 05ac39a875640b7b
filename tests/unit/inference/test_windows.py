from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.inference.windows import cut_at_spaces


@given(text=st.text(alphabet="ab ,\n", max_size=200), room=st.integers(1, 9))
def test_pieces_cover_the_text_and_hold_no_more_than_the_room(text: str, room: int) -> None:
    tokens = [match.span() for match in re.finditer(r"\w|,", text)]
    ranges = cut_at_spaces(text, tokens, room)
    assert "".join(text[start:end] for start, end in ranges) == text
    for start, end in ranges:
        assert sum(start <= first < end for first, _ in tokens) <= room


def test_a_cut_falls_between_words_when_there_is_one_near() -> None:
    text = "aaaa bbbb cccc"
    letters = [match.span() for match in re.finditer(r"\w", text)]
    assert cut_at_spaces(text, letters, 6) == [(0, 5), (5, 10), (10, 14)]


def test_tokens_of_one_character_stay_together() -> None:
    assert cut_at_spaces("🙂🙂", [(0, 1)] * 3 + [(1, 2)] * 3, 4) == [(0, 1), (1, 2)]


def test_no_room_is_refused() -> None:
    with pytest.raises(ValueError, match="room"):
        cut_at_spaces("a", [(0, 1)], 0)
