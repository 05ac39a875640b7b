"""The answer to a question about the library itself: a number and a list, each item cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.answering.citing import defuse
from desktop_rag.answering.phrases import fill
from desktop_rag.answering.sourcing import describe_place, number_sources
from desktop_rag.domain.answer import Answer, AnswerSentence, Source
from desktop_rag.domain.hit import Hit

_SENTENCES = {
    "some": (
        "{{count}} of {{total}} files {{have}} {{what}}:",
        "{{count}} de {{total}} archivos {{have}} {{what}}:",
    ),
    "none": (
        "None of {{total}} files has {{what}}.",
        "Ninguno de {{total}} archivos tiene {{what}}.",
    ),
    "all": ("Files in the library: {{total}}.", "Archivos en la biblioteca: {{total}}."),
    "all_of_type": (
        "Files of this type ({{types}}) in the library: {{total}}.",
        "Archivos de este tipo ({{types}}) en la biblioteca: {{total}}.",
    ),
    "same": (" — {{count}} files of the same content", " — {{count}} archivos con este contenido"),
    "said": ("“{{words}}” in the text", "«{{words}}» en el texto"),
    "named": ("“{{words}}” in the text or the name", "«{{words}}» en el texto o en el nombre"),
    "both": ("” and “", "» y «"),
    "or": ("” or “", "» o «"),
    "and": (" and ", " y "),
    "has": ("has", "tiene"),
    "have": ("have", "tienen"),
    "more": ("… and {{count}} more.", "… y {{count}} más."),
    "types": (" (only {{types}})", " (solo {{types}})"),
}


@dataclass(frozen=True, slots=True)
class CountedDocuments:
    """What was counted: `count` of `total` files, `hits` the first of them, `places` how many files
    of the same content each hit stands for. `said`: what each of them had to say; `named`: words of
    which one had to stand in text or name; `types`: suffixes that were counted, empty for all."""

    count: int
    total: int
    hits: Sequence[Hit]
    places: Sequence[int] = ()
    said: Sequence[str] = ()
    named: Sequence[str] = ()
    types: Sequence[str] = ()


def counted_answer(question: str, counted: CountedDocuments, language: str) -> Answer:
    """The number, then a line for each document with its mark; how many there are beside them.
    When none fits, the documents do not hold it, which is certain here."""
    sources = tuple(
        Source(source.n, source.hit, used=True) for source in number_sources(counted.hits)
    )
    lines = [defuse(_head(counted, language))]
    places = [*counted.places, *[1] * len(sources)][: len(sources)]
    for source, count in zip(sources, places, strict=True):
        same = _say("same", language, count=count) if count > 1 else ""
        lines.append(f"- {defuse(describe_place(source, language))}{same} [{source.n}]")
    left = counted.count - sum(places)
    if sources and left > 0:
        lines.append(_say("more", language, count=left))
    text = "\n".join(lines)
    if not counted.count:
        return Answer(question, "not_in_documents", text, "extractive")
    sentences = _sentences(lines, len(sources))
    return Answer(question, "answered", text, "extractive", sentences, sources)


def _sentences(lines: Sequence[str], listed: int) -> tuple[AnswerSentence, ...]:
    """Each line as a sentence; lines 1 to `listed` cite the source of that number. The number
    itself rests on the whole index."""
    found, start = [], 0
    for n, line in enumerate(lines):
        cited = (n,) if 1 <= n <= listed else ()
        chars = (start, start + len(line))
        found.append(AnswerSentence(line, chars, cited, "supported", 1.0, "counted"))
        start += len(line) + 1
    return tuple(found)


def _head(counted: CountedDocuments, language: str) -> str:
    types = ", ".join(counted.types)
    conditions = [*_said(counted.said, language), *_named(counted.named, language)]
    if not conditions:
        key = "all_of_type" if types else "all"
        return _say(key, language, total=counted.total, types=types)
    what = _say("and", language).join(conditions)
    if types:
        what += _say("types", language, types=types)
    if not counted.count:
        return _say("none", language, total=counted.total, what=what)
    have = _say("has" if counted.count == 1 else "have", language)
    return _say("some", language, count=counted.count, total=counted.total, have=have, what=what)


def _said(said: Sequence[str], language: str) -> list[str]:
    if not said:
        return []
    return [_say("said", language, words=_say("both", language).join(said))]


def _named(named: Sequence[str], language: str) -> list[str]:
    if not named:
        return []
    return [_say("named", language, words=_say("or", language).join(named))]


def _say(key: str, language: str, **values: object) -> str:
    english, spanish = _SENTENCES[key]
    return fill(spanish if language == "es" else english, **values)
