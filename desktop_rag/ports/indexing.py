"""The sockets for cutting documents into chunks and enriching these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts, DocumentPart


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """Characters a chunk should have, has at most (overlap included), and shares with the chunk
    before it."""

    target: int = 1500
    maximum: int = 2200
    overlap: int = 200


DEFAULT_SIZES = ChunkSizes()


class Chunker(Protocol):
    """Cuts one part of a document into chunks.

    `mode` is `document` or `code`; raise `version` when the same part would be cut differently.
    `split(part, first_ordinal)`: drafts in order that cover the part's whole text (joining
    `text[overlap:]` gives it back), numbered from `first_ordinal`, with offsets counted in the
    whole document (`part.base` added). `carry` is the heading path open at the end of the part
    before this one: its i-th entry is the open heading of level i + 1, empty where a level was
    left out.
    """

    mode: str
    version: int

    def split(
        self,
        part: DocumentPart,
        first_ordinal: int = 0,
        carry: tuple[str, ...] = (),
        sizes: ChunkSizes = DEFAULT_SIZES,
    ) -> list[ChunkDraft]: ...


class Enricher(Protocol):
    """Adds to drafts (breadcrumbs, spoken forms …); never changes text, places or order."""

    name: str
    version: int

    def enrich(self, drafts: list[ChunkDraft], facts: DocumentFacts) -> list[ChunkDraft]: ...
