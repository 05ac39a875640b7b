"""Whether a text holds a phrase."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.phrase import has_words, holds


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("relief valve", "The Relief-Valve? No: the relief  VALVE."),
        ("relief valve", "a relief\nvalve"),
        ("setup.exe", "see https://www.example.org/downloads/setup.exe today"),
        ("example.org", "see https://www.example.org/downloads/setup.exe today"),
        ("main.py", 'open("src/main.py")'),
        ("E0505", "Pair E0505/E0506"),
        ("motor unit", "The pump/motor unit"),
        ("very important note", "a _very important_ note"),
        ("POL-777", "the part POL\u2011777"),
        ("won't come", "they won\u2019t come"),
        ("c++", "written in C++."),
        (".net", "runs on .NET here"),
        (".net", "runs on ASP.NET here"),
        ("motor", "motor+pump"),
        ("tubería", "TUBERIA de agua"),
        ("coeur", "le cœur"),
        ("smorrebrod", "Smørrebrød"),
        ("压力阀", "这个压力阀是红色的"),
        ("压力阀", "压力\n阀"),
    ],
)
def test_a_phrase_is_found_as_it_stands(phrase: str, text: str) -> None:
    assert holds(text, phrase)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("relief valve", "a valve for relief"),
        ("draft", "draftsmen"),
        ("C", "written in C++ and C#."),
        ("c+", "written in C++"),
        (".net", "a net of fish"),
        ("pol-358", "pol 358"),
        ("20.04", "on 20 04"),
        ("setup.exe", "a setup exe"),
        ("358", "POL-3581"),
        ("1月", "11月"),
        ("हिन्दी", "यह हिन्दू है"),
        ("T恤", "TT恤"),
        ("?!", "what?!"),
        ("", "anything"),
    ],
)
def test_a_phrase_is_not_found_in_parts_or_with_other_signs(phrase: str, text: str) -> None:
    assert not holds(text, phrase)


@given(st.text(max_size=60), st.text(max_size=30))
def test_no_text_is_an_error(text: str, phrase: str) -> None:
    holds(text, phrase)
    if has_words(phrase):
        assert holds(f"{phrase}", phrase)
