"""Presentations: slides in the order in which they are shown, with tables, charts and notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, DocumentFacts
from desktop_rag.domain.errors import DamagedFile
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.archive import Archive
from desktop_rag.reading.failures import damage_when, damaged
from desktop_rag.reading.layout import Layout, rows_as_text
from desktop_rag.reading.office.docx import core_title
from desktop_rag.reading.xml_tree import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element

KIND = "PowerPoint presentation"
_TITLES = frozenset({"title", "ctrTitle"})
# Placeholders whose text is not the slide's own: numbers, dates, footers.
_REPEATED = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
_RELATED = {"chart", "diagramData", "comments"}


class PptxReader:
    """Reads presentations (pptx, pptm, ppsx, potx)."""

    name = "pptx"
    version = 2
    suffixes = frozenset({".pptx", ".pptm", ".ppsx", ".potx"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for an archive that begins like a presentation."""
        return head.startswith(b"PK\x03\x04") and b"ppt/" in head

    def open(self, request: ReadRequest) -> Reading:
        """Raises `PasswordProtected`, `DamagedFile`, `EmptyFile` or `TooLarge`."""
        layout = Layout(request)
        notices: list[str] = []
        with (
            damage_when(request.name, KIND, ValueError, KeyError, IndexError),
            Archive(request, KIND) as archive,
        ):
            slides = _slides(archive)
            for number, member in enumerate(slides, 1):
                try:
                    _lay_out_slide(archive, member, layout, number)
                except DamagedFile:
                    notices.append(f"Slide {number} is damaged and could not be read.")
            title = core_title(archive)
        about = DocumentFacts(
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            "document",
            title=title if title.lower() != "powerpoint presentation" else layout.first_heading(),
            partial=bool(notices),
            notices=tuple(notices),
        )
        return ReadWhole(layout.part(), about)


def _slides(archive: Archive) -> list[str]:
    main = next((t for k, t in archive.relations("").values() if k == "officeDocument"), "")
    if main not in archive:
        raise damaged(archive.name, KIND, "no main part")
    relations = archive.relations(main)
    found = []
    for element in archive.xml(main).iter():
        if local(element) == "sldId":
            kind, target = relations.get(_relation_id(element), ("", ""))
            if kind == "slide":
                found.append(target)
    return found


def _relation_id(element: _Element) -> str:
    """The r:id of a slide; its plain id is a number."""
    for key, value in element.attrib.items():
        if str(key).endswith("}id"):
            return str(value)
    return ""


def _lay_out_slide(archive: Archive, member: str, layout: Layout, number: int) -> None:
    like = Block("paragraph", 0, 0, slide=number)
    for shape in _shapes(archive.xml(member)):
        _lay_out_shape(shape, layout, like)
    for kind, target in archive.relations(member).values():
        if target not in archive:
            continue
        if kind in _RELATED:
            layout.add(like, _related_text(archive.xml(target), kind))
        elif kind == "notesSlide":
            for shape in _shapes(archive.xml(target)):
                if _placeholder(shape) not in _REPEATED and local(shape) == "sp":
                    layout.add(like, f"Notes: {_lines(shape)}" if _lines(shape) else "")


def _shapes(root: _Element) -> Iterator[_Element]:
    """Shapes and tables in order, groups opened however deep."""
    for child in root:
        name = local(child)
        if name == "Fallback":
            continue
        if name in {"sp", "graphicFrame", "cxnSp", "pic"} or _holds_text(child):
            yield child
        else:
            yield from _shapes(child)


def _holds_text(element: _Element) -> bool:
    """True for shapes of unknown type that carry a text body of their own."""
    return any(local(child) == "txBody" for child in element)


def _lay_out_shape(shape: _Element, layout: Layout, like: Block) -> None:
    placeholder = _placeholder(shape)
    if placeholder in _REPEATED:
        return
    for table in shape.iter():
        if local(table) == "tbl":
            layout.add(_like(like, "table"), rows_as_text(_rows(table)))
            return
    text = _lines(shape)
    if placeholder in _TITLES and text:
        layout.heading(text, 1, like)
    else:
        layout.add(_like(like, "list") if text.count("\n") else like, text)


def _like(like: Block, kind: str) -> Block:
    return Block("table" if kind == "table" else "list", 0, 0, slide=like.slide)


def _placeholder(shape: _Element) -> str:
    for child in shape.iter():
        if local(child) == "ph":
            return attribute(child, "type") or "body"
        if local(child) == "txBody":
            break
    return ""


def _rows(table: _Element) -> list[list[str]]:
    """A merged cell counts once: the cells it covers are marked and hold nothing."""
    return [
        [
            _lines(cell).replace("\n", " ")
            for cell in row
            if local(cell) == "tc" and not (cell.get("hMerge") or cell.get("vMerge"))
        ]
        for row in table
        if local(row) == "tr"
    ]


def _lines(element: _Element) -> str:
    lines = (_paragraph(p) for p in element.iter() if local(p) == "p")
    return "\n".join(line for line in lines if line)


def _paragraph(paragraph: _Element) -> str:
    pieces = []
    for child in paragraph.iter():
        name = local(child)
        if name == "t":
            pieces.append(child.text or "")
        elif name == "br":
            pieces.append("\n")
        elif name == "tab":
            pieces.append(" ")
    return "".join(pieces).strip()


def _related_text(root: _Element, kind: str) -> str:
    """The words of a chart, a diagram or a comment."""
    wanted = {"chart": {"t", "v"}, "diagramData": {"t"}, "comments": {"text", "t"}}[kind]
    pieces = [element.text or "" for element in root.iter() if local(element) in wanted]
    words = list(dict.fromkeys(piece.strip() for piece in pieces if piece.strip()))
    if not words:
        return ""
    told = (", " if kind == "chart" else "\n").join(words)
    return f"Comment: {told}" if kind == "comments" else told
