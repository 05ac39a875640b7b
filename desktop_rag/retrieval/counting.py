"""Counting the documents that a question about the library is about."""

from __future__ import annotations

import re
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
_AND = re.compile(r",\s+|\s+(?:and|y|e|&)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of `total` files fit, and the first of them as hits: most passages first, files of
    the same content once. A hit's score is how many of its document's passages hold the subject.
    `places`: how many files each hit stands for. `said`: what the documents had to say, each for
    itself."""

    count: int
    total: int
    hits: tuple[Hit, ...]
    said: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


class DocumentCounter:
    """Answers questions about the library from its whole index."""

    def __init__(self, index: DocumentIndex, chunks: ChunkSource) -> None:
        self._index = index
        self._chunks = chunks

    def count(self, question: CountQuestion, filters: Filters, *, most: int) -> Counted:
        """Count the files, and look up `most` of their documents. The filters' phrases must occur
        in a document, and what they exclude must not; all other limits say which documents there
        are. Raises `SearchFailed`."""
        types = filters.types or question.types
        if question.types and filters.types:
            types = tuple(kind for kind in question.types if kind in filters.types)
            if not types:
                return Counted(0, 0, ())
        wanted = replace(filters, types=types, phrases=(), without=())
        everything = self._index.all(wanted)
        subjects = _subjects(question.subject, filters.phrases)
        fitting = self._fitting(question.named, subjects, filters, wanted, everything)
        files = self._chunks.files_of(list(everything), wanted)
        found = [document for document in fitting if document in files]
        found.sort(key=lambda document: (-fitting[document].passages, files[document].path))
        shown = {document: fitting[document] for document in found[:most]}
        said = (*filters.phrases, *subjects)
        hits = self._hits(shown, files, " ".join(said))
        places = self._index.places(wanted)
        return Counted(
            count=sum(places.get(document, 1) for document in found),
            total=sum(places.get(document, 1) for document in files),
            hits=hits,
            said=said,
            places=tuple(places.get(hit.chunk.document, 1) for hit in hits),
        )

    def _fitting(
        self,
        named: Sequence[str],
        subjects: Sequence[str],
        asked: Filters,
        wanted: Filters,
        everything: dict[int, Holding],
    ) -> dict[int, Holding]:
        """Documents that meet every condition, each shown by where it meets the first."""
        conditions = [self._index.holding([p], wanted, phrase=True) for p in asked.phrases]
        conditions += [self._index.holding([subject], wanted) for subject in subjects]
        if named:
            conditions.append(self._index.holding(named, wanted, names=True))
        excluded = [self._index.holding([p], wanted, phrase=True) for p in asked.without]
        first, *others = conditions or [everything]
        return {
            document: held
            for document, held in first.items()
            if all(document in other for other in others)
            and not any(document in other for other in excluded)
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


def _subjects(subject: str, phrases: Sequence[str]) -> tuple[str, ...]:
    """What a document must mention beside the phrases, each for itself: "travel and meals" are
    two."""
    for phrase in phrases:
        subject = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", " , ", subject)
    parts = _AND.split(subject) if subject else ()
    return tuple(
        dict.fromkeys(
            part.strip()
            for part in parts
            if any(not is_small_word(word) for word in words(fold(part)))
        )
    )


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
