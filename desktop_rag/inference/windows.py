"""Cutting a text into pieces that fit an embedder's window."""

from __future__ import annotations

from collections.abc import Sequence

Range = tuple[int, int]
QUERY_PIECES = 4
"""Pieces of a question that are embedded, about a thousand tokens: more add time and no meaning."""


def cut_at_spaces(text: str, tokens: Sequence[Range], room: int) -> list[Range]:
    """Half-open character ranges that cover all of `text`, each with at most `room` of `tokens`.

    `tokens` are the tokens' own ranges in order. A cut falls before the last token of the second
    half of a piece that follows white space, else, where there is none, between two tokens.
    """
    if room < 1:
        raise ValueError(f"a piece must have room for 1 token at least, not {room}")
    starts = [0]
    first = 0
    while len(tokens) - first > room:
        first = _cut(text, tokens, first, first + room)
        starts.append(tokens[first][0])
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def _cut(text: str, tokens: Sequence[Range], first: int, limit: int) -> int:
    for token in range(limit, (first + limit) // 2, -1):
        if text[tokens[token][0] - 1].isspace():
            return token
    while limit > first + 1 and tokens[limit][0] < tokens[limit - 1][1]:
        limit -= 1  # one character may be several tokens
    return limit
