"""What is refused when the answer is not there: the article or the passage is taken away.

Articles (or passages) are divided into five groups. For each group a library is made of the files
without it, and the questions that only it answers are asked there.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean
from typing import Any

from desktop_rag.answering.refusing import LOWEST_CONFIDENCE
from desktop_rag.evaluation import QuestionSet
from tests.quality.command_line import CommandLineLibrary

GROUPS = 5


def refused_share(rows: Iterable[dict[str, Any]]) -> float:
    """The share of searches after which the application says that it has no answer."""
    return mean(
        not row["hits"] or (row["confidence"] is not None and row["confidence"] < LOWEST_CONFIDENCE)
        for row in rows
    )


def article_sets(asked: QuestionSet) -> dict[str, str]:
    """The article of each document, for sets whose questions name their article; else {}."""
    lines = (asked.files.parent / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    articles = {str(row["id"]): row.get("article") for row in map(json.loads, lines)}
    if any(articles[q.id] is None for q in asked.questions):
        return {}
    return {doc: str(articles[q.id]) for q in asked.questions for doc in q.relevant}


def print_missing(asked: QuestionSet, articles: dict[str, str]) -> None:
    """A line each for articles and for passages that are taken away."""
    for label, rows in rows_without(asked, articles):
        print(f"{asked.name:20} {label:16} refused {refused_share(rows):.3f} of {len(rows)}")


def rows_without(
    asked: QuestionSet, articles: dict[str, str], *options: str
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """What searches print when articles, and when passages are taken away; nothing for sets without
    articles. `options`: more words for the command."""
    if not articles:
        return
    passages = {path.stem: path.stem for path in asked.files.iterdir()}
    whole = _articles_of_all(asked, articles)
    for label, parts in (("without article", whole), ("without passage", passages)):
        groups = [_asked_without(asked, parts, group, options) for group in range(GROUPS)]
        yield label, [row for rows in groups for row in rows]


def _articles_of_all(asked: QuestionSet, known: dict[str, str]) -> dict[str, str]:
    """Documents that no question is about belong to the article their name begins with."""
    by_name = {doc.rpartition("_")[0]: article for doc, article in known.items()}
    stems = [path.stem for path in asked.files.iterdir()]
    return {stem: known.get(stem) or by_name.get(stem.rpartition("_")[0], stem) for stem in stems}


def _asked_without(
    asked: QuestionSet, parts: dict[str, str], group: int, options: tuple[str, ...]
) -> list[dict[str, Any]]:
    names = sorted(set(parts.values()))
    gone = {stem for stem, part in parts.items() if names.index(part) % GROUPS == group}
    questions = [q for q in asked.questions if q.relevant and q.relevant.keys() <= gone]
    if not questions:
        return []
    with tempfile.TemporaryDirectory(prefix="without-") as folder:
        for path in asked.files.iterdir():
            if path.stem not in gone:
                shutil.copy(path, folder)
        with CommandLineLibrary(Path(folder)) as library:
            return list(library.search(questions, *options).values())
