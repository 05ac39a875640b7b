"""Documents made for the tests of this room."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import Block, BlockKind, DocumentPart

_WORDS = (
    "pump valve water the a of motor gauge night sky dome mirror check open close slowly when "
    "temperature is above válvula niña 水泵 é"
).split()


def prose(source: random.Random, least: int, most: int) -> str:
    """A paragraph of sentences, so many characters long at least."""
    wanted = source.randint(least, most)
    said: list[str] = []
    while sum(map(len, said)) < wanted:
        words = " ".join(source.choice(_WORDS) for _ in range(source.randint(4, 16)))
        said.append(f"{words.capitalize()} {source.randint(0, 9999)}.")
    return " ".join(said)


def part_of(*pieces: tuple[BlockKind, str, int], base: int = 0) -> DocumentPart:
    """A part of blocks (kind, text, level) with a blank line after each."""
    text = ""
    blocks: list[Block] = []
    for kind, body, level in pieces:
        line = text.count("\n") + 1
        title = body.lstrip("# ").strip() if kind in ("heading", "code") else ""
        blocks.append(
            Block(kind, len(text), len(text) + len(body), level, title=title, first_line=line)
        )
        text += body + "\n\n"
    return DocumentPart(text, tuple(blocks), base=base)


def paragraphs(texts: list[str]) -> DocumentPart:
    """A part of paragraphs alone."""
    return part_of(*(("paragraph", text, 0) for text in texts))


def is_gap(draft: ChunkDraft) -> bool:
    """White space that was too long to stay with the text around it: nothing finds it."""
    silent = not draft.embedded_text().strip() and not draft.breadcrumb and not draft.section_title
    return not draft.text.strip() and silent and draft.overlap == 0


def joined(drafts: list[ChunkDraft]) -> str:
    """The document's text again."""
    return "".join(draft.text[draft.overlap :] for draft in drafts)


_KINDS: tuple[BlockKind, ...] = (
    "heading",
    "paragraph",
    "list",
    "table",
    "code",
    "record",
    "caption",
    "footnote",
    "furniture",
)


@st.composite
def any_part(draw: st.DrawFn) -> DocumentPart:
    """Any part a reader may give: all kinds of block, of all lengths, with any text between."""
    source = random.Random(draw(st.integers(0, 2**32)))
    kinds = draw(st.lists(st.sampled_from(_KINDS), min_size=0, max_size=14))
    text = draw(st.sampled_from(("", "\n", "  \n\n", "﻿")))
    blocks: list[Block] = []
    for kind in kinds:
        body = _body(draw, source)
        block = Block(kind, len(text), len(text) + len(body), source.randint(1, 5))
        blocks.append(replace(block, first_line=text.count("\n") + 1, page=len(text) // 3000 + 1))
        text += body + draw(st.sampled_from(("\n", "\n\n", " ", "")))
    if not blocks:
        text += _body(draw, source)
    return DocumentPart(text, tuple(blocks), base=draw(st.sampled_from((0, 1234))))


def _body(draw: st.DrawFn, source: random.Random) -> str:
    shapes = ("short", "prose", "long", "lines", "blob", "wide", "gap", "any")
    shape = draw(st.sampled_from(shapes))
    if shape == "short":
        return source.choice(_WORDS)
    if shape == "prose":
        return prose(source, 60, 1800)
    if shape == "long":
        return prose(source, 2300, 7000)
    if shape == "lines":
        return "\n".join(prose(source, 10, 80) for _ in range(source.randint(1, 80)))
    if shape == "blob":
        return "x" * source.randint(1, 6000)
    if shape == "wide":
        return "水泵必须关闭。" * source.randint(1, 700)
    if shape == "gap":
        return f"x{source.choice((' ', chr(10))) * source.randint(1, 7000)}y"
    return draw(st.text(min_size=1, max_size=300)) or "x"
