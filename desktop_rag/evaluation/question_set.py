"""Question sets: a folder with `files/`, `queries.jsonl` and `qrels.tsv`."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_rag.domain.errors import InvalidRequest

_COLUMNS = ["query_id", "doc_id", "relevance"]
_LONGEST = 8_000  # characters; no search takes a longer question
_FILL = "Put the documents into 'files', the questions into 'queries.jsonl'."
_MEANT_AS_PLACE = re.compile(r"#(page|lines)\b")
_PLACE = re.compile(r".*#(page|lines?)=[0-9]+(-[0-9]+)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class EvalQuestion:
    """One question. `relevant`: document ids (a file's name without suffix, or its path; `#page=3`
    or `#lines=10-24` may follow) with grades. `answerable` is False when the set says that no
    document answers it."""

    id: str
    text: str
    relevant: dict[str, int] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    answerable: bool = True


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A question set. `files` is the folder to index."""

    name: str
    files: Path
    questions: tuple[EvalQuestion, ...]
    remarks: tuple[str, ...] = ()


def is_place(id: str) -> bool:
    """True when a judged id names a place in a document: `manual#page=3`, `notes#lines=10-24`."""
    return _PLACE.fullmatch(id) is not None


def read_question_set(folder: Path) -> QuestionSet:
    """Read a folder's questions and judgements. Raises `InvalidRequest` that names the file and the
    line of what is wrong."""
    files = folder / "files"
    if not files.is_dir():
        raise InvalidRequest(f"{folder} is no question set: it has no folder 'files'.", _FILL)
    documents = _documents(files)
    if not documents:
        raise InvalidRequest(f"{files} holds no document.", _FILL)
    judgements = _read_judgements(folder / "qrels.tsv")
    questions = _read_questions(folder / "queries.jsonl", judgements)
    remarks = _remarks(folder / "qrels.tsv", judgements, questions, documents)
    return QuestionSet(folder.name, files, tuple(questions), remarks)


def _read_questions(path: Path, judgements: dict[str, dict[str, int]]) -> list[EvalQuestion]:
    questions: list[EvalQuestion] = []
    seen: set[str] = set()
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        row = _object(path, number, line)
        id, text = row.get("id"), row.get("text")
        if not isinstance(id, str | int) or not isinstance(text, str) or not text.strip():
            raise _wrong(path, number, "needs an 'id' and a 'text'")
        if str(id) in seen:
            raise _wrong(path, number, f"repeats the id {id!r}")
        seen.add(str(id))
        length = len(text.strip())
        if length > _LONGEST:
            what = f"the question {id!r} has {length} characters; {_LONGEST} are the most"
            raise _wrong(path, number, what)
        answers = row.get("answers") or []
        if not isinstance(answers, list) or not all(isinstance(a, str) for a in answers):
            raise _wrong(path, number, "'answers' must be a list of texts")
        relevant = judgements.get(str(id), {})
        answerable = row.get("answerable", True)
        if not isinstance(answerable, bool):
            raise _wrong(path, number, "'answerable' must be true or false")
        questions.append(EvalQuestion(str(id), text, relevant, tuple(answers), answerable))
    if not questions:
        raise InvalidRequest(f"There are no questions in {path}.", "Write one a line.")
    return questions


def _documents(files: Path) -> set[str]:
    """How the files may be called: by name without suffix, or by path. Links are not indexed."""
    paths = [path for path in files.rglob("*") if path.is_file() and not path.is_symlink()]
    return {path.stem for path in paths} | {str(path) for path in paths}


def _remarks(
    path: Path,
    judgements: dict[str, dict[str, int]],
    questions: list[EvalQuestion],
    documents: Set[str],
) -> tuple[str, ...]:
    """What of the judgements has no counterpart: a part of a set may be measured by itself."""
    strangers = sorted(judgements.keys() - {question.id for question in questions})
    missing = sorted(
        {
            id
            for question in questions
            for id in question.relevant
            if id not in documents and id.rpartition("#")[0] not in documents
        }
    )
    remarks = []
    if strangers:
        remarks.append(
            f"{path} judges {len(strangers)} questions that are not in queries.jsonl, for example "
            f"{strangers[0]!r}; they are left out."
        )
    if missing:
        remarks.append(
            f"{path} names {len(missing)} documents that are not in 'files', for example "
            f"{missing[0]!r}; they count as not found."
        )
    return tuple(remarks)


def _read_judgements(path: Path) -> dict[str, dict[str, int]]:
    rows = csv.reader(_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE)
    if [cell.strip() for cell in next(rows, [])] != _COLUMNS:
        raise _wrong(path, 1, f"must be the header {' '.join(_COLUMNS)}, separated by tabs")
    judgements: dict[str, dict[str, int]] = {}
    for number, row in enumerate(rows, 2):
        if not "".join(row).strip():
            continue
        try:
            query, document, grade = row
            judgements.setdefault(query, {})[document] = int(grade)
        except ValueError as error:
            raise _wrong(path, number, "must be: question, document, whole number") from error
        if _MEANT_AS_PLACE.search(document) and not is_place(document):
            what = f"the place in {document!r} must be like #page=3 or #lines=10-24"
            raise _wrong(path, number, what)
    return judgements


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")
    except FileNotFoundError as error:
        raise InvalidRequest(f"There is no file {path}.", "Write it; see the help.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidRequest(
            f"{path} cannot be read as UTF-8 text.", "Save it as UTF-8.", detail=repr(error)
        ) from error


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise _wrong(path, number, "is not JSON") from error
    if not isinstance(row, dict):
        raise _wrong(path, number, "is not a JSON object")
    return row


def _wrong(path: Path, number: int, what: str) -> InvalidRequest:
    return InvalidRequest(f"{path}, line {number}: {what}.", "Correct the line.")
