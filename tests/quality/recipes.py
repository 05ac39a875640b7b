"""What plain recipes find with the same embedder on the same files: the baselines of "Finding"."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from desktop_rag.evaluation import EvalQuestion
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.starters import starter_embedder
from desktop_rag.retrieval.fusing import Match, RankedList, weighted_rrf
from tests.quality.plain_bm25 import Bm25

PIECE, OVERLAP = 1000, 200
Rankings = dict[str, list[str]]


def load_embedder() -> SentenceTransformerEmbedder:
    """The starter embedder on one thread."""
    starter = starter_embedder()
    if starter is None:
        raise SystemExit("The starter embedder is not installed.")
    with tempfile.TemporaryDirectory() as cache:
        facts = read_embedder_facts(starter.path, starter.name, FileHashes(Path(cache) / "hashes"))
    embedder = SentenceTransformerEmbedder(facts, threads=1)
    embedder.load()
    return embedder


def recipe_rankings(
    files: Path, questions: Sequence[EvalQuestion], name: str, embedder: SentenceTransformerEmbedder
) -> list[Rankings]:
    """Vectors alone, BM25 alone, and the two fused with equal weights; [] for files that are no
    text."""
    pieces: list[str] = []
    owners: list[str] = []
    for path in sorted(files.iterdir()):
        if path.suffix == ".pdf":
            return []
        text = path.read_text(encoding="utf-8", errors="replace")
        for start in range(0, max(1, len(text) - OVERLAP), PIECE - OVERLAP):
            pieces.append(text[start : start + PIECE])
            owners.append(path.stem)
    # Plain recipes embed what fits the embedder's window and drop the rest.
    within = [piece[: embedder.split(piece)[0][1]] if piece.strip() else "." for piece in pieces]
    batches = [embedder.embed(within[i : i + 32]) for i in range(0, len(within), 32)]
    vectors = np.concatenate(batches)
    language = name.rpartition("_")[2]
    words = Bm25(pieces, language if language in ("es", "zh") else "en")
    found: list[Rankings] = [{}, {}, {}]
    for question in questions:
        cosines = vectors @ embedder.embed_query(question.text)
        near = [Match(int(i), float(cosines[i])) for i in np.argsort(-cosines)[:100]]
        matches = [Match(i, score) for i, score in words.search(question.text, 100)]
        both = weighted_rrf([RankedList("vector", near), RankedList("keyword", matches)])
        for ranking, chosen in zip(found, (near, matches, both), strict=True):
            ranking[question.id] = list(dict.fromkeys(owners[one.chunk] for one in chosen))
    return found
