"""Laying out the text of a document that has no text of its own to show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from desktop_rag.domain.document import Block, BlockKind, DocumentPart
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.failures import empty, too_large

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_LONE_SURROGATES = re.compile(r"[\ud800-\udfff]")
_SPACES = re.compile(r"[ \t\u00a0]+")
_SEPARATOR = "\n\n"


def clean(text: str) -> str:
    """Text that every store takes: no controls but tab and line feed, no lone surrogates."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROLS.sub("", text)


def clean_in_place(text: str) -> str:
    """A file's own text with blanks for NUL, which parts words, and without lone surrogates; line
    ends stay as they are."""
    return _LONE_SURROGATES.sub("", text.replace("\0", " "))


def one_line(text: str) -> str:
    """Text as a title: one line, single spaces."""
    return " ".join(clean(text).split())


class Layout:
    """Blocks put one after the other, two line feeds between them.

    `add` cleans the text and drops blocks without any; a passed limit raises `TooLarge`."""

    def __init__(self, request: ReadRequest) -> None:
        self._name = request.name
        self._most = request.limits.text_chars
        self._pieces: list[str] = []
        self.length = 0
        self.blocks: list[Block] = []

    def add(self, block: Block, text: str, *, separator: str = _SEPARATOR) -> None:
        """Append `text` as a block like `block`, whose offsets are set here."""
        body = clean(text).strip("\n ")
        if not body.strip():
            return
        if self._pieces:
            self._pieces.append(separator)
            self.length += len(separator)
        self._pieces.append(body)
        end = self.length + len(body)
        if end > self._most:
            raise too_large(self._name, "it holds more text than is allowed")
        self.blocks.append(replace(block, start=self.length, end=end))
        self.length = end

    def heading(self, text: str, level: int, block: Block | None = None) -> None:
        """Append a heading; its title is its text in one line."""
        title = one_line(text)
        like = block or Block("heading", 0, 0)
        self.add(replace(like, kind="heading", level=level, title=title), title)

    def put(self, kind: BlockKind, text: str) -> None:
        """Append a block that has nothing but its kind."""
        self.add(Block(kind, 0, 0), text)

    def graft(self, text: str, blocks: Iterable[Block]) -> None:
        """Append the blocks of another text. Their pages and lines are that text's: they go."""
        for block in blocks:
            here = replace(block, page=None, first_line=None, last_line=None)
            self.add(here, text[block.start : block.end])

    def part(self) -> DocumentPart:
        """The whole text with its blocks. Raises `EmptyFile` when there is none."""
        if not self.blocks:
            raise empty(self._name)
        return DocumentPart("".join(self._pieces), tuple(self.blocks))

    def first_heading(self) -> str:
        """The title of the first heading, or nothing."""
        return next((block.title for block in self.blocks if block.kind == "heading"), "")


def rows_as_text(rows: list[list[str]]) -> str:
    """A table as lines: the cells of a row in one line, a bar between them."""
    lines = (" | ".join(_cell(cell) for cell in row) for row in rows if any(c.strip() for c in row))
    return "\n".join(line.rstrip(" |") for line in lines)


def _cell(text: str) -> str:
    return _SPACES.sub(" ", clean(text).replace("\n", " ")).strip()
