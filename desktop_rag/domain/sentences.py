"""Cutting text into sentences, with offsets. Rules only, no model, no language data."""

from __future__ import annotations

import re

_ABBREVIATIONS = frozenset(
    (
        "mr mrs ms dr prof st vs etc e.g i.e fig eq sec no nos vol pp p al ca cf approx inc ltd co "
        "sr sra srta dra ud uds pág págs art núm ej ee.uu d.c a.c u.s u.k "
        "jan feb mar apr jun jul aug sep sept oct nov dec"
    ).split()
)
_END = re.compile(
    r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？]+[」』”）]*|\n\s*\n|\n(?=\s*(?:[-*•·▪]|\d+[.)])\s)"
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Half-open ranges of the sentences of `text`, without the blanks around them.

    A full stop ends a sentence unless it follows a known abbreviation, a single initial, or the
    next word starts with a lower-case letter. Blank lines and list items always end one.
    """
    found: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match.group().startswith(".") and _goes_on(text, match.start(), match.end()):
            continue
        _keep(text, start, match.end(), found)
        start = match.end()
    _keep(text, start, len(text), found)
    return found


def _goes_on(text: str, stop: int, after: int) -> bool:
    word = re.search(r"[\w.]+$", text[max(0, stop - 20) : stop])
    before = word.group().lower() if word else ""
    rest = text[after : after + 200].lstrip()
    if before in _ABBREVIATIONS or (len(before) == 1 and before.isalpha()):
        return True
    if (
        before.isdigit()
        and len(before) <= 3
        and (stop - len(before) == 0 or text[stop - len(before) - 1] == "\n")
    ):
        return True  # the number of a list item
    return bool(rest) and rest[0].islower()


def _keep(text: str, start: int, end: int, found: list[tuple[int, int]]) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        lead = len(piece) - len(piece.lstrip())
        found.append((start + lead, start + lead + len(stripped)))
