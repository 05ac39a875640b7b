"""E-books: chapters in the order of the spine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, DocumentFacts
from desktop_rag.domain.errors import DamagedFile
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.archive import Archive, resolve
from desktop_rag.reading.failures import damage_when, damaged, sealed
from desktop_rag.reading.html_layout import lay_out_html
from desktop_rag.reading.html_tree import decode_html, parse_html
from desktop_rag.reading.layout import Layout, one_line
from desktop_rag.reading.xml_tree import attribute, local, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

KIND = "e-book"


@dataclass(slots=True)
class _Package:
    title: str = ""
    language: str = ""
    items: dict[str, tuple[str, str]] = field(default_factory=dict)  # id → (member, properties)
    spine: list[str] = field(default_factory=list)


class EpubReader:
    """Reads e-books (epub)."""

    name = "epub"
    version = 1
    suffixes = frozenset({".epub"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for an archive whose first member names the type."""
        return head.startswith(b"PK\x03\x04") and b"application/epub+zip" in head[:200]

    def open(self, request: ReadRequest) -> Reading:
        """Raises `PasswordProtected`, `DamagedFile`, `EmptyFile` or `TooLarge`. A chapter that is
        damaged is named in the notices, the others are read."""
        layout = Layout(request)
        notices: list[str] = []
        with (
            damage_when(request.name, KIND, ValueError, KeyError, SyntaxError),
            Archive(request, KIND) as archive,
        ):
            package = _package(archive)
            for identity in package.spine:
                member, properties = package.items.get(identity, ("", ""))
                if "nav" in properties.split():
                    continue
                try:
                    _lay_out_chapter(archive, member, layout)
                except DamagedFile:
                    notices.append(f"The chapter “{member}” is damaged and could not be read.")
            if not layout.blocks and "META-INF/encryption.xml" in archive:
                raise sealed(request.name)
            if not layout.blocks and notices:
                raise damaged(request.name, KIND, notices[0])
        about = DocumentFacts(
            "application/epub+zip",
            "document",
            title=package.title or layout.first_heading(),
            language=package.language[:2].lower(),
            partial=bool(notices),
            notices=tuple(notices),
        )
        return ReadWhole(layout.part(), about)


def _package(archive: Archive) -> _Package:
    container = archive.xml("META-INF/container.xml")
    main = next((e.get("full-path", "") for e in container.iter() if local(e) == "rootfile"), "")
    folder = main.rpartition("/")[0]
    package = _Package()
    for element in parse_xml(archive.read(main), archive.name, kind=KIND, recover=True).iter():
        _note(package, element, folder)
    return package


def _note(package: _Package, element: _Element, folder: str) -> None:
    name = local(element)
    if name == "title" and not package.title:
        package.title = one_line(element.text or "")
    elif name == "language" and not package.language:
        package.language = (element.text or "").strip()
    elif name == "item":
        member = resolve(folder, element.get("href", ""))
        package.items[element.get("id", "")] = (member, element.get("properties", ""))
    elif name == "itemref":
        package.spine.append(attribute(element, "idref"))


def _lay_out_chapter(archive: Archive, member: str, layout: Layout) -> None:
    root = parse_html(decode_html(archive.read(member)), member)
    if root is not None:
        lay_out_html(root, layout, Block("paragraph", 0, 0), navigation=False)
