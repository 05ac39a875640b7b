"""What reading hands to indexing: the text of a document with its structure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from desktop_rag.domain.place import Region

BlockKind = Literal[
    "heading",  # starts a section; `level` 1 is the outermost
    "paragraph",
    "list",  # a list or a procedure; kept whole where it fits
    "table",  # kept whole where it fits
    "code",  # fenced code in a document, or a top-level block of source code
    "record",  # one record of structured data
    "caption",
    "footnote",
    "furniture",  # page headers and footers: shown, never searched
]

ContentKind = Literal["document", "code", "data"]


@dataclass(frozen=True, slots=True)
class Block:
    """A structural unit: text[start:end] of the part it belongs to.

    Blocks are in reading order and do not overlap; text between blocks is white space or markup
    that belongs to the block before it. `level` counts for headings (1 outermost). `title` is the
    heading's clean text, or the name of a code block (`class Pump`, `reset()`), or of a record.
    `spoken` is the natural-language form that is embedded in place of the text (flattened
    records). `first_line`, `last_line`: 1-based, for sources that have lines.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    title: str = ""
    spoken: str | None = None
    page: int | None = None
    sheet: str | None = None
    slide: int | None = None
    record: int | None = None
    first_line: int | None = None
    last_line: int | None = None


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """One piece of a document as read. Nearly every reader yields exactly one part; huge files
    are read in several, so that memory stays bounded.

    `text` is the display form: the file's own decoded text for text, markdown, code and data; the
    text the reader laid out for pdf, office, html and mail. `base` is the character offset of this
    part in the whole document; offsets in `blocks` and `regions` count from the start of this
    part's text. `first_line` is the line number of the part's first character (1-based).
    """

    text: str
    blocks: tuple[Block, ...] = ()
    regions: tuple[Region, ...] = ()
    base: int = 0
    first_line: int = 1


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known about a whole document once it was read.

    `pages` is None for sources without pages. `notices` are plain sentences for the ledger
    ("page 7 is a scan without text"); `partial` says that some of the document could not be read.
    """

    media_type: str
    kind: ContentKind
    title: str = ""
    language: str = ""
    pages: int | None = None
    pages_with_text: int | None = None
    pages_ocr: int = 0
    partial: bool = False
    notices: tuple[str, ...] = ()
    extra: dict[str, str] = field(default_factory=dict)
