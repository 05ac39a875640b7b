"""Word documents."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, DocumentFacts
from desktop_rag.domain.errors import DamagedFile
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.archive import Archive
from desktop_rag.reading.failures import damage_when, damaged
from desktop_rag.reading.html_layout import lay_out_html
from desktop_rag.reading.html_tree import decode_html, parse_html
from desktop_rag.reading.layout import Layout, one_line, rows_as_text
from desktop_rag.reading.office.docx_text import (
    body_items,
    paragraph_text,
    story_text,
    table_rows,
    text_boxes,
)
from desktop_rag.reading.xml_tree import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element

KIND = "Word document"
_LEVEL = re.compile(r"(?:heading|berschrift|t[ií]tulo|titre|titolo|kop)\s*(\d)", re.IGNORECASE)
_LONGEST_HEADING = 300


class DocxReader:
    """Reads Word documents (docx, docm, dotx)."""

    name = "docx"
    version = 1
    suffixes = frozenset({".docx", ".docm", ".dotx", ".dotm"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for an archive that begins like a Word document."""
        return head.startswith(b"PK\x03\x04") and b"word/" in head

    def open(self, request: ReadRequest) -> Reading:
        """Raises `PasswordProtected`, `DamagedFile`, `EmptyFile` or `TooLarge`."""
        with (
            damage_when(request.name, KIND, ValueError, KeyError, IndexError),
            Archive(request, KIND) as archive,
        ):
            main = _main_part(archive)
            story = _Document(archive, main, Layout(request))
            story.lay_out()
            title = core_title(archive) or story.title
        about = DocumentFacts(
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "document",
            title=title,
            partial=bool(story.notices),
            notices=tuple(story.notices),
        )
        return ReadWhole(story.layout.part(), about)


def core_title(archive: Archive) -> str:
    """The title that an office file's properties give, or nothing."""
    if "docProps/core.xml" not in archive:
        return ""
    try:
        root = archive.xml("docProps/core.xml")
    except DamagedFile:
        return ""  # the properties are an extra; the document itself is whole
    for child in root:
        if local(child) == "title":
            return one_line(child.text or "")
    return ""


def _main_part(archive: Archive) -> str:
    for kind, target in archive.relations("").values():
        if kind == "officeDocument" and target in archive:
            return target
    if "word/document.xml" in archive:
        return "word/document.xml"
    raise damaged(archive.name, KIND, "no main part")


@dataclass(frozen=True, slots=True)
class _Style:
    level: int = 0
    is_list: bool = False


class _Document:
    """Lays out the main story, then headers, footers, footnotes and comments, each once."""

    def __init__(self, archive: Archive, main: str, layout: Layout) -> None:
        self.layout = layout
        self.notices: list[str] = []
        self.title = ""
        self._archive = archive
        self._relations = archive.relations(main)
        self._root = archive.xml(main)
        self._styles = self._read_styles()
        self._items: list[str] = []

    def lay_out(self) -> None:
        """Append everything to the layout."""
        self._stories("header")
        for body in self._root:
            if local(body) == "body":
                self._story(body)
        self._end_list()
        self._stories("footer")
        self._notes("footnotes", "footnote")
        self._notes("endnotes", "endnote")
        self._notes("comments", "comment")
        self.title = self.title or self.layout.first_heading()

    def _story(self, story: _Element) -> None:
        for item in body_items(story):
            name = local(item)
            if name == "p":
                self._paragraph(item)
            elif name == "tbl":
                self._end_list()
                self.layout.put("table", rows_as_text(table_rows(item)))
            else:
                self._end_list()
                self._embedded(item)

    def _paragraph(self, paragraph: _Element) -> None:
        text = paragraph_text(paragraph)
        style = self._style(paragraph)
        if text.strip():
            if style.level and len(text) <= _LONGEST_HEADING:
                self._end_list()
                self.layout.heading(text, style.level)
            elif style.is_list:
                self._items.append(f"- {text.strip()}")
            else:
                self._end_list()
                self.layout.put("paragraph", text)
        for box in text_boxes(paragraph):
            self._end_list()
            self.layout.put("paragraph", story_text(box))

    def _end_list(self) -> None:
        self.layout.put("list", "\n".join(self._items))
        self._items.clear()

    def _embedded(self, chunk: _Element) -> None:
        """Another file inside the text (altChunk); HTML and plain text are laid out."""
        _, target = self._relations.get(attribute(chunk, "id"), ("", ""))
        suffix = target.lower().rpartition(".")[2]
        if target in self._archive and suffix in {"html", "htm", "xhtml", "mht", "txt"}:
            root = parse_html(decode_html(self._archive.read(target)), target)
            if root is not None:
                lay_out_html(root, self.layout, Block("paragraph", 0, 0), navigation=False)
                return
        self.notices.append("A file embedded in the document was not read.")

    def _style(self, paragraph: _Element) -> _Style:
        style, is_list, level = _Style(), False, 0
        for properties in paragraph:
            if local(properties) != "pPr":
                continue
            for one in properties:
                name = local(one)
                if name == "pStyle":
                    style = self._styles.get(attribute(one, "val"), _Style())
                elif name == "numPr":
                    is_list = True
                elif name == "outlineLvl":
                    level = _number(attribute(one, "val")) + 1
        level = level if 0 < level <= 9 else style.level
        return _Style(level, (is_list or style.is_list) and not level)

    def _read_styles(self) -> dict[str, _Style]:
        member = next((t for kind, t in self._relations.values() if kind == "styles"), "")
        if member not in self._archive:
            return {}
        found = {}
        for style in self._archive.xml(member):
            if local(style) == "style":
                found[attribute(style, "styleId")] = _read_style(style)
        return found

    def _stories(self, kind: str) -> None:
        """Headers or footers: each different text once, to be found like any other."""
        said: set[str] = set()
        for relation, target in self._relations.values():
            if relation != kind or target not in self._archive:
                continue
            text = story_text(self._archive.xml(target))
            if text.strip() and text not in said:
                said.add(text)
                self.layout.put("paragraph", text)

    def _notes(self, relation: str, element: str) -> None:
        for kind, target in self._relations.values():
            if kind != relation or target not in self._archive:
                continue
            for note in self._archive.xml(target):
                if local(note) == element and not attribute(note, "type"):
                    self._note(note, element)

    def _note(self, note: _Element, element: str) -> None:
        text = story_text(note).strip()
        if not text:
            return
        if element == "comment":
            author = attribute(note, "author")
            self.layout.put("footnote", f"Comment{f' by {author}' if author else ''}: {text}")
        else:
            self.layout.put("footnote", f"[{attribute(note, 'id')}] {text}")


def _read_style(style: _Element) -> _Style:
    level, is_list = 0, False
    for one in style.iter():
        name = local(one)
        if name == "name":
            value = attribute(one, "val")
            match = _LEVEL.match(value)
            level = int(match.group(1)) if match else level
            level = 1 if value.lower() == "title" else level
            is_list = is_list or value.lower().startswith("list ")
        elif name == "outlineLvl" and not level:
            level = _number(attribute(one, "val")) + 1
    return _Style(level if level <= 9 else 0, is_list)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 9
