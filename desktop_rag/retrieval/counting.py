"""Counting the documents that a question about the library is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.query import Filters
from desktop_rag.domain.search_form import fold, words
from desktop_rag.domain.sentences import sentences
from desktop_rag.ports.retrieval import ChunkSource, DocumentIndex, Holding
from desktop_rag.retrieval.count_questions import CountQuestion
from desktop_rag.retrieval.languages import is_small_word

_STEM = 3  # letters of a word's end that its other forms may change
_LEAST = 4


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of `total` documents fit, and the first of them as hits: most passages first. A
    hit's score is how many of its document's passages hold the subject."""

    count: int
    total: int
    hits: tuple[Hit, ...]


class DocumentCounter:
    """Answers questions about the library from its whole index."""

    def __init__(self, index: DocumentIndex, chunks: ChunkSource) -> None:
        self._index = index
        self._chunks = chunks

    def count(
        self,
        question: CountQuestion,
        filters: Filters,
        *,
        phrases: Sequence[str] = (),
        path_parts: Sequence[str] = (),
        most: int,
    ) -> Counted:
        """Count, and look up `most` of the documents. `phrases` must occur as they are;
        `path_parts`: pieces of paths, one of which must occur in the file's. Raises
        `SearchFailed`."""
        if question.types:
            filters = replace(filters, types=question.types)
        everything = self._index.all(filters)
        fitting = self._fitting(question, phrases, filters, everything)
        files = self._files(list(everything), filters, path_parts)
        found = [document for document in fitting if document in files]
        found.sort(key=lambda document: (-fitting[document].passages, files[document].path))
        shown = {document: fitting[document] for document in found[:most]}
        return Counted(len(found), len(files), self._hits(shown, files, question.subject))

    def _fitting(
        self,
        question: CountQuestion,
        phrases: Sequence[str],
        filters: Filters,
        everything: dict[int, Holding],
    ) -> dict[int, Holding]:
        """Documents that meet every condition, each shown by where it meets the first."""
        conditions = [self._index.holding([p], filters, phrase=True) for p in phrases]
        if question.subject and not phrases:
            conditions.append(self._index.holding([question.subject], filters))
        if question.named:
            conditions.append(self._index.holding(question.named, filters, names=True))
        first, *others = conditions or [everything]
        return {d: h for d, h in first.items() if all(d in other for other in others)}

    def _files(
        self, documents: Sequence[int], filters: Filters, path_parts: Sequence[str]
    ) -> dict[int, FileRef]:
        files = self._chunks.files_of(documents, filters)
        if not path_parts:
            return files
        return {
            document: file
            for document, file in files.items()
            if any(part in file.path.replace("\\", "/").lower() for part in path_parts)
        }

    def _hits(
        self, shown: dict[int, Holding], files: dict[int, FileRef], subject: str
    ) -> tuple[Hit, ...]:
        chunks = self._chunks.chunks([holding.chunk for holding in shown.values()])
        hits = []
        for document, holding in shown.items():
            chunk = chunks.get(holding.chunk)
            if chunk is None:
                continue  # deleted between the two look-ups
            focus = _focus(chunk.text, subject)
            regions = self._chunks.regions(chunk, *focus) if focus else self._chunks.regions(chunk)
            score = float(holding.passages)
            hits.append(Hit(chunk, files[document], score, focus=focus, regions=regions))
        return tuple(hits)


def _focus(text: str, subject: str) -> tuple[int, int] | None:
    """The first of the sentences with most of the subject's words; None when there is none."""
    beginnings = [_beginning(w) for w in words(fold(subject)) if not is_small_word(w)]
    best: tuple[int, int] | None = None
    most = 0
    for start, end in sentences(text):
        folded = fold(text[start:end])
        held = sum(beginning in folded for beginning in beginnings)
        if held > most:
            best, most = (start, end), held
    return best


def _beginning(word: str) -> str:
    """What the word's other forms begin with."""
    return word[: max(_LEAST, len(word) - _STEM)]
