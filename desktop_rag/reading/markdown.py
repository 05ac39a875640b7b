"""Markdown: the file's own text, with the structure that CommonMark gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, BlockKind, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.failures import damage_when, empty
from desktop_rag.reading.layout import one_line
from desktop_rag.reading.lines import LineIndex, trimmed_lines
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.own_text import own_text
from desktop_rag.reading.paragraphs import paragraph_spans

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n.*?\r?\n(?:---|\.\.\.)[ \t]*(?=\r?\n|\Z)", re.DOTALL)
_TITLE_FIELD = re.compile(r"^title:[ \t]*[\"']?(.+?)[\"']?[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
_UNREADABLE = re.compile(
    r"data:[\w/+.;=-]*;base64,[A-Za-z0-9+/=\s]{64,}|<(script|style)\b.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_SILENT = frozenset({"html_inline"})
_LONGEST_WHOLE_LIST = 20_000
_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "blockquote_open": "paragraph",
    "html_block": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
}


class MarkdownReader:
    """Reads markdown files."""

    name = "markdown"
    version = 2
    suffixes = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """Markdown without its suffix is plain text."""
        return False

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for a file without text."""
        text = own_text(request, load_bytes(request))
        with damage_when(request.name, "markdown file", ValueError, IndexError):
            blocks = tuple(markdown_blocks(text))
        if not blocks:
            raise empty(request.name)
        about = DocumentFacts("text/markdown", "document", title=_title(text, blocks))
        return ReadWhole(DocumentPart(text, blocks), about)


def markdown_blocks(text: str) -> Iterator[Block]:
    """The top-level blocks of a markdown text, with exact offsets and lines."""
    index = LineIndex(text)
    front = _FRONT_MATTER.match(text)
    body = text
    if front:
        yield Block("paragraph", 0, front.end(), first_line=1, last_line=index.number(front.end()))
        body = re.sub(r"[^\r\n]", " ", front.group()) + text[front.end() :]
    parser = _parser()
    tokens = parser.parse(body)
    for position, token in enumerate(tokens):
        kind = _KINDS.get(token.type)
        if kind is None or token.level != 0 or token.map is None:
            continue
        first, after = token.map
        start, end = trimmed_lines(text, index.start(first), index.start(after))
        if start == end:
            continue
        if kind == "heading":
            yield _heading(parser, tokens, position, Block(kind, start, end), index)
        else:
            yield from _with_lines(_pieces(text, kind, start, end), index)


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    # Only blocks are wanted: inline markup would cost most of the time.
    return parser.disable(["inline", "text_join"])


def _heading(
    parser: MarkdownIt, tokens: list[Token], position: int, block: Block, index: LineIndex
) -> Block:
    level = int(tokens[position].tag[1:])
    content = tokens[position + 1].content
    return Block(
        "heading",
        block.start,
        block.end,
        level=level,
        title=_plain(parser, content),
        first_line=index.number(block.start),
        last_line=index.number(block.end - 1),
    )


def _plain(parser: MarkdownIt, content: str) -> str:
    """The words of a line of markdown, without marks, links and pictures."""
    tokens: list[Token] = []
    parser.inline.parse(content, parser, {}, tokens)
    words = (
        token.content if token.type in {"text", "code_inline", "image", "text_special"} else " "
        for token in tokens
        if token.type not in _SILENT and token.nesting == 0
    )
    return one_line("".join(words))


def _pieces(text: str, kind: BlockKind, start: int, end: int) -> Iterator[Block]:
    """The block, cut where it holds what no one reads (embedded files, scripts) and, when it is a
    very long list, at its blank lines."""
    if kind == "code":
        yield Block(kind, start, end)
        return
    begin = start
    for match in _UNREADABLE.finditer(text, start, end):
        if text[begin : match.start()].strip():
            yield Block(kind, begin, match.start())
        yield Block("furniture", match.start(), match.end())
        begin = match.end()
    if not text[begin:end].strip():
        return
    if end - begin > _LONGEST_WHOLE_LIST and kind in {"list", "paragraph"}:
        yield from (Block(kind, *span) for span in paragraph_spans(text, begin, end))
    else:
        yield Block(kind, begin, end)


def _with_lines(blocks: Iterator[Block], index: LineIndex) -> Iterator[Block]:
    for block in blocks:
        yield Block(
            block.kind,
            block.start,
            block.end,
            first_line=index.number(block.start),
            last_line=index.number(block.end - 1),
        )


def _title(text: str, blocks: tuple[Block, ...]) -> str:
    front = _FRONT_MATTER.match(text)
    named = _TITLE_FIELD.search(front.group()) if front else None
    if named:
        return one_line(named.group(1))
    return next((b.title for b in blocks if b.kind == "heading" and b.title), "")
