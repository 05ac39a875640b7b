"""Question sets are read with clear errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.evaluation.question_set import read_question_set


def _write(folder: Path, queries: str, qrels: str) -> Path:
    (folder / "files").mkdir()
    (folder / "queries.jsonl").write_text(queries, encoding="utf-8")
    (folder / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return folder


_QRELS = "query_id\tdoc_id\trelevance\n"


def test_questions_judgements_and_answers_are_read(tmp_path: Path) -> None:
    folder = _write(
        tmp_path,
        '{"id": "q1", "text": "How\u2028many?", "answers": ["308"]}\n'
        '{"id": 2, "text": "Who?", "answerable": false}\n',
        f"{_QRELS}q1\tmanual#page=3\t2\nq1\tother\t0\n",
    )
    first, second = read_question_set(folder).questions
    assert (first.id, first.text, first.answers) == ("q1", "How\u2028many?", ("308",))
    assert first.relevant == {"manual#page=3": 2, "other": 0}
    assert (second.id, second.answerable, second.relevant) == ("2", False, {})


@pytest.mark.parametrize(
    ("queries", "qrels", "complaint"),
    [
        ("not json\n", _QRELS, "line 1: is not JSON"),
        ("[1]\n", _QRELS, "is not a JSON object"),
        ('{"id": "a"}\n', _QRELS, "needs an 'id' and a 'text'"),
        ('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n', _QRELS, "line 2: repeats"),
        ('{"id": "a", "text": "x", "answers": "y"}\n', _QRELS, "must be a list"),
        ("\n", _QRELS, "no questions"),
        ('{"id": "a", "text": "x"}\n', "a\tb\tc\n", "must be the header"),
        ('{"id": "a", "text": "x"}\n', f"{_QRELS}a\tb\n", "line 2: must be"),
        ('{"id": "a", "text": "x"}\n', f"{_QRELS}a\tb\tgood\n", "whole number"),
        ('{"id": "a", "text": "x"}\n', f"{_QRELS}zz\tb\t1\n", "'zz'"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, queries: str, qrels: str, complaint: str
) -> None:
    with pytest.raises(InvalidRequest, match=complaint):
        read_question_set(_write(tmp_path, queries, qrels))


def test_a_folder_without_files_is_no_question_set(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="no folder 'files'"):
        read_question_set(tmp_path)


def test_a_missing_file_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    with pytest.raises(InvalidRequest, match="There is no file"):
        read_question_set(tmp_path)
