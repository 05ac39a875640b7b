"""OpenDocument: texts, sheets and presentations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, BlockKind, DocumentFacts
from desktop_rag.domain.errors import DamagedFile
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.archive import Archive
from desktop_rag.reading.failures import damage_when, empty, sealed
from desktop_rag.reading.layout import Layout, one_line, rows_as_text
from desktop_rag.reading.loading import load_bytes, open_file
from desktop_rag.reading.office.rows import SheetRows
from desktop_rag.reading.xml_tree import attribute, local, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

KIND = "OpenDocument file"
_PROPERTIES = "http://purl.org/dc/elements/1.1/"
_HEAD = 4096
_MEDIA = "application/vnd.oasis.opendocument."
# What is not shown: deleted text lies in the tracked changes; scripts and forms never run.
_SILENT = frozenset({"tracked-changes", "forms", "scripts", "sequence-decls", "settings"})
_ASIDE = frozenset({"note", "annotation", "frame", "custom-shape", "text-box"})
# Programs repeat the last empty cell and row to the edge of the sheet.
_MOST_REPEATED = 100


class OdfReader:
    """Reads OpenDocument files (odt, ods, odp, their templates, and those that are one XML)."""

    name = "odf"
    version = 4
    suffixes = frozenset(
        {".odt", ".ott", ".ods", ".ots", ".odp", ".otp", ".fodt", ".fods", ".fodp"}
    )
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """True for an archive whose first member names an OpenDocument type, and for XML of one."""
        if head.startswith(b"PK\x03\x04"):
            return b"application/vnd.oasis.opendocument" in head[:200]
        return _is_flat(head)

    def open(self, request: ReadRequest) -> Reading:
        """Raises `PasswordProtected`, `DamagedFile`, `EmptyFile` or `TooLarge`."""
        story = _Story(request)
        with damage_when(request.name, KIND, ValueError, KeyError, IndexError):
            media, title = _lay_out_file(request, story)
        layout = story.layout
        if all(block.kind == "heading" and block.sheet for block in layout.blocks):
            raise empty(request.name)
        about = DocumentFacts(
            _MEDIA + media,
            "data" if media == "spreadsheet" else "document",
            title=title or layout.first_heading(),
        )
        return ReadWhole(layout.part(), about)


def _is_flat(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<") and (
        b"<office:document" in head and b"urn:oasis:names:tc:opendocument" in head
    )


def _lay_out_file(request: ReadRequest, story: _Story) -> tuple[str, str]:
    """Append everything to the story; gives the last word of the media type and the title."""
    with open_file(request) as stream:
        head = stream.read(_HEAD)
    if _is_flat(head):
        root = parse_xml(load_bytes(request), request.name, kind=KIND)
        return story.lay_out(root), _title_in(root)
    with Archive(request, KIND) as archive:
        if _is_encrypted(archive):
            raise sealed(request.name)
        return story.lay_out(archive.xml("content.xml")), _title(archive)


def _is_encrypted(archive: Archive) -> bool:
    listed = "META-INF/manifest.xml"
    if listed not in archive:
        return False
    return any(local(element) == "encryption-data" for element in archive.xml(listed).iter())


def _title(archive: Archive) -> str:
    if "meta.xml" not in archive:
        return ""
    try:
        root = archive.xml("meta.xml")
    except DamagedFile:
        return ""  # the properties are an extra; the document itself is whole
    return _title_in(root)


def _title_in(root: _Element) -> str:
    """The title among the properties; headings are no such element."""
    for element in root.iter(f"{{{_PROPERTIES}}}title"):
        return one_line(element.text or "")
    return ""


class _Story:
    """Lays out the body of a document."""

    def __init__(self, request: ReadRequest) -> None:
        self.layout = Layout(request)
        self._rows = SheetRows(request, self.layout)
        self._slide: int | None = None

    def lay_out(self, root: _Element) -> str:
        """Append everything; gives the last word of the media type."""
        for body in root:
            if local(body) != "body":
                continue
            for content in body:
                name = local(content)
                if name == "spreadsheet":
                    self._sheets(content)
                    return "spreadsheet"
                self._blocks(content)
                return "presentation" if name == "presentation" else "text"
        return "text"

    def _blocks(self, parent: _Element) -> None:
        for element in parent:
            name = local(element)
            if name in _SILENT:
                continue
            if name == "h":
                level = attribute(element, "outline-level")
                self.layout.heading(_text(element), int(level) if level.isdigit() else 1)
            elif name == "p":
                self._add("paragraph", _text(element))
                self._asides(element)
            elif name == "list":
                self._add("list", "\n".join(_items(element, 0)))
            elif name == "table":
                self._add("table", rows_as_text(list(_table(element))))
            elif name == "page":
                self._slide = (self._slide or 0) + 1
                self._blocks(element)
            else:
                self._blocks(element)

    def _asides(self, paragraph: _Element) -> None:
        """Footnotes, comments and frames anchored in a paragraph, after it."""
        for child in paragraph:
            name = local(child)
            if name in {"note", "annotation"}:
                words = " ".join(_text(p) for p in child.iter() if local(p) == "p")
                self._add("footnote", words)
            elif name in _ASIDE:
                self._blocks(child)
            else:
                self._asides(child)

    def _add(self, kind: BlockKind, text: str) -> None:
        self.layout.add(Block(kind, 0, 0, slide=self._slide), text)

    def _sheets(self, content: _Element) -> None:
        for table in content:
            if local(table) != "table":
                continue
            self._rows.begin(attribute(table, "name"))
            for row in _table(table):
                self._rows.add(dict(enumerate(row)))


def _items(listed: _Element, depth: int) -> Iterator[str]:
    for item in listed:
        for child in item:
            name = local(child)
            if name in {"p", "h"}:
                text = _text(child).strip()
                if text:
                    yield f"{'  ' * depth}- {text}"
            elif name == "list":
                yield from _items(child, depth + 1)


def _table(table: _Element) -> Iterator[list[str]]:
    for row in table:
        name = local(row)
        if name in {"table-header-rows", "table-rows", "table-row-group"}:
            yield from _table(row)
        elif name == "table-row":
            cells = _cells(row)
            if any(cells):
                yield from [cells] * _repeated(row, "number-rows-repeated")


def _cells(row: _Element) -> list[str]:
    cells: list[str] = []
    for cell in row:
        if local(cell) == "table-cell":
            lines = (_text(p).strip() for p in cell.iter() if local(p) in {"p", "h"})
            text = " ".join(line for line in lines if line)
            cells.extend([text] * _repeated(cell, "number-columns-repeated"))
        elif local(cell) == "covered-table-cell":
            cells.append("")
    return cells


def _repeated(element: _Element, name: str) -> int:
    times = attribute(element, name)
    return min(int(times), _MOST_REPEATED) if times.isdigit() else 1


def _text(element: _Element) -> str:
    """The words of a paragraph, without those of its notes and frames."""
    pieces = [element.text or ""]
    for child in element:
        name = local(child)
        if name == "s":
            count = attribute(child, "c")
            pieces.append(" " * (min(int(count), 100) if count.isdigit() else 1))
        elif name == "tab":
            pieces.append("\t")
        elif name == "line-break":
            pieces.append("\n")
        elif name == "ruby-text":
            pass
        elif name not in _ASIDE:
            pieces.append(_text(child))
        pieces.append(child.tail or "")
    return "".join(pieces)
