from __future__ import annotations

import pytest

from desktop_rag.domain.errors import ModelFailure
from desktop_rag.inference.pair_encoding import PairForm, form_of_marks, form_of_template, grouped

_CLS, _SEP, _BOS, _EOS = 101, 102, 0, 2


def test_bert_pairs_are_closed_by_separators() -> None:
    form = form_of_marks(start=_CLS, end=None, separator=_SEP, doubled=False)
    assert form.encode([7, 8], [9], 512) == [_CLS, 7, 8, _SEP, 9, _SEP]


def test_roberta_pairs_end_before_they_separate() -> None:
    form = form_of_marks(start=_BOS, end=_EOS, separator=_EOS, doubled=True)
    assert form.encode([7], [9], 512) == [_BOS, 7, _EOS, _EOS, 9, _EOS]


def test_a_models_own_template_is_used_and_names_of_marks_count_in_it_alone() -> None:
    said: list[tuple[str, bool]] = []

    def tokenize(text: str, special: bool) -> list[int]:
        said.append((text, special))
        return [len(text)]

    form = form_of_template("<q>{query}<d>{document}</d>!", tokenize)
    assert said == [("<q>", True), ("<d>", True), ("</d>!", True)]
    assert form.encode([1], [2], 99) == [3, 1, 3, 2, 5]


def test_blanks_of_a_template_are_read_with_the_words_they_touch() -> None:
    said: list[str] = []

    def tokenize(text: str, special: bool) -> list[int]:
        said.append(text)
        return [len(text)]

    form = form_of_template("<q>: {query}\n<d>:  {document} \n</d>", tokenize)
    assert said == ["<q>:", "<d>:", "</d>"]
    assert form.texts("how", "so") == (" how\n", "  so \n")
    assert form_of_template("{query}\n{document}", tokenize).texts("a", "b") == ("a", "\nb")


@pytest.mark.parametrize("template", ["", "{query}", "{document} {query}", "{query}{query}"])
def test_a_template_without_question_and_passage_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match="must hold"):
        form_of_template(template, lambda text, special: [])


@pytest.mark.parametrize("limit", [20, 21, 34, 35])
def test_only_the_end_of_the_passage_is_cut(limit: int) -> None:
    form = PairForm((1,), (2,), (3,))
    passage = list(range(100, 120))
    row = form.encode([7] * 9, passage, limit)
    assert len(row) == min(limit, 12 + 20)
    assert row == [1, *[7] * 9, 2, *passage[: limit - 12], 3]


def test_a_question_without_room_for_a_passage_is_refused() -> None:
    with pytest.raises(ModelFailure, match="takes in 20 tokens"):
        PairForm((1,), (2,), (3,)).encode([7] * 12, list(range(30)), 20)
    assert len(PairForm((1,), (2,), (3,)).encode([7] * 12, [5], 20)) == 16


def test_rows_share_a_batch_as_long_as_they_fit() -> None:
    rows = [[0] * length for length in (30, 30, 50, 200, 10, 1, 1, 1)]
    groups = grouped(rows, 100, 3)
    assert [[len(row) for row in group] for group in groups] == [
        [30, 30],
        [50],
        [200],
        [10, 1, 1],
        [1],
    ]
    assert grouped([], 100, 3) == []
