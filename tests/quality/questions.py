"""A benchmark folder as chunks and questions, one chunk a file, for the answering commands."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.answering.similarity import passage_vectors
from desktop_rag.answering.wording import stems
from desktop_rag.domain.chunk import Chunk, ChunkDraft
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.place import Place
from desktop_rag.evaluation import EvalQuestion
from desktop_rag.ports.retrieval import TokenVectorSource


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its gold answers and the files (without suffix) that hold them."""

    id: str
    text: str
    answers: tuple[str, ...]
    files: frozenset[str]


def thinned(questions: tuple[EvalQuestion, ...], at_most: int | None) -> tuple[EvalQuestion, ...]:
    """At most so many, evenly taken; all without a limit."""
    return questions[:: max(1, math.ceil(len(questions) / (at_most or len(questions) or 1)))]


def load_questions(folder: Path, every: int = 1) -> list[Question]:
    """Every n-th question that has an answer."""
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines[::every]]
    files: dict[str, set[str]] = defaultdict(set)
    for judgement in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, file, relevance = judgement.split("\t")
        if int(relevance) > 0:
            files[query].add(file)
    return [
        Question(r["id"], r["text"], tuple(r["answers"]), frozenset(files[r["id"]]))
        for r in rows
        if r["answers"]
    ]


def load_passages(folder: Path, language: str) -> list[Hit]:
    """Every file of the folder as one chunk, in the shape of a hit."""
    hits: list[Hit] = []
    for number, path in enumerate(sorted((folder / "files").iterdir()), start=1):
        text = path.read_text(encoding="utf-8-sig")
        draft = ChunkDraft(0, text, Place((0, len(text))), "document", language=language)
        hits.append(Hit(Chunk(number, number, draft), FileRef(path.name, ""), 0.0))
    return hits


class PassageRanking:
    """Ranks passages by late interaction plus a share of BM25, over all passages."""

    def __init__(self, hits: Sequence[Hit], language: str, vectors: TokenVectorSource) -> None:
        self._hits = list(hits)
        self._language = language
        self._words = [Counter(stems(hit.chunk.text, language)) for hit in self._hits]
        self._spread = Counter(word for words in self._words for word in words)
        self._average = sum(sum(words.values()) for words in self._words) / len(self._words)
        self._vectors = passage_vectors(vectors, [(i, h.chunk) for i, h in enumerate(self._hits)])

    def best(self, question: str, count: int = 5, keyword_share: float = 0.4) -> list[Hit]:
        """The best `count` passages, best first."""
        asked = set(stems(question, self._language))
        keyword = [self._bm25(asked, words) for words in self._words]
        highest = max(keyword) or 1.0
        if self._vectors is None:
            raise ValueError("there are no passages to rank")
        alike = self._vectors.compare(question)
        scores = [
            alike.part(i, 0, len(self._hits[i].chunk.text)) + keyword_share * k / highest
            for i, k in enumerate(keyword)
        ]
        order = sorted(range(len(scores)), key=lambda i: -scores[i])[:count]
        return [self._hits[i] for i in order]

    def _bm25(self, asked: set[str], words: Counter[str]) -> float:
        """Robertson & Zaragoza 2009, k1 = 1.2, b = 0.75."""
        length = 0.25 + 0.75 * sum(words.values()) / self._average
        total = 0.0
        for word in asked & words.keys():
            n = self._spread[word]
            idf = math.log(1 + (len(self._words) - n + 0.5) / (n + 0.5))
            total += idf * words[word] * 2.2 / (words[word] + 1.2 * length)
        return total
