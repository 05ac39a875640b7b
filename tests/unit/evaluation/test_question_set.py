"""Question sets are read with clear errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.engine.handlers.search import _LONGEST
from desktop_rag.evaluation.question_set import read_question_set


def _write(folder: Path, queries: str, qrels: str) -> Path:
    (folder / "files").mkdir()
    for name in ("manual.pdf", "other.md", "b", "c#.md"):
        (folder / "files" / name).touch()
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
        ('{"id": "a", "text": "x", "answerable": "false"}\n', _QRELS, "line 1: 'answerable'"),
        ('{"id": "a", "text": "x", "answerable": null}\n', _QRELS, "true or false"),
        (f'{{"id": "a", "text": "{"x" * 8001}"}}\n', _QRELS, "line 1: .*'a' has 8001 char"),
        ('{"id": "a", "text": "x"}\n', f"{_QRELS}a\tmanual#page=x\t1\n", "#page=3"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, queries: str, qrels: str, complaint: str
) -> None:
    with pytest.raises(InvalidRequest, match=complaint):
        read_question_set(_write(tmp_path, queries, qrels))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("zz\tother\t1\n", "judges 1 questions that are not in queries.jsonl, for example 'zz'"),
        ("a\tother\t1\na\tmanuel\t0\n", "names 1 documents .* for example 'manuel'"),
        ("a\tmanuel#page=3\t1\n", "for example 'manuel#page=3'; they count as not found"),
        ("a\tmanual.pdf\t1\n", "for example 'manual.pdf'"),
        ("a\tmanual#sheet=3\t1\na\tmanual#page=3\t1\n", ""),
    ],
)
def test_a_part_of_a_set_may_be_measured_and_what_is_not_there_is_told(
    tmp_path: Path, rows: str, said: str
) -> None:
    folder = _write(tmp_path, '{"id": "a", "text": "x"}\n', _QRELS + rows)
    remarks = read_question_set(folder).remarks
    assert len(remarks) == bool(said)
    assert not said or re.search(said, remarks[0])


def test_a_folder_without_files_is_no_question_set(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="no folder 'files'"):
        read_question_set(tmp_path)


def test_a_missing_file_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.md").touch()
    with pytest.raises(InvalidRequest, match="There is no file"):
        read_question_set(tmp_path)


def test_a_set_without_documents_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "files" / "empty").mkdir(parents=True)
    with pytest.raises(InvalidRequest, match=r"files.* holds no document"):
        read_question_set(tmp_path)


def test_documents_may_lie_deep_have_odd_names_and_be_named_by_their_path(tmp_path: Path) -> None:
    path = tmp_path / "files" / "manual.pdf"
    rows = ("c#", "c##lines=2", "deep", str(path), f"{path}#page=2-3")
    qrels = _QRELS + "".join(f"a\t{row}\t1\n" for row in rows)
    folder = _write(tmp_path, '{"id": "a", "text": "x"}\n', qrels)
    (folder / "files" / "sub").mkdir()
    (folder / "files" / "sub" / "deep.txt").touch()
    assert set(read_question_set(folder).questions[0].relevant) == set(rows)


def test_a_question_as_long_as_the_search_takes_is_read(tmp_path: Path) -> None:
    text = "x" * _LONGEST
    folder = _write(tmp_path, f'{{"id": "a", "text": " {text} "}}\n', _QRELS)
    assert read_question_set(folder).questions[0].text.strip() == text
