"""The few marks an answer may use: paragraphs, lists, headings, bold, code and `[n]`.

Parsing gives plain data; nothing in a text can become a link, a picture or markup of another kind.
Every span knows where it stands in the text, so that findings about sentences can be laid over it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["paragraph", "bullet", "number", "heading", "code"]

_FENCE = re.compile(r"^\s*(```|~~~)")
_BULLET = re.compile(r"^(\s*)[-*•·▪]\s+")
_NUMBER = re.compile(r"^(\s*)(\d{1,3}[.)])\s+")
_HEADING = re.compile(r"^#{1,6}\s+")
_INLINE = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|`(?P<code>[^`\n]+)`|\[(?P<cite>\d{1,3})\]")


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style. `start`, `end`: characters of the answer that it shows.
    `cite`: the number of the source that it leads to, only where there is such a source."""

    text: str
    start: int
    end: int
    bold: bool = False
    code: bool = False
    cite: int | None = None


@dataclass(frozen=True, slots=True)
class MarkupBlock:
    """A paragraph or the like. `marker`: the bullet or number. `depth`: 0 is outermost."""

    kind: BlockKind
    spans: tuple[Span, ...]
    marker: str = ""
    depth: int = 0


def parse_answer(text: str, numbers: frozenset[int]) -> list[MarkupBlock]:
    """The blocks of an answer. `[n]` becomes a citation only for n in `numbers`."""
    blocks: list[MarkupBlock] = []
    gathered: list[Span] = []
    fenced: list[Span] | None = None

    def close() -> None:
        if gathered:
            blocks.append(MarkupBlock("paragraph", tuple(gathered)))
            gathered.clear()

    for start, line in _lines(text):
        if _FENCE.match(line):
            close()
            if fenced is not None:
                blocks.append(MarkupBlock("code", tuple(fenced)))
            fenced = [] if fenced is None else None
        elif fenced is not None:
            fenced.append(Span(line, start, start + len(line), code=True))
        elif not line.strip():
            close()
        elif special := _special_line(line, start, numbers):
            close()
            blocks.append(special)
        else:
            if gathered:
                gathered.append(Span("\n", start - 1, start))
            gathered.extend(_inline(line, start, numbers))
    close()
    if fenced:
        blocks.append(MarkupBlock("code", tuple(fenced)))
    return blocks


def split_at(span: Span, cuts: list[int]) -> Iterator[Span]:
    """The span in pieces that end at the given characters of the answer. Only plain runs, whose
    text is shown letter by letter, are cut."""
    inside = [cut for cut in cuts if span.start < cut < span.end]
    if not inside or len(span.text) != span.end - span.start:
        yield span
        return
    for start, end in zip([span.start, *inside], [*inside, span.end], strict=True):
        text = span.text[start - span.start : end - span.start]
        yield Span(text, start, end, span.bold, span.code, span.cite)


def _special_line(line: str, start: int, numbers: frozenset[int]) -> MarkupBlock | None:
    kind: BlockKind
    if match := _BULLET.match(line):
        kind, marker, depth = "bullet", "•", len(match[1]) // 2
    elif match := _NUMBER.match(line):
        kind, marker, depth = "number", match[2], len(match[1]) // 2
    elif match := _HEADING.match(line):
        kind, marker, depth = "heading", "", 0
    else:
        return None
    spans = tuple(_inline(line[match.end() :], start + match.end(), numbers))
    return MarkupBlock(kind, spans, marker, min(depth, 3))


def _inline(line: str, base: int, numbers: frozenset[int]) -> Iterator[Span]:
    at = 0
    for match in _INLINE.finditer(line):
        cite = int(match["cite"]) if match["cite"] else None
        if cite is not None and cite not in numbers:
            continue
        if match.start() > at:
            yield Span(line[at : match.start()], base + at, base + match.start())
        start, end = base + match.start(), base + match.end()
        if cite is not None:
            yield Span(match[0], start, end, cite=cite)
        elif match["bold"]:
            yield Span(match["bold"], start, end, bold=True)
        else:
            yield Span(match["code"], start, end, code=True)
        at = match.end()
    if at < len(line):
        yield Span(line[at:], base + at, base + len(line))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1
