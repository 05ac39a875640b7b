"""Small files of every kind, made in memory for the tests of the readers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, DocumentFacts
from desktop_rag.ports.reading import ReadLimits, ReadRequest
from desktop_rag.reading import built_in_readers
from desktop_rag.reading.choosing import choose_reader

if TYPE_CHECKING:
    from PIL import Image

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


class Read:
    """A file that was read: its text, blocks with their own text, and facts."""

    def __init__(self, name: str, data: bytes, **options: object) -> None:
        limits = options.pop("limits", ReadLimits())
        password = options.pop("password", None)
        request = ReadRequest(
            name,
            name,
            data=data,
            limits=limits,  # type: ignore[arg-type]
            password=lambda _path: password,  # type: ignore[return-value,arg-type]
            **options,  # type: ignore[arg-type]
        )
        self.reader = choose_reader(built_in_readers(), name, data[:4096])
        reading = self.reader.open(request)
        self.parts = list(reading.parts())
        self.facts: DocumentFacts = reading.facts()
        self.text = "".join(part.text for part in self.parts)
        self.blocks: list[Block] = [block for part in self.parts for block in part.blocks]

    def of(self, block: Block) -> str:
        """The text of a block of the first part."""
        return self.parts[0].text[block.start : block.end]

    def kinds(self) -> list[tuple[str, str]]:
        """(kind, text) of every block of the first part."""
        return [(block.kind, self.of(block)) for block in self.parts[0].blocks]

    def headings(self) -> list[tuple[int, str]]:
        """(level, title) of every heading."""
        return [(block.level, block.title) for block in self.blocks if block.kind == "heading"]

    def texts(self, kind: str) -> list[str]:
        """The texts of the blocks of one kind."""
        return [text for found, text in self.kinds() if found == kind]


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A zip archive with these members, in order."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def relations(entries: Mapping[str, tuple[str, str]]) -> str:
    """A relations part: id → (last word of the type, target)."""
    listed = "".join(
        f'<Relationship Id="{identity}" Type="{R}/{kind}" Target="{target}"/>'
        for identity, (kind, target) in entries.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}">{listed}</Relationships>'


def docx(body: str, *, parts: Mapping[str, tuple[str, str]] | None = None) -> bytes:
    """A Word document; `parts`: file in word/ → (relation, XML)."""
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations({"r1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": f'<w:document xmlns:w="{W}" xmlns:r="{R}">'
        f"<w:body>{body}</w:body></w:document>",
    }
    extra = parts or {}
    listed = {f"x{n}": (kind, name) for n, (name, (kind, _)) in enumerate(extra.items())}
    members["word/_rels/document.xml.rels"] = relations(listed)
    members.update({f"word/{name}": xml for name, (_, xml) in extra.items()})
    return zipped(members)


def paragraph(text: str, style: str = "") -> str:
    """A WordprocessingML paragraph."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


STYLES = (
    f'<w:styles xmlns:w="{W}">'
    '<w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Heading2"><w:name w:val="heading 2"/></w:style>'
    '<w:style w:styleId="ListBullet"><w:name w:val="List Bullet"/></w:style></w:styles>'
)


def pptx(slides: list[str], notes: Mapping[int, str] | None = None) -> bytes:
    """A presentation whose slides hold these shapes; notes by slide number (1-based)."""
    a = "http://schemas.openxmlformats.org/drawingml/2006/main"
    p = "http://schemas.openxmlformats.org/presentationml/2006/main"
    names = f'xmlns:a="{a}" xmlns:p="{p}" xmlns:r="{R}"'
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations({"r1": ("officeDocument", "ppt/presentation.xml")})
    }
    # The files are named against the order in which the slides are shown.
    files = {n: f"slides/slide{len(slides) - n + 1}.xml" for n in range(1, len(slides) + 1)}
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="s{n}"/>' for n in files)
    members["ppt/presentation.xml"] = (
        f"<p:presentation {names}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    )
    members["ppt/_rels/presentation.xml.rels"] = relations(
        {f"s{n}": ("slide", file) for n, file in files.items()}
    )
    for number, shapes in enumerate(slides, 1):
        file = files[number]
        members[f"ppt/{file}"] = (
            f"<p:sld {names}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
        )
        if notes and number in notes:
            base = file.rpartition("/")[2]
            members[f"ppt/slides/_rels/{base}.rels"] = relations(
                {"n": ("notesSlide", f"../notesSlides/notes{number}.xml")}
            )
            members[f"ppt/notesSlides/notes{number}.xml"] = (
                f"<p:notes {names}><p:cSld><p:spTree>{shape(notes[number], 'body')}"
                f"{shape('7', 'sldNum')}</p:spTree></p:cSld></p:notes>"
            )
    return zipped(members)


def shape(text: str, placeholder: str = "") -> str:
    """A shape of a slide."""
    kind = f'<p:nvSpPr><p:nvPr><p:ph type="{placeholder}"/></p:nvPr></p:nvSpPr>'
    lines = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("\n"))
    return f"<p:sp>{kind if placeholder else ''}<p:txBody>{lines}</p:txBody></p:sp>"


def xlsx(sheets: Mapping[str, str], *, hidden: str = "", styles: str = "") -> bytes:
    """A workbook: sheet name → its rows as XML."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    listed = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="s{n}"'
        f"{' state=' + chr(34) + 'hidden' + chr(34) if name == hidden else ''}/>"
        for n, name in enumerate(sheets, 1)
    )
    entries = {
        f"s{n}": ("worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)
    }
    if styles:
        entries["st"] = ("styles", "styles.xml")
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations({"r1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{R}">'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(entries),
    }
    if styles:
        members["xl/styles.xml"] = f'<styleSheet xmlns="{main}">{styles}</styleSheet>'
    for number, rows in enumerate(sheets.values(), 1):
        members[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'
        )
    return zipped(members)


def row(number: int, *cells: str) -> str:
    """A row of inline strings."""
    inner = "".join(
        f'<c r="{chr(65 + n)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
        for n, cell in enumerate(cells)
    )
    return f'<row r="{number}">{inner}</row>'


def odt(body: str, *, kind: str = "text", manifest: str = "") -> bytes:
    """An OpenDocument file."""
    names = " ".join(
        f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"'
        for n in ("office", "text", "table")
    )
    members: dict[str, str | bytes] = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": f"<office:document-content {names}><office:body><office:{kind}>{body}"
        f"</office:{kind}></office:body></office:document-content>",
    }
    if manifest:
        members["META-INF/manifest.xml"] = manifest
    return zipped(members)


def epub(chapters: Mapping[str, str], *, spine: list[str], nav: str = "") -> bytes:
    """An e-book: file → XHTML; the spine names files."""
    items = "".join(f'<item id="{name}" href="{name}"/>' for name in chapters)
    if nav:
        items += '<item id="nav" href="nav.xhtml" properties="nav"/>'
    refs = "".join(f'<itemref idref="{name}"/>' for name in spine)
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/b.opf"/>'
        "</rootfiles></container>",
        "OEBPS/b.opf": '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>The Pump Book</dc:title><dc:language>en-GB</dc:language></metadata>"
        f"<manifest>{items}</manifest><spine>{refs}</spine></package>",
    }
    members.update(
        {f"OEBPS/{name}": f"<html><body>{text}</body></html>" for name, text in chapters.items()}
    )
    if nav:
        members["OEBPS/nav.xhtml"] = f"<html><body><nav>{nav}</nav></body></html>"
    return zipped(members)


def pdf(*pages: list[tuple[float, float, float, str, str]], **options: object) -> bytes:
    """A PDF: per page (x, y from the top, size, font, text); A4. Options: rotate, title, outline
    (text, page, level), password."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=A4, encrypt=options.get("password"))
    if options.get("title"):
        canvas.setTitle(str(options["title"]))
    outline = options.get("outline", [])
    for number, lines in enumerate(pages, 1):
        for text, page, level in outline:  # type: ignore[attr-defined]
            if page == number:
                canvas.bookmarkPage(text)
                canvas.addOutlineEntry(text, text, level)
        for x, y, size, font, text in lines:
            canvas.setFont(font, size)
            canvas.drawString(x, A4[1] - y, text)
        canvas.showPage()
    canvas.save()
    rotation = options.get("rotate")
    return _rotated(stream.getvalue(), int(rotation)) if rotation else stream.getvalue()  # type: ignore[call-overload]


def _rotated(data: bytes, degrees: int) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    for page in document:
        page.set_rotation(degrees)
    stream = io.BytesIO()
    document.save(stream)
    document.close()
    return stream.getvalue()


def body(
    text: str, x: float, y: float, size: float = 10.0
) -> list[tuple[float, float, float, str, str]]:
    """The lines of a text set from y on, 1.2 times the size apart."""
    return [
        (x, y + number * size * 1.2, size, "Helvetica", line)
        for number, line in enumerate(text.strip().split("\n"))
    ]


def notebook(*cells: dict[str, object]) -> bytes:
    """A notebook of format 4."""
    import json

    return json.dumps({"nbformat": 4, "cells": list(cells)}).encode()


def drawn(text: str, size: tuple[int, int] = (620, 300), turned: int = 0) -> Image.Image:
    """A white picture with lines of black text from (40, 40) on, turned by quarters clockwise."""
    import reportlab
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", size, "white")
    font = ImageFont.truetype(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf", 28)
    for number, line in enumerate(text.splitlines()):
        ImageDraw.Draw(image).text((40, 40 + 50 * number), line, fill="black", font=font)
    return image.rotate(-90 * turned, expand=True) if turned else image


def picture(text: str, kind: str = "PNG", **options: object) -> bytes:
    """A picture file with lines of text."""
    stream = io.BytesIO()
    drawn(text).save(stream, kind, **options)
    return stream.getvalue()


def scan(*pages: Image.Image) -> bytes:
    """A PDF of pictures, each a page of half its size in points."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream)
    for image in pages:
        canvas.setPageSize((image.width / 2, image.height / 2))
        canvas.drawImage(ImageReader(image), 0, 0, image.width / 2, image.height / 2)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()
