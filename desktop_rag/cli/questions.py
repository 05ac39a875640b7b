"""Question files: one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.domain.errors import InvalidRequest


@dataclass(frozen=True, slots=True)
class Question:
    """One line of a question file."""

    id: str
    text: str


def read_questions(path: Path) -> list[Question]:
    """All questions of a file. Raises `InvalidRequest` naming the line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidRequest(
            f"The question file {path} cannot be read: {error}.", "Check the path and its rights."
        ) from error
    return [
        _question(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()
    ]


def one_text(words: list[str] | None, queries: Path | None, command: str) -> str:
    """The question given as words; raises `InvalidRequest` unless there is exactly one source."""
    text = " ".join(words or ()).strip()
    if bool(words) == (queries is not None):
        raise InvalidRequest(
            "There must be either a question or a question file.",
            f'Write: desktop-rag {command} "your question", or --queries FILE.jsonl.',
        )
    if queries is None and not text:
        raise InvalidRequest("The question is empty.", "Write what you want to know.")
    return text


def _question(path: Path, number: int, line: str) -> Question:
    try:
        data: dict[str, Any] = json.loads(line)
        return Question(id=str(data["id"]), text=str(data["text"]))
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidRequest(
            f"Line {number} of {path} is not a question.",
            'Each line must be a JSON object with "id" and "text".',
        ) from error
