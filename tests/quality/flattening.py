"""Structured data embedded as it stands against its spoken form, on question sets of records.

    python -m tests.quality.flattening CACHE SET… [--records N] [--misses]

Both ways go through the application's readers, chunkers and embedder, with `flatten_data` off and
on; records are ranked by their best vector, exactly. One line a set and measure gives both values,
their ratio and the 95 % interval of the difference (paired bootstrap over the questions); the last
lines give the mean ratios. `--records` takes a part of a large set: questions in a fixed order, all
that answers them, then others.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.errors import ReadingFailed
from desktop_rag.engine.plugins import Parts, load_parts
from desktop_rag.engine.reading_plan import ReadingPlan
from desktop_rag.evaluation.bootstrap import paired_bootstrap
from desktop_rag.evaluation.measures import precision_at, recall_at, reciprocal_rank
from desktop_rag.evaluation.question_set import EvalQuestion, read_question_set
from desktop_rag.indexing.preparing import PreparedBatch, prepare
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.starters import starter_embedder
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.settings.indexing import IndexingSettings

_TO_REACH = 1.25
_BEST = 5
Vectors = NDArray[np.float32]


class CachedVectors:
    """Vectors of texts, each text embedded once and kept in a folder."""

    def __init__(self, folder: Path) -> None:
        model = starter_embedder()
        if model is None:
            raise SystemExit("the starter embedder is not installed")
        folder.mkdir(parents=True, exist_ok=True)
        hashes = FileHashes(folder / "hashes.json")
        facts = read_embedder_facts(model.path, "all-MiniLM-L6-v2", hashes)
        self._embedder = SentenceTransformerEmbedder(facts, threads=1)
        self._file = folder / "vectors.npz"
        self._known: dict[str, Vectors] = {}
        if self._file.exists():
            with np.load(self._file) as stored:
                self._known = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))

    def of(self, texts: list[str]) -> Vectors:
        """[len(texts), d]; texts fit the embedder's window."""
        keys = [hashlib.sha256(text.encode()).hexdigest()[:32] for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            # Texts of one length together: less padding.
            order = sorted(new, key=lambda key: len(new[key]))
            vectors = self._embedder.embed([new[key] for key in order])
            self._known |= dict(zip(order, vectors, strict=True))
            np.savez(self._file, keys=list(self._known), vectors=np.stack([*self._known.values()]))
        return np.stack([self._known[key] for key in keys])

    def windows(self, text: str) -> list[str]:
        """The text in pieces that fit the embedder's window, as the engine cuts it."""
        return [text[start:end] for start, end in self._embedder.split(text)]


def embedded_texts(parts: Parts, path: Path, *, flatten: bool) -> list[str]:
    """What the engine would embed of a file, before it is cut to the window."""
    settings = IndexingSettings(flatten_data=flatten)
    plan = ReadingPlan(parts, settings)
    reader = plan.reader_of(str(path))
    try:
        reading = reader.open(ReadRequest(str(path), path.name, flatten=flatten))
    except ReadingFailed:
        return []
    steps = prepare(
        reading,
        mode="auto",
        settings=settings,
        file_name=path.name,
        chunkers=list(parts.chunkers.values()),
        enrichers=plan.enrichers,
    )
    return [
        draft.embedded_text()
        for step in steps
        if isinstance(step, PreparedBatch)
        for draft in step.drafts
    ]


def rankings(
    texts: dict[str, list[str]], questions: list[EvalQuestion], vectors: CachedVectors
) -> dict[str, list[str]]:
    """Documents by their best vector, best first, for every question."""
    windows = [
        (doc, w) for doc, told in texts.items() for text in told for w in vectors.windows(text)
    ]
    names = sorted(texts)
    numbers = {name: number for number, name in enumerate(names)}
    owners = np.array([numbers[doc] for doc, _ in windows])
    matrix = vectors.of([window for _, window in windows])
    asked = vectors.of([" ".join(vectors.windows(q.text)[:1]) for q in questions])
    found = {}
    for question, vector in zip(questions, asked, strict=True):
        best = np.full(len(names), -1.0, np.float32)
        np.maximum.at(best, owners, matrix @ vector)
        found[question.id] = [names[n] for n in np.argsort(-best, kind="stable")[:50]]
    return found


def some_of(
    files: list[Path], questions: Iterable[EvalQuestion], records: int
) -> tuple[list[Path], list[EvalQuestion]]:
    """About `records` files, and the questions that they answer wholly."""
    by_hash = sorted(questions, key=lambda q: hashlib.sha256(q.id.encode()).digest())
    if len(files) <= records:
        return files, by_hash
    wanted: dict[str, None] = {}
    taken = []
    for question in by_hash:
        if len(wanted | dict.fromkeys(question.relevant)) > records // 2:
            break
        wanted |= dict.fromkeys(question.relevant)
        taken.append(question)
    others = sorted(files, key=lambda path: hashlib.sha256(path.name.encode()).digest())
    wanted |= dict.fromkeys(
        [p.stem for p in others if p.stem not in wanted][: records - len(wanted)]
    )
    return [path for path in files if path.stem in wanted], taken


def compare(
    folder: Path, parts: Parts, vectors: CachedVectors, records: int, misses: bool
) -> dict[str, float]:
    """Print the comparison on one set; gives the ratio by measure."""
    whole = read_question_set(folder)
    files = sorted(path for path in whole.files.iterdir() if path.is_file())
    files, questions = some_of(files, [q for q in whole.questions if q.relevant], records)
    found = {}
    for flatten in (False, True):
        texts = {path.stem: embedded_texts(parts, path, flatten=flatten) for path in files}
        found[flatten] = rankings(texts, questions, vectors)
    print(f"{folder.name}: {len(files)} records, {len(questions)} questions")
    ratios = {}
    measures = {
        f"recall@{_BEST}": lambda ranking, grades: recall_at(_BEST, ranking, grades),
        f"precision@{_BEST}": lambda ranking, grades: precision_at(_BEST, ranking, grades),
        "mrr": reciprocal_rank,
    }
    for name, measure in measures.items():
        raw, flat = (
            [measure(found[way][q.id], q.relevant) for q in questions] for way in (False, True)
        )
        interval = paired_bootstrap(raw, flat)
        ratios[name] = float(np.mean(flat) / np.mean(raw))
        print(
            f"  {name:<12} raw {np.mean(raw):.3f}, flattened {np.mean(flat):.3f}, ratio "
            f"{ratios[name]:.3f}, difference {interval.low:+.3f} to {interval.high:+.3f}"
        )
    if misses:
        _print_misses(questions, found[True])
    return ratios


def _print_misses(questions: list[EvalQuestion], found: dict[str, list[str]]) -> None:
    for question in questions:
        missed = question.relevant.keys() - set(found[question.id][:_BEST])
        if missed:
            print(f"    {question.text[:90]!r} → {sorted(missed)}, found {found[question.id][:3]}")


def main() -> int:
    """The exit status says whether the mean ratio of recall and precision is reached."""
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--misses", action="store_true")
    chosen = parser.parse_args()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    parts, vectors = load_parts(), CachedVectors(chosen.cache)
    all_of = [
        compare(folder, parts, vectors, chosen.records, chosen.misses) for folder in chosen.sets
    ]
    means = {name: float(np.mean([ratios[name] for ratios in all_of])) for name in all_of[0]}
    print("mean ratios: " + ", ".join(f"{name} {mean:.3f}" for name, mean in means.items()))
    print(f"to reach {_TO_REACH} in recall and precision")
    return 0 if min(means[f"{m}@{_BEST}"] for m in ("recall", "precision")) >= _TO_REACH else 1


if __name__ == "__main__":
    raise SystemExit(main())
