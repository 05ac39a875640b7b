"""Do the quoted sentences hold the gold answer?

    python -m tests.quality.quoting FOLDER… [--every N] [--cache DIR]

Each folder is a benchmark set (`files/`, `queries.jsonl`). The five best passages are found in
memory; printed is the share of questions whose gold answer stands in the quoted sentences, beside
the share whose gold answer stands in the five passages at all.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from desktop_rag.answering.extractive import choose_quotes
from desktop_rag.answering.similarity import passage_vectors
from desktop_rag.answering.sourcing import number_sources
from tests.quality.questions import PassageRanking, Question, load_passages, load_questions
from tests.quality.token_vectors import MiniLmTokenVectors

QUOTED = 3


def measure(folder: Path, every: int, vectors: MiniLmTokenVectors) -> str:
    """One line of figures for one set."""
    language = folder.name.rsplit("_", 1)[-1]
    ranking = PassageRanking(load_passages(folder, language), language, vectors)
    questions = load_questions(folder, every)
    quoted = words_only = reachable = 0
    spent: list[float] = []
    for question in questions:
        sources = number_sources(ranking.best(question.text))
        reachable += _holds(question, [s.hit.chunk.text for s in sources])
        close = passage_vectors(vectors, [(s.n, s.hit.chunk) for s in sources])
        begin = time.perf_counter()
        quotes = choose_quotes(question.text, sources, QUOTED, language, close)
        spent.append(time.perf_counter() - begin)
        quoted += _holds(question, [quote.text for quote in quotes])
        plain = choose_quotes(question.text, sources, QUOTED, language)
        words_only += _holds(question, [quote.text for quote in plain])
    n = len(questions)
    spent.sort()
    return (
        f"{folder.name}: {n} questions, gold in {QUOTED} sentences {quoted / n:.3f}, "
        f"without vectors {words_only / n:.3f}, in 5 passages {reachable / n:.3f}; "
        f"p50 {spent[n // 2] * 1000:.0f} ms, p95 {spent[int(n * 0.95)] * 1000:.0f} ms"
    )


def _holds(question: Question, texts: list[str]) -> bool:
    said = [_plain(text) for text in texts]
    return any(_plain(answer) in text for answer in question.answers for text in said)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def main() -> None:
    """Prints a line a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--cache", type=Path, default=None, help="keeps token vectors there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        vectors = MiniLmTokenVectors(options.cache or Path(scratch))
        for folder in options.folders:
            print(measure(folder, options.every, vectors))


if __name__ == "__main__":
    main()
