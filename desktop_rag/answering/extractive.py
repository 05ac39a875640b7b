"""Answers made of quotations: the sentences of the sources that answer best."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.answering.citing import defuse
from desktop_rag.answering.quotable import quotable
from desktop_rag.answering.similarity import PassageVectors, TextSimilarity
from desktop_rag.answering.wording import overlap, rarity, stems
from desktop_rag.domain.answer import AnswerSentence, Source

# Fixed once on a third of XQuAD (English and Spanish). A source of rank n, as the search ranked it,
# lifts its sentences by WEIGHT_OF_RANK / n.
WEIGHT_OF_WORDS = 0.6
WEIGHT_OF_RANK = 0.25

_QUOTATION_MARKS = {"en": ("“", "”"), "es": ("«", "»")}


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim part of a source: `chars` is its range in the source's passage."""

    source: int
    chars: tuple[int, int]
    text: str
    score: float
    code: bool = False


@dataclass(frozen=True, slots=True)
class _Part:
    """A unit of a source with its stems, before it has a score."""

    source: Source
    chars: tuple[int, int]
    text: str
    words: set[str]
    label: bool


def choose_quotes(
    question: str,
    sources: Sequence[Source],
    count: int,
    language: str,
    vectors: PassageVectors | None = None,
) -> list[Quote]:
    """The best `count` parts, ordered for reading: sources by their best part, the parts of one
    source as they follow in it. A part that several sources share is quoted once; headings and the
    like only where there is nothing else. Without `vectors` only words count."""
    parts = [part for source in sources for part in _parts(source, language)]
    parts = [part for part in parts if not part.label] or parts
    if not parts:
        return []
    weights = rarity(set(stems(question, language)), [part.words for part in parts])
    alike = vectors.compare(question) if vectors else None
    quotes = [
        Quote(
            part.source.n,
            part.chars,
            part.text,
            _score(part, weights, alike),
            part.source.hit.chunk.draft.kind == "code",
        )
        for part in parts
    ]
    return _in_reading_order(_best(quotes, count))


def compose(quotes: Sequence[Quote], language: str) -> tuple[str, tuple[AnswerSentence, ...]]:
    """The answer's text, a paragraph a quotation with its [n], and its sentences."""
    text = ""
    found: list[AnswerSentence] = []
    for quote in quotes:
        start = len(text) + (2 if text else 0)
        text = f"{text}\n\n{_quoted(quote, language)}" if text else _quoted(quote, language)
        found.append(
            AnswerSentence(
                text=text[start:],
                chars=(start, len(text)),
                citations=(quote.source,),
                support="supported",
                score=1.0,
                note="quoted",
            )
        )
    return text, tuple(found)


def _parts(source: Source, language: str) -> list[_Part]:
    found = []
    for part in quotable(source.hit.chunk):
        text = source.hit.chunk.text[slice(*part.chars)]
        found.append(_Part(source, part.chars, text, set(stems(text, language)), part.label))
    return found


def _score(part: _Part, weights: dict[str, float], alike: TextSimilarity | None) -> float:
    close = alike.part(part.source.n, *part.chars) if alike else 0.0
    words = overlap(weights, part.words)
    return close + WEIGHT_OF_WORDS * words + WEIGHT_OF_RANK / part.source.n


def _best(quotes: list[Quote], count: int) -> list[Quote]:
    seen: set[str] = set()
    best: list[Quote] = []
    for quote in sorted(quotes, key=lambda q: -q.score):
        said = " ".join(quote.text.lower().split())
        if said not in seen:
            seen.add(said)
            best.append(quote)
        if len(best) == count:
            break
    return best


def _in_reading_order(best: list[Quote]) -> list[Quote]:
    order = list(dict.fromkeys(quote.source for quote in best))
    return sorted(best, key=lambda quote: (order.index(quote.source), quote.chars))


def _quoted(quote: Quote, language: str) -> str:
    """Prose in quotation marks on one line; code in a fence no run of backticks in it can close."""
    if quote.code:
        longest = max((len(run) for run in re.findall(r"`+", quote.text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}\n{quote.text}\n{fence}\n[{quote.source}]"
    opening, closing = _QUOTATION_MARKS.get(language, _QUOTATION_MARKS["en"])
    return f"{opening}{defuse(' '.join(quote.text.split()))}{closing} [{quote.source}]"
