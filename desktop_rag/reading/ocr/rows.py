"""Pieces of recognised text to lines in reading order: rows joined, columns read one by one."""

from __future__ import annotations

from itertools import pairwise

from desktop_rag.reading.pdf.lines import CELL_GAP, Cell, Line

_ROW_SHARE = 0.5
_NARROWEST_GUTTER = 4.0
_FEWEST_ROWS = 3
# Sides of real columns hold real lines; shorter pieces are cells of a table.
_COLUMN_CHARS = 18
Row = list[Line]
Gap = tuple[float, float]


def order_pieces(pieces: list[Line]) -> list[Line]:
    """Lines top to bottom, except that columns are read one after the other. Wide gaps in a line
    part its cells."""
    ordered: list[Line] = []
    run: list[Row] = []
    gutter: Gap | None = None
    for row in _rows(pieces):
        narrowed = _narrowed(gutter, row) if gutter else None
        if narrowed is None and run:
            ordered += _read(run, gutter)
            run = []
        gutter = narrowed or _widest_gap(row)
        run.append(row)
    return ordered + (_read(run, gutter) if run else [])


def _rows(pieces: list[Line]) -> list[Row]:
    """Pieces that stand side by side, from left to right."""
    rows: list[Row] = []
    for piece in sorted(pieces, key=lambda line: (line.y0 + line.y1, line.x0)):
        row = next((row for row in reversed(rows[-4:]) if _fits(row, piece)), None)
        if row is None:
            rows.append([piece])
        else:
            row.append(piece)
    return [sorted(row, key=lambda line: line.x0) for row in rows]


def _fits(row: Row, piece: Line) -> bool:
    """The piece stands beside all pieces of the row, at the height of its nearest one."""
    if not piece.upright or any(
        not other.upright or (other.x0 < piece.x1 - 2 and piece.x0 < other.x1 - 2) for other in row
    ):
        return False
    nearest = min(row, key=lambda other: max(other.x0 - piece.x1, piece.x0 - other.x1))
    shared = min(nearest.y1, piece.y1) - max(nearest.y0, piece.y0)
    return shared >= _ROW_SHARE * min(nearest.height, piece.height)


def _gaps(row: Row) -> list[Gap]:
    return [
        (before.x1, after.x0)
        for before, after in pairwise(row)
        if after.x0 - before.x1 >= _NARROWEST_GUTTER
    ]


def _widest_gap(row: Row) -> Gap | None:
    return max(_gaps(row), key=lambda gap: gap[1] - gap[0], default=None)


def _narrowed(gutter: Gap, row: Row) -> Gap | None:
    """What stays of a gutter beside this row; None when the row runs across it."""
    if row[-1].x1 <= gutter[1]:
        around = [(row[-1].x1, gutter[1])]
    elif row[0].x0 >= gutter[0]:
        around = [(gutter[0], row[0].x0)]
    else:
        around = _gaps(row)
    kept = [(max(gutter[0], start), min(gutter[1], end)) for start, end in around]
    return next((gap for gap in kept if gap[1] - gap[0] >= _NARROWEST_GUTTER), None)


def _read(run: list[Row], gutter: Gap | None) -> list[Line]:
    """The lines of rows that share a gutter: columns when both sides hold real lines."""
    if gutter is None:
        return [_joined(row) for row in run]
    middle = (gutter[0] + gutter[1]) / 2
    left = [[piece for piece in row if piece.x1 <= middle] for row in run]
    right = [[piece for piece in row if piece.x1 > middle] for row in run]
    both = sum(1 for one, other in zip(left, right, strict=True) if one and other)
    if both < _FEWEST_ROWS or min(_mean_chars(left), _mean_chars(right)) < _COLUMN_CHARS:
        return [_joined(row) for row in run]
    return [_joined(row) for row in (*left, *right) if row]


def _mean_chars(rows: list[Row]) -> float:
    counts = [sum(len(piece.text) for piece in row) for row in rows if row]
    return sum(counts) / len(counts) if counts else 0.0


def _joined(row: Row) -> Line:
    if len(row) == 1:
        return row[0]
    text = ""
    cells: list[Cell] = []
    for piece in row:
        start = len(text) + 1 if text else 0
        text = f"{text} {piece.text}" if text else piece.text
        if cells and piece.x0 - cells[-1].x1 <= CELL_GAP * piece.size:
            cells[-1] = Cell(cells[-1].start, len(text), cells[-1].x0, piece.x1)
        else:
            cells.append(Cell(start, len(text), piece.x0, piece.x1))
    return Line(
        text,
        row[0].x0,
        min(piece.y0 for piece in row),
        row[-1].x1,
        max(piece.y1 for piece in row),
        max(row, key=lambda piece: len(piece.text)).size,
        cells=tuple(cells) if len(cells) > 1 else (),
    )
