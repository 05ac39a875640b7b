"""Between the engine and a reader worker."""

from __future__ import annotations

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.place import Region
from desktop_rag.messages.base import Base


class ReadFile(Base, frozen=True):
    """Read one file and cut it into chunks. Replies `ChunksPrepared` once or more, `StepDone` now
    and then, and `FileRead` at the end. `settings`: the indexing settings as JSON. `mode`: auto,
    document or code."""

    path: str
    settings: str
    mode: str = "auto"
    password: str | None = None


class ChunksPrepared(Base, frozen=True):
    """Event: some chunks of the file, in order, with the boxes of their part of the document
    (offsets count in the whole document)."""

    drafts: tuple[ChunkDraft, ...]
    regions: tuple[Region, ...] = ()


class StepDone(Base, frozen=True):
    """Event: the reader goes on with a long file. `done` pages or rows of `total` (0: unknown)."""

    done: int
    total: int = 0


class FileRead(Base, frozen=True):
    """The last reply. `strategy` names reader, chunker, enrichers and their versions."""

    facts: DocumentFacts
    mode: str
    strategy: str
    chars: int


class MeasurePages(Base, frozen=True):
    """The sizes of a document's pages. Replies `PageSizes`."""

    path: str
    password: str | None = None


class PageSizes(Base, frozen=True):
    """Per page (width, height) in points as displayed."""

    sizes: tuple[tuple[float, float], ...]
