"""The socket for readers: a file in, blocks of text out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from desktop_rag.domain.document import DocumentFacts, DocumentPart


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What one file may cost. A reader raises `TooLarge` when it passes one of them."""

    memory_bytes: int = 2_000_000_000
    text_chars: int = 2_000_000_000
    inflated_bytes: int = 1_000_000_000
    inflation_ratio: int = 200
    nesting: int = 8
    parts: int = 20_000


def _no_password(path: str) -> str | None:
    return None


def _nobody_listens(done: int, total: int) -> None:
    return


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """One file to read. `name` decides the kind (it is the file's own name, also for a part of a
    container); `data` holds the bytes of a part that lies inside another file, else None and
    `path` is read. `password` gives the password for a path or None. `ocr`: recognise text on
    pages that have none. `flatten`: give records a spoken form; `template`: the person's own
    wording for records (`{name} costs {price}`), empty for the generic one. `step(done, total)` is
    to be called now and then by a reader that works for long without giving a part (after a page,
    after some rows; `total` 0 when it is not known): one that neither gives parts nor calls it is
    taken for hung."""

    path: str
    name: str
    data: bytes | None = None
    limits: ReadLimits = ReadLimits()
    depth: int = 0
    ocr: bool = True
    flatten: bool = True
    template: str = ""
    password: Callable[[str], str | None] = field(default=_no_password)
    step: Callable[[int, int], None] = field(default=_nobody_listens)


class Reading(Protocol):
    """A file being read: parts first, then the facts.

    `parts()` may be iterated once; `facts()` is valid after the last part."""

    def parts(self) -> Iterator[DocumentPart]: ...

    def facts(self) -> DocumentFacts: ...


@runtime_checkable
class Reader(Protocol):
    """Reads files of some kinds.

    `name` and `version` go into the strategy of every document it reads: raise the version when
    the same file would come out differently. `suffixes`: lower case with the dot. `sniff(head)`
    says from the first 4096 bytes whether a file without a known suffix is of this kind. A reader
    of source code also has `kind = "code"`: its documents are cut in code mode by default. `uses`
    names the indexing settings that change what it gives (of `ocr`, `flatten_data`, `template`);
    one that does not have it counts as using all of them.
    `open(request)` raises `ReadingFailed` (one of its kinds), never anything else.
    """

    name: str
    version: int
    suffixes: frozenset[str]

    def sniff(self, head: bytes) -> bool: ...

    def open(self, request: ReadRequest) -> Reading: ...


@dataclass(frozen=True, slots=True)
class ReadWhole:
    """A `Reading` of one part that is already known: what most readers return."""

    part: DocumentPart
    about: DocumentFacts

    def parts(self) -> Iterator[DocumentPart]:
        """The one part."""
        yield self.part

    def facts(self) -> DocumentFacts:
        """The facts, known from the start."""
        return self.about
