"""Late chunking against breadcrumbs and against neither, by vectors alone and the same embedder.

    python -m tests.quality.late_chunking SET… [--window 512] [--target 500] [--every 1]

Documents of several chunks are made of a set: the paragraphs of an article joined under the
article's name (where questions say which article they are about), or the text of a PDF as the
application reads it. They are cut by the application's own chunker; `--target` makes the chunks
smaller, since only what is small needs its surroundings. Each chunk gets one vector in each of
three ways; a question finds its chunk when that holds the paragraph, or lies on the page, that
answers it. Printed are recall@1, recall@5 and MRR, and what late chunking gains in MRR, with 95 %
intervals (paired bootstrap over the questions). Articles that are only numbered and have no
headings have no breadcrumbs either: there these two ways are one.

The starter embedder's window of 256 tokens is too short for late chunking to be offered; here it is
given the 512 positions that its weights have, which is what the figures are about.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import Block, DocumentPart
from desktop_rag.evaluation.bootstrap import paired_bootstrap
from desktop_rag.indexing.chunking.document_mode import DocumentChunker
from desktop_rag.indexing.chunking.layout import open_headings
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.late_chunking import LateChunker
from desktop_rag.ports.embedding import Vectors
from desktop_rag.ports.indexing import ChunkSizes
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.pdf.reader import PdfReader
from tests.quality.recipes import load_embedder

_OVERLAP = 0  # late chunking needs none, and the three are to differ in one thing only
_BATCH = 64
_CHUNKS_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the numbers of the chunks that answer it."""

    text: str
    chunks: frozenset[int]


@dataclass(frozen=True, slots=True)
class Cut:
    """A document's title and its chunks, numbered over all documents from `first`."""

    title: str
    first: int
    drafts: tuple[ChunkDraft, ...]


def cut_articles(folder: Path, sizes: ChunkSizes) -> tuple[list[Cut], list[Asked]]:
    """Articles out of their paragraphs, in the order of their files' names."""
    rows = _rows(folder)
    names = {row["id"]: row["article"] for row in rows}
    judged = _judged(folder)
    articles = {paragraph: names[q] for q, paragraphs in judged.items() for paragraph in paragraphs}
    paths = [path for path in sorted((folder / "files").iterdir()) if path.stem in articles]
    cuts: list[Cut] = []
    holders: dict[str, frozenset[int]] = {}
    number = 0
    for title, group in groupby(paths, key=lambda path: articles[path.stem]):
        text, blocks, ranges = "", [], {}
        for path in group:
            body = path.read_text(encoding="utf-8-sig").strip()
            ranges[path.stem] = (len(text), len(text) + len(body))
            blocks.append(Block("paragraph", len(text), len(text) + len(body)))
            text += body + "\n\n"
        part = DocumentPart(text, tuple(blocks))
        drafts = DocumentChunker().split(part, 0, (), sizes)
        for paragraph, reach in ranges.items():
            holders[paragraph] = frozenset(
                number + draft.ordinal for draft in drafts if _holds(draft, reach)
            )
        name = title.replace("_", " ") if isinstance(title, str) else ""
        cuts.append(Cut(name, number, tuple(drafts)))
        number += len(drafts)
    asked = [
        Asked(row["text"], frozenset().union(*(holders[p] for p in judged[row["id"]])))
        for row in rows
        if row["id"] in judged
    ]
    return cuts, asked


def cut_pdfs(folder: Path, sizes: ChunkSizes) -> tuple[list[Cut], list[Asked]]:
    """PDF files with the headings that the application finds in them."""
    cuts: list[Cut] = []
    pages: dict[tuple[str, int], set[int]] = defaultdict(set)
    number = 0
    for path in sorted((folder / "files").iterdir()):
        reading = PdfReader().open(ReadRequest(str(path), path.name))
        drafts: list[ChunkDraft] = []
        carry: tuple[str, ...] = ()
        for part in reading.parts():
            drafts += DocumentChunker().split(part, len(drafts), carry, sizes)
            carry = open_headings(part, carry)
        for draft in drafts:
            first, last = draft.place.page, draft.place.last_page
            for page in range(first or 0, (last or first or 0) + 1):
                pages[path.stem, page].add(number + draft.ordinal)
        cuts.append(Cut(reading.facts().title or path.stem, number, tuple(drafts)))
        number += len(drafts)
    asked = [
        Asked(row["text"], frozenset().union(*(pages[row["doc"], page] for page in row["pages"])))
        for row in _rows(folder)
        if row.get("pages")
    ]
    return cuts, asked


def _rows(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _judged(folder: Path) -> dict[str, list[str]]:
    judged: dict[str, list[str]] = defaultdict(list)
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        question, document, relevance = line.split("\t")
        if int(relevance) > 0:
            judged[question].append(document)
    return judged


def _holds(draft: ChunkDraft, reach: tuple[int, int]) -> bool:
    """True when a chunk has half of a paragraph, or a paragraph makes half of the chunk."""
    first, last = draft.place.chars
    shared = min(last, reach[1]) - max(first, reach[0])
    return shared * 2 >= min(reach[1] - reach[0], last - first)


def embed_alone(
    cuts: Sequence[Cut], embedder: SentenceTransformerEmbedder, *, breadcrumbs: bool
) -> Vectors:
    """One vector a chunk, of its text, or of its title, headings and text; where that is longer
    than the window, the mean of its pieces'."""
    texts = []
    for cut in cuts:
        for draft in cut.drafts:
            told = draft.with_breadcrumb(tuple(filter(None, (cut.title, *draft.breadcrumb))))
            texts.append(told.embedded_text(breadcrumbs=breadcrumbs) or ".")
    pieces = [(n, t[a:b]) for n, t in enumerate(texts) for a, b in embedder.split(t)]
    vectors = np.zeros((len(texts), embedder.dimensions), np.float32)
    for start in range(0, len(pieces), _BATCH):
        batch = pieces[start : start + _BATCH]
        for (number, _), vector in zip(
            batch, embedder.embed([piece for _, piece in batch]), strict=True
        ):
            vectors[number] += vector
    return _unit(vectors)


def embed_late(cuts: Sequence[Cut], chunker: LateChunker) -> Vectors:
    """One vector a chunk, with its document in view; long documents in stretches, each with one
    chunk before and after it."""
    found = []
    for cut in cuts:
        texts = [draft.embedded_text(breadcrumbs=False)[draft.overlap :] for draft in cut.drafts]
        for start in range(0, len(texts), _CHUNKS_AT_ONCE):
            low, high = max(0, start - 1), min(len(texts), start + _CHUNKS_AT_ONCE + 1)
            stretch = texts[low:high]
            ends = np.cumsum([len(text) + 1 for text in stretch]).tolist()
            spans = [(end - 1 - len(t), end - 1) for end, t in zip(ends, stretch, strict=True)]
            last = min(len(texts), start + _CHUNKS_AT_ONCE) - low
            found.append(chunker.embed_spans("\n".join(stretch), spans[start - low : last]))
    return np.concatenate(found)


def ranks(asked: Sequence[Asked], questions: Vectors, chunks: Vectors) -> list[int]:
    """Where each question's first right chunk stands, from 1."""
    found = []
    for question, vector in zip(asked, questions, strict=True):
        order = np.argsort(-(chunks @ vector), kind="stable")
        right = np.isin(order, list(question.chunks))
        found.append(1 + int(right.argmax()))
    return found


def print_set(
    folder: Path, embedder: SentenceTransformerEmbedder, wanted: argparse.Namespace
) -> None:
    """The three ways on one set."""
    sizes = ChunkSizes(wanted.target, round(wanted.target * 1.5), _OVERLAP)
    pdf = any(path.suffix == ".pdf" for path in (folder / "files").iterdir())
    cuts, asked = (cut_pdfs if pdf else cut_articles)(folder, sizes)
    asked = [question for question in asked if question.chunks][:: wanted.every]
    questions = np.stack([embedder.embed_query(question.text) for question in asked])
    count = sum(len(cut.drafts) for cut in cuts)
    print(f"{folder.name}: {len(cuts)} documents, {count} chunks, {len(asked)} questions")
    ways: dict[str, Callable[[], Vectors]] = {
        "neither": lambda: embed_alone(cuts, embedder, breadcrumbs=False),
        "breadcrumbs": lambda: embed_alone(cuts, embedder, breadcrumbs=True),
        "late chunking": lambda: embed_late(cuts, LateChunker(embedder, wanted.window)),
    }
    reciprocal: dict[str, list[float]] = {}
    for name, embed in ways.items():
        found = ranks(asked, questions, embed())
        reciprocal[name] = [1 / rank for rank in found]
        first, five = (sum(rank <= k for rank in found) / len(found) for k in (1, 5))
        mrr = sum(reciprocal[name]) / len(found)
        print(f"  {name:14} recall@1 {first:.3f}  recall@5 {five:.3f}  MRR {mrr:.3f}", flush=True)
    for other in ("neither", "breadcrumbs"):
        gain = paired_bootstrap(reciprocal[other], reciprocal["late chunking"])
        print(f"  late chunking against {other}: MRR {gain.difference:+.3f} ", end="")
        print(f"[{gain.low:+.3f}, {gain.high:+.3f}]", flush=True)


def _unit(vectors: Vectors) -> Vectors:
    unit: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return unit


def main() -> int:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--window", type=int, default=512)
    parser.add_argument("--target", type=int, default=500)
    parser.add_argument("--every", type=int, default=1)
    wanted = parser.parse_args()
    embedder = load_embedder()
    for folder in wanted.sets:
        print_set(folder, embedder, wanted)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
