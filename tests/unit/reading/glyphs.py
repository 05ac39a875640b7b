"""PDF files written glyph by glyph, for what programs that make PDFs do to letters.

The font is of type 3: every glyph is a black box, and its ToUnicode map alone says what it means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STEP = 6.0
"""How far apart glyphs stand, in points."""
Placed = Sequence[tuple[str, float]]


def side_by_side(signs: Sequence[str], left: float = 72.0) -> list[tuple[str, float]]:
    """Glyphs from left to right, each with its x."""
    return [(sign, left + STEP * number) for number, sign in enumerate(signs)]


def right_to_left(words: str, left: float = 72.0) -> list[tuple[str, float]]:
    """A line of a script written from right to left, drawn in the order in which it is read;
    words of ASCII run from left to right inside it."""
    placed: list[tuple[str, float]] = []
    edge = left + STEP * len(words)
    for word in words.split(" "):
        edge -= STEP * len(word)
        runs_left = not word.isascii()
        for number, sign in enumerate(word):
            placed.append((sign, edge + STEP * (len(word) - 1 - number if runs_left else number)))
        edge -= STEP
        placed.append((" ", edge))
    return placed[:-1]


def glyph_pdf(lines: Sequence[Placed], meanings: Mapping[str, str] | None = None) -> bytes:
    """A page of lines of placed glyphs in drawing order. A glyph is a letter, or a key of
    `meanings`, which gives its ToUnicode value in hex."""
    known = meanings or {}
    codes: dict[str, int] = {}
    for line in lines:
        for sign, _ in line:
            codes.setdefault(sign, len(codes) + 33)
    named = " ".join(f"/g{code}" for code in codes.values())
    drawn = " ".join(f"/g{code} {8 if sign == ' ' else 7} 0 R" for sign, code in codes.items())
    shown = "".join(_line(line, codes, 700 - 14 * number) for number, line in enumerate(lines))
    widths = " ".join(["500"] * len(codes))
    return _assembled(
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F 5 0 R >> >> >>",
        _stream(f"BT /F 12 Tf\n{shown}ET"),
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 -200 500 700] "
        "/FontMatrix [0.001 0 0 0.001 0 0] /Resources << >> /FirstChar 33 "
        f"/LastChar {32 + len(codes)} /Widths [{widths}] /CharProcs << {drawn} >> "
        f"/ToUnicode 6 0 R /Encoding << /Type /Encoding /Differences [33 {named}] >> >>",
        _stream(_character_map({code: known.get(s) or _hex(s) for s, code in codes.items()})),
        _stream("500 0 0 0 450 700 d1 0 0 450 700 re f"),
        _stream("500 0 0 0 450 700 d1"),
    )


def _line(line: Placed, codes: Mapping[str, int], y: float) -> str:
    """One text object a run: what stands right behind the glyph before is drawn with it."""
    drawn = ""
    end = None
    for sign, x in line:
        if end is None or abs(x - end) > 0.01:
            drawn += f"{'> Tj ' if drawn else ''}1 0 0 1 {x:.2f} {y:.2f} Tm <"
        drawn += f"{codes[sign]:02X}"
        end = x + STEP
    return f"{drawn}> Tj\n"


def _hex(sign: str) -> str:
    return sign.encode("utf-16-be").hex()


def _character_map(meanings: Mapping[int, str]) -> str:
    mapped = "\n".join(f"<{code:02X}> <{value}>" for code, value in meanings.items())
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CMapName /x def /CMapType 2 def\n1 begincodespacerange <00> <FF> endcodespacerange\n"
        f"{len(meanings)} beginbfchar\n{mapped}\nendbfchar\nendcmap end end"
    )


def _stream(content: str) -> str:
    return f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"


def _assembled(*objects: str) -> bytes:
    """The objects as a file with its cross-reference table."""
    data = b"%PDF-1.7\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
    return data + f"{end}startxref\n{len(data)}\n%%EOF\n".encode()
