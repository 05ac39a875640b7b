"""The table "Finding": what a person gets with the default settings, beside three baselines.

    python -m tests.quality.finding SETS_FOLDER [NAME…]

Each set is added to a throw-away library and asked through the command line, exactly as a person
would. The baselines use the same embedder on the same files: vectors alone on pieces of 1000
characters that overlap by 200, BM25 alone, and the two fused with equal weights (k = 60).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean

import numpy as np

from desktop_rag.evaluation import EvalQuestion, QuestionSet, paired_bootstrap, read_question_set
from desktop_rag.evaluation.measures import ndcg_at, recall_at
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.starters import starter_embedder
from desktop_rag.retrieval.fusing import Match, RankedList, weighted_rrf
from tests.quality.plain_bm25 import Bm25

KEEP = 20
PIECE, OVERLAP = 1000, 200
Rankings = dict[str, list[str]]


def default_rankings(questions: QuestionSet, home: Path) -> Rankings:
    """Documents in order of their best hit, through the command line."""
    environment = {**os.environ, "DESKTOP_RAG_HOME": str(home / "home")}
    library = ["--library", str(home / "library"), "--json"]
    command = [sys.executable, "-m", "desktop_rag"]
    subprocess.run(
        [*command, "add", str(questions.files), "--no-watch", *library],
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    asked = home / "queries.jsonl"
    lines = [json.dumps({"id": q.id, "text": q.text}) for q in questions.questions]
    asked.write_text("\n".join(lines), encoding="utf-8")
    found = subprocess.run(
        [*command, "search", "--queries", str(asked), "-k", str(KEEP), *library],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    rows = [json.loads(line) for line in found.stdout.split("\n") if line.strip()]
    return {
        row["id"]: list(dict.fromkeys(Path(hit["path"]).stem for hit in row["hits"]))
        for row in rows
    }


def baseline_rankings(
    questions: QuestionSet, embedder: SentenceTransformerEmbedder
) -> list[Rankings]:
    """Vectors alone, BM25 alone, and the two fused."""
    pieces: list[str] = []
    owners: list[str] = []
    for path in sorted(questions.files.iterdir()):
        text = path.read_text(encoding="utf-8", errors="replace")
        for start in range(0, max(1, len(text) - OVERLAP), PIECE - OVERLAP):
            pieces.append(text[start : start + PIECE])
            owners.append(path.stem)
    within = [piece[: embedder.split(piece)[0][1]] for piece in pieces]  # what plain recipes embed
    vectors = np.concatenate(
        [embedder.embed(within[i : i + 64]) for i in range(0, len(within), 64)]
    )
    language = questions.name.rpartition("_")[2]
    words = Bm25(pieces, "es" if language == "es" else "en")
    by_vector: Rankings = {}
    by_words: Rankings = {}
    fused: Rankings = {}
    for question in questions.questions:
        cosines = vectors @ embedder.embed_query(question.text)
        near = [Match(int(i), float(cosines[i])) for i in np.argsort(-cosines)[:100]]
        matches = [Match(i, score) for i, score in words.search(question.text, 100)]
        both = weighted_rrf([RankedList("vector", near), RankedList("keyword", matches)])
        by_vector[question.id] = _documents([m.chunk for m in near], owners)
        by_words[question.id] = _documents([m.chunk for m in matches], owners)
        fused[question.id] = _documents([f.chunk for f in both], owners)
    return [by_vector, by_words, fused]


def values(
    questions: Sequence[EvalQuestion], rankings: Rankings, measure: Callable[..., float], k: int
) -> list[float]:
    """One measure for every question that has a relevant document."""
    return [measure(k, rankings[q.id], q.relevant) for q in questions if q.relevant]


def print_set(questions: QuestionSet, embedder: SentenceTransformerEmbedder) -> None:
    """One line for each measure: default, three baselines, gain over the best of them."""
    with tempfile.TemporaryDirectory() as home:
        ours = default_rankings(questions, Path(home))
    others = baseline_rankings(questions, embedder)
    for label, measure, k in (("nDCG@10", ndcg_at, 10), ("recall@1", recall_at, 1)):
        own = values(questions.questions, ours, measure, k)
        rest = [values(questions.questions, ranking, measure, k) for ranking in others]
        best = max(rest, key=mean)
        gain = paired_bootstrap(best, own)
        columns = "  ".join(f"{mean(series):.3f}" for series in (own, *rest))
        print(
            f"{questions.name:20} {label:9} {columns}  "
            f"{gain.difference:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]",
            flush=True,
        )


def main(arguments: list[str]) -> int:
    """See the module's docstring."""
    if not arguments:
        print(__doc__)
        return 2
    sets = Path(arguments[0])
    names = arguments[1:] or sorted(path.name for path in sets.iterdir() if path.is_dir())
    starter = starter_embedder()
    if starter is None:
        print("The starter embedder is not installed.", file=sys.stderr)
        return 3
    with tempfile.TemporaryDirectory() as cache:
        hashes = FileHashes(Path(cache) / "hashes.json")
        facts = read_embedder_facts(starter.path, starter.name, hashes)
    embedder = SentenceTransformerEmbedder(facts)
    embedder.load()
    print("set                  measure   default vectors words RRF   gain over the best of three")
    for name in names:
        print_set(read_question_set(sets / name), embedder)
    return 0


def _documents(pieces: Sequence[int], owners: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(owners[piece] for piece in pieces))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
