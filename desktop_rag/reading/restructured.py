"""reStructuredText: the file's own text; sections by their underlines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_rag.domain.document import Block, BlockKind, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.failures import empty
from desktop_rag.reading.layout import one_line
from desktop_rag.reading.lines import LineIndex, trimmed_lines
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.own_text import own_text
from desktop_rag.reading.paragraphs import is_list, paragraph_spans

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*$")
_ROLE = re.compile(r":[\w:+.-]+:`([^`<]*?)(?:\s*<[^`]*>)?`")
_MARKS = re.compile(r"\*\*|``|`_?_?|(?<!\w)\*|\*(?!\w)|(?<=\w)_(?!\w)")


@dataclass(frozen=True, slots=True)
class _Section:
    first: int  # 0-based line of the overline or the title
    after: int  # the line after the underline
    title: str
    style: str  # the underline's character, twice with an overline


class RestructuredReader:
    """Reads reStructuredText files."""

    name = "restructured"
    version = 2
    suffixes = frozenset({".rst", ".rest"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """Without its suffix it is plain text."""
        return False

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for a file without text."""
        text = own_text(request, load_bytes(request))
        blocks = tuple(restructured_blocks(text))
        if not blocks:
            raise empty(request.name)
        title = next((b.title for b in blocks if b.kind == "heading"), "")
        about = DocumentFacts("text/x-rst", "document", title=title)
        return ReadWhole(DocumentPart(text, blocks), about)


def restructured_blocks(text: str) -> Iterator[Block]:
    """Headings (levels by the order in which their styles appear), paragraphs, lists, tables, and
    literal blocks joined with the directive or paragraph that announces them."""
    index = LineIndex(text)
    levels: dict[str, int] = {}
    begin = 0
    for section in _sections(text, index):
        start, end = index.start(section.first), index.start(section.after)
        yield from _body(text, begin, start, index)
        begin = end
        start, end = trimmed_lines(text, start, end)
        level = levels.setdefault(section.style, len(levels) + 1)
        yield _numbered(Block("heading", start, end, level=level, title=section.title), index)
    yield from _body(text, begin, len(text), index)


def _sections(text: str, index: LineIndex) -> Iterator[_Section]:
    lines = [text[index.start(i) : index.start(i + 1)].rstrip() for i in range(len(index))]
    taken = -1
    for at in range(1, len(lines)):
        title, under = lines[at - 1], lines[at]
        if at - 1 <= taken or not title.strip() or _ADORNMENT.fullmatch(title):
            continue
        if not _ADORNMENT.fullmatch(under) or len(under) + 2 < len(title.strip()):
            continue
        over = at >= 2 and at - 2 > taken and lines[at - 2] == under
        if not over and (title[0].isspace() or (at >= 2 and lines[at - 2].strip())):
            continue
        taken = at
        yield _Section(at - 2 if over else at - 1, at + 1, _plain(title), under[0] * (1 + over))


def _plain(title: str) -> str:
    return one_line(_MARKS.sub("", _ROLE.sub(r"\1", title)))


def _body(text: str, begin: int, end: int, index: LineIndex) -> Iterator[Block]:
    spans = list(paragraph_spans(text, begin, end))
    position = 0
    while position < len(spans):
        start, stop = spans[position]
        opens = text[start:stop].rstrip().endswith("::") or text.startswith("..", start)
        position += 1
        while opens and position < len(spans) and text[spans[position][0]] in " \t":
            stop = spans[position][1]
            position += 1
        yield _numbered(Block(_kind(text[start:stop], opens), start, stop), index)


def _kind(text: str, opens: bool) -> BlockKind:
    if re.match(r"\.\. (?:code(?:-block)?|sourcecode|highlight)::", text):
        return "code"
    if re.match(r"\+[-=+]{3,}|=+ +=|\.\. (?:list-table|csv-table|table)::", text):
        return "table"
    if opens and text.startswith(".. _"):
        return "furniture"
    return "list" if is_list(text) else "paragraph"


def _numbered(block: Block, index: LineIndex) -> Block:
    return Block(
        block.kind,
        block.start,
        block.end,
        level=block.level,
        title=block.title,
        first_line=index.number(block.start),
        last_line=index.number(block.end - 1),
    )
