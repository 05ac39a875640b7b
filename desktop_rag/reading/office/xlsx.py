"""Workbooks: sheets streamed row by row, with the values that were cached when they were saved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, DocumentFacts
from desktop_rag.domain.errors import DamagedFile
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.archive import Archive
from desktop_rag.reading.failures import damage_when, damaged, empty
from desktop_rag.reading.layout import Layout
from desktop_rag.reading.office.docx import core_title
from desktop_rag.reading.office.rows import SheetRows
from desktop_rag.reading.office.sheet_values import is_date_format, shown_number
from desktop_rag.reading.xml_tree import attribute, local, stream_elements

if TYPE_CHECKING:
    from lxml.etree import _Element

KIND = "Excel workbook"
_COLUMN = re.compile(r"[A-Z]+")


class XlsxReader:
    """Reads workbooks (xlsx, xlsm, xltx). Macros are not looked at."""

    name = "xlsx"
    version = 4
    suffixes = frozenset({".xlsx", ".xlsm", ".xltx", ".xltm"})
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """True for an archive that begins like a workbook."""
        return head.startswith(b"PK\x03\x04") and b"xl/" in head

    def open(self, request: ReadRequest) -> Reading:
        """Raises `PasswordProtected`, `DamagedFile`, `EmptyFile` or `TooLarge`."""
        layout = Layout(request)
        with (
            damage_when(request.name, KIND, ValueError, KeyError, IndexError),
            Archive(request, KIND) as archive,
        ):
            book = _Workbook(archive)
            notices = book.lay_out(SheetRows(request, layout), layout)
            title = core_title(archive)
        if all(block.kind == "heading" for block in layout.blocks):
            raise empty(request.name)
        about = DocumentFacts(
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "data",
            title=title,
            partial=bool(notices),
            notices=tuple(notices),
        )
        return ReadWhole(layout.part(), about)


class _Workbook:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        main = next((t for k, t in archive.relations("").values() if k == "officeDocument"), "")
        if main not in archive:
            raise damaged(archive.name, KIND, "no main part")
        self._relations = archive.relations(main)
        self._root = archive.xml(main)
        self._from_1904 = any(
            local(e) == "workbookPr" and attribute(e, "date1904") in {"1", "true"}
            for e in self._root
        )
        self._strings = self._read_strings()
        self._date_styles = self._read_date_styles()

    def lay_out(self, rows: SheetRows, layout: Layout) -> list[str]:
        """Every sheet in order; the notices say which could not be read."""
        notices = []
        for sheet in self._root.iter():
            if local(sheet) != "sheet":
                continue
            name = sheet.get("name", "")
            kind, member = self._relations.get(_relation_id(sheet), ("", ""))
            if kind != "worksheet" or member not in self._archive:
                continue
            hidden = sheet.get("state", "visible") != "visible"
            rows.begin(name, hidden=hidden)
            try:
                for cells in self._rows(member):
                    rows.add(cells)
                self._comments(member, layout, name)
            except DamagedFile:
                notices.append(f"Sheet “{name}” is damaged and could not be read whole.")
        return notices

    def _rows(self, member: str) -> Iterator[dict[int, str]]:
        """The rows that are there; a used range that claims a million more costs nothing."""
        with self._archive.open(member) as stream:
            for row in stream_elements(stream, "row", self._archive.name, KIND):
                cells: dict[int, str] = {}
                for cell in row:
                    column = _column(cell.get("r", ""), len(cells))
                    shown = self._shown(cell)
                    if shown:
                        cells[column] = shown
                yield cells

    def _shown(self, cell: _Element) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return _rich_text(cell)
        raw = next((child.text or "" for child in cell if local(child) == "v"), "")
        if kind == "s":
            index = int(raw) if raw.isdigit() else -1
            return self._strings[index] if 0 <= index < len(self._strings) else ""
        if kind == "b":
            return "yes" if raw == "1" else "no"
        if kind != "n" or not raw:
            return raw
        date = cell.get("s", "") in self._date_styles
        return shown_number(raw, date=date, from_1904=self._from_1904)

    def _read_strings(self) -> list[str]:
        member = self._related("sharedStrings")
        if not member:
            return []
        with self._archive.open(member) as stream:
            return [
                _rich_text(item) for item in stream_elements(stream, "si", self._archive.name, KIND)
            ]

    def _read_date_styles(self) -> frozenset[str]:
        member = self._related("styles")
        if not member:
            return frozenset()
        codes: dict[int, str] = {}
        dated: set[str] = set()
        for part in self._archive.xml(member):
            if local(part) == "numFmts":
                codes = {int(f.get("numFmtId", "0")): f.get("formatCode", "") for f in part}
            elif local(part) == "cellXfs":
                for number, style in enumerate(part):
                    identity = int(style.get("numFmtId", "0"))
                    if is_date_format(identity, codes.get(identity, "General")):
                        dated.add(str(number))
        return frozenset(dated)

    def _comments(self, member: str, layout: Layout, sheet: str) -> None:
        for kind, target in self._archive.relations(member).values():
            if kind != "comments" or target not in self._archive:
                continue
            for comment in self._archive.xml(target).iter():
                if local(comment) == "comment":
                    text = f"Comment on {comment.get('ref', '')}: {_rich_text(comment)}"
                    layout.add(Block("footnote", 0, 0, sheet=sheet), text)

    def _related(self, kind: str) -> str:
        found = next((t for k, t in self._relations.values() if k == kind), "")
        return found if found in self._archive else ""


def _relation_id(sheet: _Element) -> str:
    return next((str(v) for k, v in sheet.attrib.items() if str(k).endswith("}id")), "")


def _rich_text(element: _Element) -> str:
    """The runs of a string joined; readings (ruby) beside ideographs are left out."""
    pieces = []
    for child in element:
        name = local(child)
        if name == "t":
            pieces.append(child.text or "")
        elif name != "rPh":
            pieces.append(_rich_text(child))
    return "".join(pieces)


def _column(reference: str, otherwise: int) -> int:
    """`C7` → 2."""
    match = _COLUMN.match(reference)
    if match is None:
        return otherwise
    number = 0
    for letter in match.group():
        number = number * 26 + ord(letter) - 64
    return number - 1
