"""The text of WordprocessingML: what is shown, insertions kept, deletions not, everything once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from desktop_rag.reading.xml_tree import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element

# Deleted and moved-away text, field codes, properties, and the older copy of a drawing.
_SILENT = frozenset(
    "del moveFrom delText delInstrText instrText pPr rPr tblPr tcPr trPr sectPr sdtPr sdtEndPr "
    "Fallback rt proofErr bookmarkStart bookmarkEnd".split()
)
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
_STORIES = frozenset({"txbxContent"})


def paragraph_text(paragraph: _Element) -> str:
    """The words of one paragraph, without those of text boxes anchored in it."""
    return "".join(_words(paragraph))


def text_boxes(element: _Element) -> Iterator[_Element]:
    """The text boxes anchored in an element, each once and in order."""
    for child in element:
        name = local(child)
        if name in _STORIES:
            yield child
        elif name not in _SILENT:
            yield from text_boxes(child)


def body_items(parent: _Element) -> Iterator[_Element]:
    """Paragraphs, tables and embedded files of a story, those in content controls included."""
    for child in parent:
        name = local(child)
        if name in {"p", "tbl", "altChunk"}:
            yield child
        elif name in {
            "sdt",
            "sdtContent",
            "ins",
            "moveTo",
            "customXml",
            "smartTag",
            "AlternateContent",
            "Choice",
        }:
            yield from body_items(child)


def table_rows(table: _Element) -> list[list[str]]:
    """The cells of a table as text; a merged cell counts once."""
    rows = []
    for row in _rows(table):
        cells = [_cell_text(cell) for cell in _cells(row) if not _goes_on(cell)]
        rows.append(cells)
    return rows


def _words(element: _Element) -> Iterator[str]:
    for child in element:
        name = local(child)
        if name in _SILENT or name in _STORIES:
            continue
        if name == "t":
            yield child.text or ""
        elif name in _BREAKS:
            yield _BREAKS[name]
        elif name == "footnoteReference" or name == "endnoteReference":
            yield f"[{attribute(child, 'id')}]"
        elif name == "sym":
            yield _symbol(attribute(child, "char"))
        else:
            yield from _words(child)


def _symbol(code: str) -> str:
    """A character of a symbol font; those of the private area mean nothing as text."""
    try:
        point = int(code, 16)
    except ValueError:
        return ""
    return "" if 0xE000 <= point <= 0xF8FF or point > 0x10FFFF else chr(point)


def _rows(table: _Element) -> Iterator[_Element]:
    for child in table:
        name = local(child)
        if name == "tr":
            yield child
        elif name in {"sdt", "sdtContent", "ins", "customXml"}:
            yield from _rows(child)


def _cells(row: _Element) -> Iterator[_Element]:
    for child in row:
        name = local(child)
        if name == "tc":
            yield child
        elif name in {"sdt", "sdtContent", "ins", "customXml"}:
            yield from _cells(child)


def _goes_on(cell: _Element) -> bool:
    """True for the lower cells of a vertical merge."""
    for properties in cell:
        if local(properties) == "tcPr":
            for merge in properties:
                if local(merge) == "vMerge":
                    return attribute(merge, "val") != "restart"
    return False


def _cell_text(cell: _Element) -> str:
    pieces = []
    for item in body_items(cell):
        if local(item) == "p":
            pieces.append(paragraph_text(item))
            pieces.extend(story_text(box) for box in text_boxes(item))
        elif local(item) == "tbl":
            pieces.extend(" ".join(row) for row in table_rows(item))
    return " ".join(piece for piece in pieces if piece.strip())


def story_text(story: _Element) -> str:
    """All words of a text box, a footnote or a comment, one line a paragraph."""
    pieces = []
    for item in body_items(story):
        if local(item) == "p":
            pieces.append(paragraph_text(item))
            pieces.extend(story_text(box) for box in text_boxes(item))
        elif local(item) == "tbl":
            pieces.extend(" | ".join(row) for row in table_rows(item))
    return "\n".join(piece for piece in pieces if piece.strip())
