"""What text recognition finds in a picture."""

from __future__ import annotations

import msgspec

Box = tuple[float, float, float, float]


class PageUnclear(Exception):
    """There is writing on a page, but most of it cannot be made out."""


class RecognitionBroken(Exception):
    """Text recognition is installed, but cannot be started: a library or a model is damaged."""


class RecognisedLine(msgspec.Struct, frozen=True, array_like=True):
    """A line or a piece of one: its text, how sure of it the model is (0 … 1), and its box
    (x0, y0, x1, y1) in pixels from the picture's top left corner. `thickness` is how tall the
    writing is in pixels, also where the page is a little askew and the box therefore taller.
    `turned` counts the quarter turns, anticlockwise, after which the page stands upright."""

    text: str
    score: float
    box: Box
    thickness: float
    turned: int = 0


def mean_score(lines: tuple[RecognisedLine, ...]) -> float:
    """How sure the model is of all the text: the mean over its characters, 0 without any."""
    chars = sum(len(line.text) for line in lines)
    return sum(line.score * len(line.text) for line in lines) / chars if chars else 0.0


def turn_back(box: Box, turns: int, size: tuple[float, float]) -> Box:
    """A box of a picture of `size` (width, height) that was turned anticlockwise by `turns`
    quarters, in the picture before."""
    x0, y0, x1, y1 = box
    width, height = size
    if turns == 1:  # (x, y) went to (y, width - x)
        return (width - y1, x0, width - y0, x1)
    if turns == 2:
        return (width - x1, height - y1, width - x0, height - y0)
    return (y0, height - x1, y1, height - x0) if turns == 3 else box
