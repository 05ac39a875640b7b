"""The table of an answer's sources: numbered once, never again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from desktop_rag.answering.phrases import say
from desktop_rag.domain.answer import Source
from desktop_rag.domain.hit import FileRef, Hit
from desktop_rag.domain.place import Place
from desktop_rag.ports.retrieval import ChunkSource


def number_sources(hits: Sequence[Hit]) -> tuple[Source, ...]:
    """The hits as sources 1, 2, … in their order."""
    return tuple(Source(n, hit) for n, hit in enumerate(hits, start=1))


def mark_used(sources: Iterable[Source], used: Collection[int]) -> tuple[Source, ...]:
    """The same table with `used` set where the answer cites the source."""
    return tuple(replace(source, used=source.n in used) for source in sources)


def mark_left_out(sources: Iterable[Source], left_out: Collection[int]) -> tuple[Source, ...]:
    """The same table with `left_out` set where the model was not given the source."""
    return tuple(replace(source, left_out=source.n in left_out) for source in sources)


def focus_sources(
    sources: Iterable[Source], evidence: Mapping[int, tuple[int, int]], chunks: ChunkSource
) -> tuple[Source, ...]:
    """The same table with the hit's focus and boxes set to the part of the passage (characters of
    its text) that the answer rests on."""
    return tuple(
        replace(source, hit=_focused(source.hit, evidence[source.n], chunks))
        if source.n in evidence
        else source
        for source in sources
    )


def _focused(hit: Hit, part: tuple[int, int], chunks: ChunkSource) -> Hit:
    regions = chunks.regions(hit.chunk, *part)
    return replace(hit, focus=part, regions=regions or hit.regions)


def file_name(file: FileRef) -> str:
    """The file's own name, without its folders."""
    return PurePath(file.path).name or file.path


def describe_place(source: Source, language: str) -> str:
    """`file.pdf, page 3, Heading › Subheading`: where the source lies, in one line."""
    parts = [file_name(source.hit.file), *_within(source.hit.chunk.place, language)]
    return " ".join(", ".join(parts).split())


def _within(place: Place, language: str) -> list[str]:
    parts: list[str] = []
    if place.page is not None:
        parts.append(say("page", language, number=place.page))
    if place.slide is not None:
        parts.append(say("slide", language, number=place.slide))
    if place.sheet:
        parts.append(say("sheet", language, name=place.sheet))
    if place.heading:
        parts.append(" › ".join(place.heading))
    if place.record is not None:
        parts.append(say("record", language, number=place.record + 1))
    elif place.lines is not None and place.page is None:
        parts.append(say("lines", language, first=place.lines[0], last=place.lines[1]))
    return parts
