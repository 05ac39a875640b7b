"""Files that other programs stumble over, through the real application: each says what became of
it, and what is in it is found as a person would look for it."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Filters, SearchMode
from desktop_rag.domain.source import FileEntry
from desktop_rag.link.client import Client
from desktop_rag.messages.library import AddPaths, AddReport, FilePage, ListFiles
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.messages.viewer import GetText, TextPart
from tests.end_to_end.driving import engine, status
from tests.unit.reading import making
from tests.unit.reading.glyphs import glyph_pdf, right_to_left, side_by_side
from tests.unit.reading.making import W, paragraph, row, shape

pytestmark = pytest.mark.slow

_HEBREW = "המשאבה pump 1234 שלום"
_FENCES = """---
title: The manual of fences
---
# Installing the pump

Before anything else the ground is made level.

````text
# quartz comment
```
# feldspar comment
```
````

Maintenance
===========

~~~
# granite comment
~~~

Every year the seals are changed.

# Disposal

The oil is brought to a collection point.
"""


class Folder:
    """A folder of difficult files that the application has indexed."""

    def __init__(self, client: Client, path: Path) -> None:
        self._client = client
        self.path = path

    def hits(self, text: str, name: str, mode: SearchMode = "keyword") -> list[Hit]:
        """What is found inside one file (or in a folder of it)."""
        under = Filters(under=(str(self.path / name),))
        search = Search(text, keep=20, filters=under, mode=mode, syntax=False)
        return list(self._client.ask(search, HitsFound, timeout=60).result.hits)

    def holding(self, word: str, name: str) -> list[Hit]:
        """The hits of a word in which it stands as it is written."""
        return [hit for hit in self.hits(word, name) if word.lower() in hit.chunk.text.lower()]

    def text(self, name: str) -> str:
        """The text that the window shows."""
        return self._client.ask(GetText(str(self.path / name)), TextPart, timeout=60).text

    def ledger(self) -> dict[str, FileEntry]:
        """Every file that is known, by its path below the folder."""
        page = self._client.ask(ListFiles(limit=500), FilePage, timeout=60)
        return {str(Path(f.path).relative_to(self.path)): f for f in page.files}

    def counts(self) -> dict[str, int]:
        """Files by state, as `status` shows them."""
        return status(self._client).files


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    """All the files of this module, indexed by one engine. Recognition is off: what has text has
    it by itself."""
    place = tmp_path_factory.mktemp("difficult")
    documents = place / "documents"
    documents.mkdir()
    for name, data in _files().items():
        (documents / name).parent.mkdir(exist_ok=True)
        (documents / name).write_bytes(data)
    with engine(place / "library") as client:
        client.ask(
            AddPaths((str(documents),), overrides={"indexing.ocr": "false"}, watch=False),
            AddReport,
            timeout=300,
        )
        yield Folder(client, documents)


def _files() -> dict[str, bytes]:
    word = making.docx(paragraph("whole"))
    good = {f"mixed/good {n:02}.txt": f"Good file, marker{n:02}.\n".encode() for n in range(20)}
    return good | {
        "mixed/cut off.docx": word[: len(word) // 2],
        "mixed/zero.pdf": b"",
        "mixed/~$report.docx": b"\x04Ana\0" * 20,
        "mixed/really a page.pptx": b"<html><body><p>not a presentation</p></body></html>",
        "ligatures.pdf": _ligatures(),
        "logical.pdf": glyph_pdf([right_to_left(_HEBREW)]),
        "visual.pdf": glyph_pdf([sorted(right_to_left(_HEBREW), key=lambda glyph: glyph[1])]),
        "picture.pdf": making.scan(making.drawn("Only a picture")),
        "blank.pdf": making.pdf([], []),
        "tracked.docx": _tracked(),
        "slides.pptx": _slides(),
        "gap.xlsx": _gap(),
        "book.epub": _book(),
        "mail.eml": _mail(),
        "html alone.eml": _html_mail(),
        "fences.md": _FENCES.encode(),
        "latin two.html": (
            "<html><head><meta charset='iso-8859-2'></head><body><h1>Zpráva</h1>"
            "<p>Žluťoučký kůň úpěl</p></body></html>"
        ).encode("iso8859-2"),
        "false meta.html": (
            "<html><head><script>var a = \"<meta charset='koi8-r'>\"; gypsum()</script>"
            "<style>.basalt {}</style><meta charset='utf-8'></head><body><p>grüne Größe"
            "<div style='display:none'>obsidian</div><template>pumice</template>"
            "<p>soup <b>of <i>tags</b> unclosed"
        ).encode(),
    }


def _ligatures() -> bytes:
    meanings = {"ffi": "FB03", "fi": "FB01", "nothing": "0000"}
    lines = (
        ["o", "ffi", "c", "e", " ", "fi", "n", "d"],
        [*"an e", "nothing", *"icient machine"],
        [*"is very impor-"],
        [*"tant for all"],
    )
    return glyph_pdf([side_by_side(line) for line in lines], meanings)


def _tracked() -> bytes:
    body = f"""<w:p><w:r><w:t>Agreed: </w:t></w:r><w:ins><w:r><w:t>kingfisher</w:t></w:r></w:ins>
    <w:del><w:r><w:delText>woodpecker</w:delText></w:r></w:del></w:p>
    <w:sdt><w:sdtContent>{paragraph("goldfinch")}</w:sdtContent></w:sdt>
    <w:p><w:r><mc:AlternateContent xmlns:mc="x"><mc:Choice><w:txbxContent>{paragraph("nuthatch")}
    </w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>{paragraph("nuthatch")}
    </w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>"""
    footnote = f'<w:footnote w:id="2">{paragraph("siskin")}</w:footnote>'
    parts = {
        "header1.xml": ("header", f'<w:hdr xmlns:w="{W}">{paragraph("bullfinch")}</w:hdr>'),
        "footnotes.xml": ("footnotes", f'<w:footnotes xmlns:w="{W}">{footnote}</w:footnotes>'),
    }
    return making.docx(body, parts=parts)


def _slides() -> bytes:
    cell = "<a:tc><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
    table = (
        "<p:graphicFrame><a:tbl><a:tr>"
        f"{cell.format('tablecell')}{cell.format('second')}</a:tr></a:tbl></p:graphicFrame>"
    )
    group = f"<p:grpSp><p:grpSp>{shape('innermost')}</p:grpSp></p:grpSp>"
    first = shape("Opening", "title") + shape("alpha") + shape("beta")
    return making.pptx([first, group + table], notes={2: "whispered"})


def _gap() -> bytes:
    rows = row(1, "name", "use")
    rows += "".join(row(n, f"piece{n:04}", "x") for n in range(2, 202))
    rows += "".join(row(n, f"piece{n:04}", "x") for n in range(802, 1002))
    rows += '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    return making.xlsx({"Parts": rows, "Secret": row(1, "concealed")}, hidden="Secret")


def _book() -> bytes:
    chapters = {
        "a.xhtml": "<h1>Third</h1><p>The oyster closes.</p>",
        "m.xhtml": "<p>" + "The cuttlefish is lost. " * 40 + "</p>",
        "z.xhtml": "<h1>First</h1><p>The limpet opens.</p>",
        "links.xhtml": "<ul><li><a href='x'>barnacle link</a></li></ul>",
    }
    spine = ["z.xhtml", "m.xhtml", "a.xhtml", "links.xhtml"]
    data = bytearray(making.epub(chapters, spine=spine, nav="winkle menu"))
    header = data.index(b"OEBPS/m.xhtml") - 30
    data[header + 14] ^= 0xFF  # the checksum, in the member's header …
    data[data.index(b"OEBPS/m.xhtml", header + 60) - 46 + 16] ^= 0xFF  # … and in the directory
    return bytes(data)


def _mail() -> bytes:
    message = EmailMessage()
    message["From"] = "Ana Müller <ana@example.org>"
    message["To"] = "bo@example.org"
    message["Date"] = "Tue, 03 Mar 2026 10:00:00 +0100"
    message["Subject"] = "Grüße von der Pumpenwerkstatt"
    message["Received"] = "from relay.zeolite.example by mx.example"
    message["X-Spam-Score"] = "5.3"
    message.set_content("Die Lieferung läuft.", charset="iso-8859-1", cte="quoted-printable")
    message.add_alternative("<p>Die Lieferung l&auml;uft.</p>", subtype="html")
    message.add_attachment(b"gneiss words", maintype="text", subtype="plain", filename="notes.txt")
    page = making.pdf(making.body("The dolomite manual.", 72, 100))
    message.add_attachment(page, maintype="application", subtype="pdf", filename="manual.pdf")
    message.add_attachment(_forwarded(12))
    return message.as_bytes()


def _forwarded(times: int) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = f"forward {times}"
    message.set_content(f"level{times}")
    if times:
        message.add_attachment(_forwarded(times - 1))
    return message


def _html_mail() -> bytes:
    message = EmailMessage()
    message["Subject"] = "x"
    message.set_content("<style>.slate {}</style><p>Only marble here</p>", subtype="html")
    return message.as_bytes()


def test_words_with_ligatures_and_words_over_a_line_end_are_found(folder: Folder) -> None:
    text = folder.text("ligatures.pdf")
    assert "\0" not in text
    assert "\ufffe" not in text
    for word in ("office", "efficient", "important"):
        [hit, *_] = folder.hits(word, "ligatures.pdf")
        assert hit.tiers["keyword"].score > 0
        assert "impor-\ntant" in hit.chunk.text


@pytest.mark.parametrize("name", ["logical.pdf", "visual.pdf"])
def test_hebrew_is_found_in_logical_order_with_its_numbers(folder: Folder, name: str) -> None:
    assert folder.text(name).strip() == _HEBREW
    for word in ("המשאבה", "שלום", "1234"):
        assert folder.holding(word, name)


@pytest.mark.parametrize("name", ["picture.pdf", "blank.pdf"])
def test_pages_without_text_are_no_indexed_file(folder: Folder, name: str) -> None:
    entry = folder.ledger()[name]
    assert (entry.state, entry.code) == ("empty", "scan")
    assert "no text" in entry.reason
    assert (entry.chunks, entry.vectors) == (0, 0)
    assert folder.counts()["empty"] == 3  # with the file of no bytes
    assert folder.hits("picture", name, "hybrid") == []


def test_broken_files_have_their_own_reasons_and_stop_nothing(folder: Folder) -> None:
    ledger = folder.ledger()
    for number in range(20):
        assert ledger[f"mixed/good {number:02}.txt"].state == "indexed"
        assert folder.holding(f"marker{number:02}", f"mixed/good {number:02}.txt")
    broken = {"cut off.docx": "damaged", "zero.pdf": "empty", "really a page.pptx": "damaged"}
    for name, code in broken.items():
        entry = ledger[f"mixed/{name}"]
        assert entry.code == code
        assert name in entry.reason
        assert entry.remedy
    assert "mixed/~$report.docx" not in ledger


def test_all_that_a_word_document_shows_is_found_once(folder: Folder) -> None:
    for word in ("kingfisher", "goldfinch", "nuthatch", "siskin", "bullfinch"):
        assert folder.text("tracked.docx").count(word) == 1
        assert folder.holding(word, "tracked.docx"), word
    assert folder.holding("woodpecker", "tracked.docx") == []


def test_words_of_slides_are_found_with_their_slide(folder: Folder) -> None:
    wanted = {"alpha": 1, "beta": 1, "innermost": 2, "tablecell": 2, "whispered": 2}
    for word, slide in wanted.items():
        [hit] = folder.holding(word, "slides.pptx")
        assert hit.chunk.place.slide == slide, word
    assert folder.holding("alphabeta", "slides.pptx") == []


def test_rows_behind_a_gap_and_hidden_sheets_are_found(folder: Folder) -> None:
    for number in (2, 201, 802, 1001):
        [hit] = folder.holding(f"piece{number:04}", "gap.xlsx")
        assert hit.chunk.place.sheet == "Parts"
    [hit] = folder.holding("concealed", "gap.xlsx")
    assert "Secret (hidden sheet)" in hit.chunk.draft.breadcrumb
    assert folder.ledger()["gap.xlsx"].chunks == 401


def test_a_book_is_read_in_the_order_of_its_spine(folder: Folder) -> None:
    text = folder.text("book.epub")
    assert text.index("limpet") < text.index("oyster") < text.index("barnacle")
    assert "winkle" not in text
    assert "cuttlefish" not in text
    entry = folder.ledger()["book.epub"]
    assert entry.state == "partial"
    assert "OEBPS/m.xhtml" in entry.reason
    assert folder.holding("barnacle", "book.epub")


def test_a_mail_is_found_by_what_a_person_sees_of_it(folder: Folder) -> None:
    text = folder.text("mail.eml")
    assert text.count("läuft") == 1
    assert "X-Spam" not in text
    assert "zeolite" not in text
    assert "2026" in text
    for words in ("Pumpenwerkstatt", "Müller", "notes.txt", "gneiss", "manual.pdf", "dolomite"):
        assert words in text
        assert folder.hits(words, "mail.eml"), words
    assert "level12" in text
    assert "level2" not in text
    assert folder.text("html alone.eml") == "x\n\nOnly marble here"


def test_comments_in_fences_are_no_headings(folder: Folder) -> None:
    [fence] = folder.holding("quartz", "fences.md")
    assert "````text\n# quartz comment\n```\n# feldspar comment\n```\n````" in fence.chunk.text
    wanted = {"level": "Installing the pump", "seals": "Maintenance", "collection": "Disposal"}
    for word, heading in wanted.items():
        [hit] = folder.holding(word, "fences.md")
        assert hit.chunk.place.heading[-1] == heading
        assert len(hit.chunk.text.split()) > 5
    assert fence.chunk.draft.breadcrumb == ("The manual of fences", "Installing the pump")


def test_pages_of_the_web_are_read_as_they_are_seen(folder: Folder) -> None:
    [hit] = folder.holding("Žluťoučký", "latin two.html")
    assert hit.chunk.place.heading == ("Zpráva",)
    assert folder.hits("zlutoucky kun", "latin two.html")
    text = folder.text("false meta.html")
    assert "grüne Größe" in text
    assert "unclosed" in text
    for hidden in ("gypsum", "basalt", "obsidian", "pumice", "meta"):
        assert hidden not in text
