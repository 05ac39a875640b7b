"""A part's text covered without gaps by its blocks, each under its heading path."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_rag.domain.document import Block, DocumentPart

_TITLE_CHARS = 160
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Span:
    """A block with the text that follows it up to the next block: text[start:end] of the part.

    `path[i]` is the open heading of level i + 1, empty where a level was left out; a heading's
    own title ends its path.
    """

    block: Block
    start: int
    end: int
    path: tuple[str, ...]

    @property
    def is_body(self) -> bool:
        """True for text that counts: no heading, no page header or footer."""
        return self.block.kind not in ("heading", "furniture")

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings above, outermost first, without those left out."""
        return tuple(title for title in self.path if title)


def lay_out(part: DocumentPart, carry: tuple[str, ...] = ()) -> list[Span]:
    """Spans that cover all of the part's text in order. Text before the first block belongs to
    it; a part without blocks is one paragraph. Blocks that overlap an earlier one are left out."""
    blocks = _in_order(part)
    spans: list[Span] = []
    path = carry
    for position, block in enumerate(blocks):
        if block.kind == "heading":
            path = _under(path, block, part.text)
        start = block.start if position else 0
        end = blocks[position + 1].start if position + 1 < len(blocks) else len(part.text)
        spans.append(Span(block, start, end, path))
    return spans


def open_headings(part: DocumentPart, carry: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The heading path that is open at the end of the part."""
    path = carry
    for block in part.blocks:
        if block.kind == "heading":
            path = _under(path, block, part.text)
    return path


def has_lines(part: DocumentPart) -> bool:
    """True when the part's source has lines that a person can count."""
    return not part.blocks or any(block.first_line is not None for block in part.blocks)


def _in_order(part: DocumentPart) -> list[Block]:
    kept: list[Block] = []
    reached = 0
    for block in part.blocks:
        if reached <= block.start < len(part.text) and block.end > block.start:
            kept.append(block)
            reached = block.end
    return kept or [Block("paragraph", 0, len(part.text), first_line=part.first_line)]


def _under(path: tuple[str, ...], heading: Block, text: str) -> tuple[str, ...]:
    level = min(max(heading.level, 1), _DEEPEST)
    above = path[: level - 1]
    padding = ("",) * (level - 1 - len(above))
    return (*above, *padding, _short(heading.title or text[heading.start : heading.end]))


def _short(title: str) -> str:
    clean = " ".join(title.split())
    if len(clean) <= _TITLE_CHARS:
        return clean
    return clean[:_TITLE_CHARS].rsplit(" ", 1)[0] + "…"
