"""Recognised lines to the lines of a page in points, in reading order."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_rag.domain.languages import is_cjk
from desktop_rag.reading.ocr.recognised import Box, RecognisedLine, turn_back
from desktop_rag.reading.ocr.rows import order_pieces
from desktop_rag.reading.pdf.lines import Line
from desktop_rag.reading.pdf.structure import Sizes

# A box is taller than its letters' font size by about this much.
_BOX_TO_SIZE = 1.25
# Sizes measured from boxes are rough: only clear steps above the usual one count.
_STEPS = (2.0, 1.5)
_ROUGH = 0.95
_TALL = 1.5


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """The lines of a page in points and in reading order, as the page stands when it is turned
    upright by `turns` quarters anticlockwise; `sizes` of its letters; `height` when upright;
    `size` (width, height) as it is displayed."""

    lines: list[Line]
    sizes: Sizes
    height: float
    turns: int
    size: tuple[float, float]

    def shown(self, box: Box) -> Box:
        """A box of the upright page on the page as it is displayed."""
        return turn_back(box, self.turns, self.size)


def lay_out_page(
    found: tuple[RecognisedLine, ...], scale: float, size: tuple[float, float]
) -> RecognisedPage:
    """The page that the lines were found on: `size` (width, height) in points, `scale` pixels per
    point of its picture."""
    turns = found[0].turned if found else 0
    upright = size if turns % 2 == 0 else (size[1], size[0])
    pieces = [_piece(line, scale, upright, turns) for line in found]
    body = _usual_size(pieces)
    for piece in pieces:
        piece.size = _stepped(piece.size, body)
    if _is_vertical(pieces):
        lines = sorted(pieces, key=lambda line: -line.x1)
    else:
        lines = order_pieces(pieces)
    sizes = Sizes(body, tuple(step * body for step in _STEPS))
    return RecognisedPage(lines, sizes, upright[1], turns, size)


def _piece(found: RecognisedLine, scale: float, upright: tuple[float, float], turns: int) -> Line:
    x0, y0, x1, y1 = (value / scale for value in found.box)
    x0, y0, x1, y1 = turn_back((x0, y0, x1, y1), (4 - turns) % 4, upright)
    stands = len(found.text) == 1 or y1 - y0 <= _TALL * (x1 - x0)
    size = found.thickness / scale / _BOX_TO_SIZE
    return Line(found.text, x0, y0, x1, y1, size, upright=stands)


def _usual_size(lines: list[Line]) -> float:
    """The median over characters."""
    sizes = sorted((line.size, len(line.text)) for line in lines)
    half = sum(count for _, count in sizes) / 2
    passed = 0
    for size, count in sizes:
        passed += count
        if passed >= half:
            return size
    return 0.0


def _stepped(size: float, body: float) -> float:
    return next((step * body for step in _STEPS if size >= step * body * _ROUGH), body)


def _is_vertical(lines: list[Line]) -> bool:
    """Columns of ideographs, read from right to left."""
    tall = sum(len(line.text) for line in lines if not line.upright)
    text = "".join(line.text for line in lines)
    return tall * 2 > len(text) and sum(map(is_cjk, text)) * 2 > len(text)
