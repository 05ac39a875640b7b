"""The way of one document from its reader to chunks that can be embedded.

Runs in the reader process. A document in one part has its facts at once; of a huge document in
many parts the title is known only after the last one, so its chunks carry their headings alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import ContentKind, DocumentFacts, DocumentPart
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.place import Region
from desktop_rag.domain.source import Mode
from desktop_rag.domain.strategy import LATE_CHUNKING
from desktop_rag.indexing.chunking.layout import open_headings
from desktop_rag.indexing.chunking.sizes import sizes_of
from desktop_rag.indexing.enriching.breadcrumbs import real_title
from desktop_rag.indexing.language import detect
from desktop_rag.ports.indexing import Chunker, Enricher
from desktop_rag.ports.reading import Reader, Reading
from desktop_rag.settings.indexing import IndexingSettings

ChosenMode = Literal["document", "code"]
_BATCH = 200
# Settings that count for every document, and those that count for what some readers give.
_CUTTING = ("chunk_target", "chunk_maximum", "chunk_overlap", "breadcrumbs")
_READING = ("ocr", "flatten_data", "template")


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """Some drafts of the document, in order, at most 200. `regions`: the boxes of the text up to
    the end of the last draft that were not sent before; offsets count in the whole document."""

    drafts: tuple[ChunkDraft, ...]
    regions: tuple[Region, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the document turned out to be: always the last thing that `prepare` yields.

    `chars`: length of the whole text. `facts` hold the title and the language that were used."""

    facts: DocumentFacts
    mode: ChosenMode
    chars: int


def prepare(
    reading: Reading,
    *,
    mode: Mode,
    settings: IndexingSettings,
    file_name: str,
    chunkers: Sequence[Chunker],
    enrichers: Sequence[Enricher],
) -> Iterator[PreparedBatch | Prepared]:
    """Read, cut, enrich: batches of drafts, then one `Prepared`.

    `file_name` tells a real title from one that only repeats it. Raises what the reader raises,
    and `InvalidRequest` when no chunker serves the mode."""
    parts, facts = _with_early_facts(reading, file_name)
    language = ""
    chars = ordinal = 0
    carry: tuple[str, ...] = ()
    for part in parts:
        about = facts or DocumentFacts(media_type="", kind=_kind_of(part))
        language = language or _language(about, part)
        about = replace(about, language=language)
        chunker = _chunker(chosen_mode(mode, about.kind), chunkers)
        drafts = chunker.split(part, ordinal, carry, sizes_of(settings))
        for enricher in enrichers:
            drafts = enricher.enrich(drafts, about)
        yield from _batches(drafts, part)
        ordinal += len(drafts)
        chars = part.base + len(part.text)
        carry = open_headings(part, carry)
    facts = facts or _true_facts(reading, file_name)
    facts = replace(facts, language=facts.language or language)
    yield Prepared(facts, chosen_mode(mode, facts.kind), chars)


def chosen_mode(mode: Mode, kind: ContentKind) -> ChosenMode:
    """How a document of this kind is cut: source code in code mode unless the person said how."""
    if mode != "auto":
        return mode
    return "code" if kind == "code" else "document"


def strategy(
    reader: Reader, chunker: Chunker, enrichers: Sequence[Enricher], settings: IndexingSettings
) -> str:
    """Everything that decides how a document is cut, as one short string:
    `pdf@3 document@2 breadcrumbs@1 languages@1 #5f2c0a91`. The last part stands for the settings
    that count for documents of this reader. Two documents with the same strategy were treated
    alike."""
    steps = [f"{reader.name}@{reader.version}", f"{chunker.mode}@{chunker.version}"]
    steps += [f"{enricher.name}@{enricher.version}" for enricher in enrichers]
    uses = getattr(reader, "uses", _READING)
    named = [*_CUTTING, *(name for name in _READING if name in uses)]
    values = {name: getattr(settings, name) for name in named}
    if settings.late_chunking:
        steps.append(LATE_CHUNKING)
    digest = hashlib.sha256(json.dumps(values).encode()).hexdigest()
    return " ".join([*steps, f"#{digest[:8]}"])


def _with_early_facts(
    reading: Reading, file_name: str
) -> tuple[Iterator[DocumentPart], DocumentFacts | None]:
    """The parts, and the facts when one look ahead shows that there is no second part."""
    parts = reading.parts()
    ahead = [part for part, _ in zip(parts, range(2), strict=False)]
    if len(ahead) < 2:
        return iter(ahead), _true_facts(reading, file_name)
    return chain(ahead, parts), None


def _true_facts(reading: Reading, file_name: str) -> DocumentFacts:
    facts = reading.facts()
    return replace(facts, title=real_title(facts.title, file_name))


def _kind_of(part: DocumentPart) -> ContentKind:
    kinds = {block.kind for block in part.blocks}
    if "record" in kinds:
        return "data"
    return "code" if kinds == {"code"} else "document"


def _language(facts: DocumentFacts, part: DocumentPart) -> str:
    if facts.language or facts.kind == "code":
        return facts.language
    return detect(part.text)


def _chunker(mode: ChosenMode, chunkers: Sequence[Chunker]) -> Chunker:
    for chunker in chunkers:
        if chunker.mode == mode:
            return chunker
    raise InvalidRequest(
        f"Nothing that is installed cuts documents in {mode} mode.",
        "Choose another mode, or install the plug-in again.",
    )


def _batches(drafts: list[ChunkDraft], part: DocumentPart) -> Iterator[PreparedBatch]:
    regions = [
        replace(region, start=region.start + part.base, end=region.end + part.base)
        for region in part.regions
    ]
    regions.sort(key=lambda region: region.start)
    sent = 0
    for first in range(0, len(drafts), _BATCH):
        batch = tuple(drafts[first : first + _BATCH])
        last = first + _BATCH >= len(drafts)
        reached = len(regions) if last else sent
        while (
            not last
            and reached < len(regions)
            and (regions[reached].start < batch[-1].place.chars[1])
        ):
            reached += 1
        yield PreparedBatch(batch, tuple(regions[sent:reached]))
        sent = reached
