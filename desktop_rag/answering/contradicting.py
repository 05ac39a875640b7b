"""Sources that say the same thing with different numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.answering import facts
from desktop_rag.answering.citing import defuse
from desktop_rag.answering.phrases import say
from desktop_rag.answering.units import units
from desktop_rag.answering.wording import content_stems
from desktop_rag.domain.answer import Source

# Two sentences are the same statement when this share of their words (numbers aside) is common.
SAME_FRAME = 0.7
LEAST_WORDS = 3
SOURCES_COMPARED = 5
LONGEST_SHOWN = 160


@dataclass(frozen=True, slots=True)
class _Statement:
    source: int
    text: str
    frame: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]


def disagreements(question: str, sources: Sequence[Source], language: str) -> tuple[str, ...]:
    """A notice per pair of sources whose sentences about the question share their wording and their
    names but differ in exactly one number. At most one notice a pair."""
    asked = set(content_stems(question, language))
    statements = [
        statement
        for source in sources[:SOURCES_COMPARED]
        for statement in _statements(source, language)
        if len(asked & statement.frame) >= min(2, len(asked))
    ]
    notices: dict[tuple[int, int], str] = {}
    for at, one in enumerate(statements):
        for other in statements[at + 1 :]:
            pair = (one.source, other.source)
            if one.source != other.source and pair not in notices and _disagree(one, other):
                notices[pair] = say(
                    "disagree",
                    language,
                    first=one.source,
                    second=other.source,
                    one=_shown(one.text),
                    other=_shown(other.text),
                )
    return tuple(notices.values())


def _statements(source: Source, language: str) -> list[_Statement]:
    text = source.hit.chunk.text
    found: list[_Statement] = []
    for start, end in units(source.hit.chunk):
        said = text[start:end]
        numbers = facts.numbers(said)
        spelled = {word.lower() for word in numbers.values()}
        words = [w for w in facts.words_in_order(said) if w.lower() not in spelled]
        frame = frozenset(w for w in content_stems(" ".join(words), language) if not w.isdigit())
        if numbers and len(frame) >= LEAST_WORDS:
            names = frozenset(facts.plain(name) for name in facts.names(said)) - spelled
            found.append(_Statement(source.n, said, frame, frozenset(numbers), names))
    return found


def _disagree(one: _Statement, other: _Statement) -> bool:
    if len(one.numbers - other.numbers) != 1 or len(other.numbers - one.numbers) != 1:
        return False
    common = len(one.frame & other.frame) / len(one.frame | other.frame)
    return common >= SAME_FRAME and one.names == other.names


def _shown(text: str) -> str:
    line = defuse(" ".join(text.split()))
    return line if len(line) <= LONGEST_SHOWN else f"{line[: LONGEST_SHOWN - 1]}…"
