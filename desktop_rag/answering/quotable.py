"""What of a passage is worth quoting: whole sentences and rows, without what only labels them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_rag.answering.units import units
from desktop_rag.domain.chunk import Chunk
from desktop_rag.domain.search_form import fold

LONGEST_HEADING = 80  # characters
MOST_WORDS = 10

Range = tuple[int, int]

_LINE = re.compile(r"[^\n]+")
_GAP = re.compile(r"\|(?=.*\S)|(?<![\s.!?:;,…])(?: {2,}|\t)(?=\S)")
_RULE = re.compile(r"[\s|:+=_-]*")  # nothing, or the line between the head and the body of a table
_LEAD = re.compile(r"(?:[-*+•·▪◦‣–—]|\d{1,3}[.)]|>|\|)[ \t]+")
_MARKED = re.compile(r"#{1,6}[ \t]+\S[^\n]*")
_NUMBERED = re.compile(r"\A(?:\d+(?:\.\d+)*\.?|[IVXLC]+\.)\s+")
_LEADER = re.compile(r"(?:[.·_] ?){5,}|…{2,}")
_END = re.compile(r"[.!?…。！？][\"'”’»)\]]*$")


@dataclass(frozen=True, slots=True)
class Quotable:
    """A part of a passage: `chars` are exactly what would be quoted. `label`: a heading, a line of
    a table of contents or a number, which says nothing by itself."""

    chars: Range
    label: bool


def quotable(chunk: Chunk) -> list[Quotable]:
    """The parts of a passage in order. Rows of a table are parts of their own; marks of lists and
    the bars around a row are left out, and so are rules and a heading that leads into its text."""
    if chunk.draft.kind != "document":
        return [Quotable(part, False) for part in units(chunk)]
    text, headings = chunk.text, _headings(chunk)
    rows = _rows(text)
    parts = [_trimmed(text, part, headings) for part in _apart(units(chunk), rows)]
    parts = [part for part in parts if not _RULE.fullmatch(text[slice(*part)])]
    found = []
    for n, part in enumerate(parts):
        follows = text[slice(*parts[n + 1])] if n + 1 < len(parts) else ""
        found.append(Quotable(part, _is_label(text, part, follows, headings)))
    return found


def _rows(text: str) -> list[Range]:
    """The lines that stand for themselves: those of a table of contents, and of tables, at least
    two in a row with a gap or a bar between their cells."""
    rows: list[Range] = []
    run: list[Range] = []
    for match in _LINE.finditer(text):
        celled = bool(_GAP.search(match.group().strip()))
        if run and not (celled and match.start() == run[-1][1] + 1):
            rows += run if len(run) > 1 else []
            run = []
        if _LEADER.search(match.group()):
            rows.append(match.span())
        elif celled:
            run.append(match.span())
    return rows + (run if len(run) > 1 else [])


def _apart(parts: list[Range], rows: list[Range]) -> list[Range]:
    """The parts, cut so that each row that meets one stands alone and whole."""
    met = [row for row in rows if any(row[0] < end and start < row[1] for start, end in parts)]
    left: list[Range] = []
    for start, end in parts:
        for row in met:
            if row[0] < end and start < row[1]:
                left.append((start, max(start, row[0])))
                start = min(end, row[1])
        left.append((start, end))
    return sorted([part for part in left if part[0] < part[1]] + met)


def _trimmed(text: str, part: Range, headings: frozenset[str]) -> Range:
    """The part without blanks, leading headings, the mark of a list and the bars of a row."""
    start, end = part
    while start < end:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        line = text[start:end].partition("\n")
        mark = _LEAD.match(text, start, end) if _begins_line(text, start) else None
        if mark:
            start = mark.end()
        elif line[2].strip() and (_plain(line[0]) in headings or _MARKED.fullmatch(line[0])):
            start += len(line[0])
        else:
            break
    said = text[start:end].rstrip()
    return start, start + len(said.removesuffix("|").rstrip() if "|" in said[:-1] else said)


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip(" \t-*+•·▪◦‣–—>|")


def _is_label(text: str, part: Range, follows: str, headings: frozenset[str]) -> bool:
    said = text[slice(*part)]
    if _LEADER.search(said) or not any(char.isalpha() for char in said):
        return True
    if _plain(said) in headings or _MARKED.fullmatch(said):
        return True
    listed = part[0] > 0 and bool(_LEAD.match(text, text.rfind("\n", 0, part[0]) + 1))
    return not listed and _is_title(said) and bool(follows) and not _is_title(follows)


def _is_title(said: str) -> bool:
    """One short line without an end and without figures: "Opening the lid", "3.2 Storage"."""
    plain = _NUMBERED.sub("", said, count=1)
    return (
        "\n" not in said
        and len(said) <= LONGEST_HEADING
        and len(said.split()) <= MOST_WORDS
        and not _END.search(said)
        and not _GAP.search(said)
        and not any(char.isdigit() for char in plain)
        and plain[:1].isupper()
    )


def _headings(chunk: Chunk) -> frozenset[str]:
    path = chunk.draft.breadcrumb
    said = (*path, chunk.draft.section_title, *(" ".join(path[n:]) for n in range(len(path))))
    return frozenset(_plain(heading) for heading in said) - {""}


def _plain(heading: str) -> str:
    """A heading without its marks and its number, in search form."""
    return " ".join(re.findall(r"\w+", fold(_NUMBERED.sub("", heading.strip("# \t"), count=1))))
