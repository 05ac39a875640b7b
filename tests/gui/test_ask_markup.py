"""The marks an answer may use, as data."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.gui.widgets.answer_markup import Span, parse_answer, split_at
from desktop_rag.gui.widgets.citation_text import citation_of

TEXTS = st.text(alphabet="ab[]123*`#-. \n\t•)~", max_size=120)


def test_paragraphs_lists_headings_bold_and_code_are_known() -> None:
    blocks = parse_answer("# Pump\nHold **it** `now`\n\n- one\n  - two\n3. three\n", frozenset())
    assert [(b.kind, b.marker, b.depth) for b in blocks] == [
        ("heading", "", 0),
        ("paragraph", "", 0),
        ("bullet", "•", 0),
        ("bullet", "•", 1),
        ("number", "3.", 0),
    ]
    styles = [(s.text, s.bold, s.code) for s in blocks[1].spans]
    assert styles == [("Hold ", False, False), ("it", True, False), (" ", False, False),
                      ("now", False, True)]  # fmt: skip


def test_fenced_code_is_kept_as_it_is_even_when_the_fence_is_not_closed_yet() -> None:
    blocks = parse_answer("```\na = [1]\n**b**", frozenset({1}))
    assert [b.kind for b in blocks] == ["code"]
    assert [s.text for s in blocks[0].spans] == ["a = [1]", "**b**"]
    assert all(s.cite is None for s in blocks[0].spans)


@given(TEXTS, st.frozensets(st.integers(1, 3)))
def test_only_numbers_of_the_table_are_citations(text: str, numbers: frozenset[int]) -> None:
    for block in parse_answer(text, numbers):
        for span in block.spans:
            assert span.cite is None or (span.cite in numbers and span.text == f"[{span.cite}]")


@given(TEXTS)
def test_spans_show_the_characters_they_stand_for_in_order(text: str) -> None:
    at = 0
    for block in parse_answer(text, frozenset({1, 2})):
        for span in block.spans:
            assert span.start >= at
            assert span.text in text[span.start : span.end]
            at = span.end


@given(TEXTS)
def test_no_letter_of_an_answer_is_lost(text: str) -> None:
    shown = "".join(s.text for b in parse_answer(text, frozenset()) for s in b.spans)
    assert [c for c in text if c in "ab"] == [c for c in shown if c in "ab"]


@given(st.text(max_size=30), st.lists(st.integers(0, 40)))
def test_the_pieces_of_a_span_join_to_it(text: str, cuts: list[int]) -> None:
    span = Span(text, 5, 5 + len(text))
    pieces = list(split_at(span, sorted(set(cuts))))
    assert "".join(piece.text for piece in pieces) == text
    assert pieces[0].start == span.start
    assert pieces[-1].end == span.end


def test_other_anchors_are_no_citations() -> None:
    assert citation_of("cite:3/2") == (3, 2)
    assert citation_of("cite:2") == (-1, 2)
    for other in ("", "http://a/1", "cite:", "cite:x/1", "cite:1/x", "found:1", "cite:/1"):
        assert citation_of(other) == (-1, 0), other
