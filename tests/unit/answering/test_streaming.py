"""What is shown while a model writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.answering.streaming import AnswerStream, visible
from desktop_rag.domain.thinking import without_thinking
from desktop_rag.inference.text_stream import TextStream

WRITTEN = (
    "<think>Maybe [3]?\n</think>\n\n"
    "It opened in 1931 (source 1), 👨‍👩‍👧 said 【2†a】 and 港 [1, 2].\n"
    "Use `a[7]`, not [7].\n\nSources:\n[1] a.pdf\n[2] b.pdf\n"
)
SHOWN = "It opened in 1931 [1], 👨‍👩‍👧 said [2] and 港 [1][2].\nUse `a[7]`, not (7)."
_PARTS = st.sampled_from(
    [*"ab .\n[](){}<>/`", "[1", "[1, 2]", "【1】", "(source 2)", "<think>", "</think>", "Sources:"]
)


def shown_after(pieces: list[str], highest: int = 3) -> tuple[str, str]:
    """(what finish returns, what a window shows)."""
    window = ""

    def on_text(text: str, replace: bool) -> None:
        nonlocal window
        window = text if replace else window + text

    stream = AnswerStream(highest, on_text)
    for piece in pieces:
        stream.feed(piece)
    return stream.finish(), window


def test_cut_at_any_position_the_answer_is_the_same() -> None:
    for at in range(len(WRITTEN) + 1):
        assert shown_after([WRITTEN[:at], WRITTEN[at:]]) == (SHOWN, SHOWN)
    assert shown_after(list(WRITTEN)) == (SHOWN, SHOWN)


@given(st.lists(_PARTS, max_size=25).map("".join), st.data())
def test_any_text_cut_anywhere_gives_the_same_answer(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    whole = visible(text, 3, done=True)
    assert shown_after(pieces) == (whole, whole)


def test_no_half_mark_and_no_half_tag_is_ever_shown() -> None:
    for at in range(len(WRITTEN)):
        part = visible(WRITTEN[:at], 3, done=False)
        assert "<" not in part
        assert "Maybe" not in part
        assert "【" not in part
        assert not part.endswith(("[", "[1", "[1,", "Sources:", "(source"))


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("<think>hm</think>Yes.", "Yes."),
        ("hm, so [2]</think>Yes [1].", "Yes [1]."),
        ("<thought>hm</thought>Yes.", "Yes."),
        ("<reasoning effort=low>hm</reasoning>\nYes.", "Yes."),
        ("[THINK]hm[/THINK]Yes.", "Yes."),
        ("◁think▷hm◁/think▷Yes.", "Yes."),
        ("<think>a<think>b</think>c</think>Yes.", "Yes."),
        ("<think>cut off inside", ""),
        ("Yes. <think>second thoughts</think>Still yes.", "Yes. Still yes."),
        ("a < b and <b>bold</b>", "a < b and <b>bold</b>"),
    ],
)
def test_reasoning_is_not_part_of_the_answer(written: str, answer: str) -> None:
    assert without_thinking(written, done=True) == answer


def test_reasoning_that_was_shown_for_lack_of_an_opening_tag_is_taken_back() -> None:
    told: list[tuple[str, bool]] = []
    stream = AnswerStream(2, lambda text, replace: told.append((text, replace)))
    for piece in ["The person asks. ", "I think", "</thi", "nk>It is 5 [1]."]:
        stream.feed(piece)
    assert stream.finish() == "It is 5 [1]."
    assert ("", True) in told or told[-1] == ("It is 5 [1].", True)


def test_a_model_that_gives_no_pieces_is_shown_at_the_end() -> None:
    stream = AnswerStream(1, None)
    assert stream.finish("All at once [1].") == "All at once [1]."


def test_bytes_of_emoji_families_and_chinese_are_shown_whole_and_lose_nothing() -> None:
    written = "Yes 🙂, a family 👨‍👩‍👧‍👦 in 東京港 [1].END and more"
    text_stream, shown = TextStream(["END"]), AnswerStream(1, None)
    for byte in written.encode():
        piece = text_stream.feed(bytes([byte]))
        assert "\ufffd" not in piece
        shown.feed(piece)
    shown.feed(text_stream.finish())
    assert shown.finish() == "Yes 🙂, a family 👨‍👩‍👧‍👦 in 東京港 [1]."


@pytest.mark.parametrize("tag", ["think", "thought", "reasoning"])
@pytest.mark.parametrize("opened", [True, False])
def test_reasoning_cut_at_every_position_never_reaches_the_answer(tag: str, opened: bool) -> None:
    reasoning = f"{f'<{tag}>' if opened else ''}thinking of [2]...</{tag}>"
    written = f"{reasoning}answer [1]"
    for at in range(len(written) + 1):
        assert shown_after([written[:at], written[at:]]) == ("answer [1]", "answer [1]")
    if opened:
        for end in range(len(f"<{tag}>"), len(reasoning)):
            assert shown_after(list(written[:end])) == ("", "")
