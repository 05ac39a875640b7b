"""Word, PowerPoint, Excel, OpenDocument and RTF."""

from __future__ import annotations

import time

import pytest

from desktop_rag.domain.errors import DamagedFile, EmptyFile, PasswordProtected, TooLarge
from desktop_rag.reading.office.sheet_values import is_date_format, shown_number
from tests.unit.reading import making
from tests.unit.reading.making import STYLES, Read, W, paragraph, row, shape


def test_word_text_is_there_once_and_deleted_text_is_not() -> None:
    body = f"""<w:p><w:r><w:t>before </w:t></w:r><w:ins><w:r><w:t>inserted</w:t></w:r></w:ins>
    <w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>
    <w:sdt><w:sdtContent>{paragraph("controlled")}</w:sdtContent></w:sdt>
    <w:p><w:r><mc:AlternateContent xmlns:mc="x"><mc:Choice><w:txbxContent>{paragraph("boxed")}
    </w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>{paragraph("boxed")}</w:txbxContent>
    </mc:Fallback></mc:AlternateContent></w:r></w:p>"""
    parts = {
        "header1.xml": ("header", f'<w:hdr xmlns:w="{W}">{paragraph("headed")}</w:hdr>'),
        "header2.xml": ("header", f'<w:hdr xmlns:w="{W}">{paragraph("headed")}</w:hdr>'),
        "footnotes.xml": (
            "footnotes",
            f'<w:footnotes xmlns:w="{W}"><w:footnote w:id="2">{paragraph("footnoted")}</w:footnote>'
            "</w:footnotes>",
        ),
        "comments.xml": (
            "comments",
            f'<w:comments xmlns:w="{W}"><w:comment w:id="1" w:author="Ana">{paragraph("remarked")}'
            "</w:comment></w:comments>",
        ),
    }
    read = Read("a.docx", making.docx(body, parts=parts))
    for word in ("inserted", "controlled", "boxed", "headed", "footnoted", "remarked"):
        assert read.text.count(word) == 1, word
    assert "deleted" not in read.text
    assert read.texts("footnote") == ["[2] footnoted", "Comment by Ana: remarked"]


def test_word_headings_lists_and_merged_cells() -> None:
    table = (
        "<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val='restart'/></w:tcPr>"
        f"{paragraph('both')}</w:tc><w:tc>{paragraph('a')}</w:tc></w:tr>"
        f"<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>{paragraph('both')}</w:tc>"
        f"<w:tc>{paragraph('b')}</w:tc></w:tr></w:tbl>"
    )
    body = (
        paragraph("Manual", "Heading1")
        + paragraph("Parts", "Heading2")
        + paragraph("one", "ListBullet")
        + paragraph("two", "ListBullet")
        + table
    )
    read = Read("a.docx", making.docx(body, parts={"styles.xml": ("styles", STYLES)}))
    assert read.headings() == [(1, "Manual"), (2, "Parts")]
    assert read.texts("list") == ["- one\n- two"]
    assert read.texts("table") == ["both | a\nb"]


def test_an_encrypted_office_file_asks_for_a_password() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
    with pytest.raises(PasswordProtected):
        Read("a.docx", data + "EncryptedPackage".encode("utf-16-le"))


def test_another_format_under_a_word_name_is_damaged() -> None:
    with pytest.raises(DamagedFile):
        Read("a.docx", b"<html>not a document</html>")


def test_entities_are_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    data = making.zipped({"content.xml": bomb, "mimetype": "x"})
    with pytest.raises(DamagedFile):
        Read("a.odt", data)


def test_a_zip_bomb_is_stopped_by_its_ratio() -> None:
    body = paragraph(" " * 60_000_000 + "x")
    with pytest.raises(TooLarge):
        Read("a.docx", making.docx(body))


def test_slides_come_in_the_order_shown_with_groups_tables_and_notes() -> None:
    table = (
        "<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>cell</a:t></a:r></a:p>"
        "</a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>next</a:t></a:r></a:p></a:txBody></a:tc>"
        "</a:tr></a:tbl></p:graphicFrame>"
    )
    group = f"<p:grpSp><p:grpSp>{shape('grouped')}</p:grpSp></p:grpSp>"
    first = shape("Opening", "title") + shape("alpha") + shape("beta")
    read = Read("a.pptx", making.pptx([first, group + table], notes={2: "spoken note"}))
    assert [(block.slide, read.of(block)) for block in read.blocks] == [
        (1, "Opening"),
        (1, "alpha"),
        (1, "beta"),
        (2, "grouped"),
        (2, "cell | next"),
        (2, "Notes: spoken note"),
    ]
    assert "alphabeta" not in read.text


def test_a_styled_cell_in_the_last_row_costs_nothing() -> None:
    rows = row(1, "name", "use")
    rows += "".join(row(n, f"part {n}", "x") for n in range(2, 202))
    rows += "".join(row(n, f"part {n}", "x") for n in range(802, 1002))
    rows += '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    began = time.perf_counter()
    read = Read("a.xlsx", making.xlsx({"Parts": rows, "Secret": row(1, "kept")}, hidden="Secret"))
    assert time.perf_counter() - began < 5
    assert sum(block.kind == "record" for block in read.blocks) == 401
    assert read.headings() == [(1, "Parts"), (1, "Secret (hidden sheet)")]
    assert {block.sheet for block in read.blocks} == {"Parts", "Secret"}


def test_rows_are_told_with_the_names_of_their_columns() -> None:
    rows = row(1, "Name", "Unit price", "In stock") + row(2, "Pump", "30", "yes")
    read = Read("a.xlsx", making.xlsx({"S": rows}))
    record = next(block for block in read.blocks if block.kind == "record")
    assert read.of(record) == "Name | Unit price | In stock\nPump | 30 | yes"
    assert record.spoken == "Pump. Unit price: 30. In stock: yes."
    assert record.title == "Pump"


def test_dates_and_numbers_are_shown_as_people_read_them() -> None:
    assert shown_number("45000", date=True) == "2023-03-15"
    assert shown_number("0.5", date=True) == "12:00:00"
    assert shown_number("123456789012345") == "123456789012345"
    assert shown_number("1.23456789012345E+14") == "123456789012345"
    assert shown_number("0.30000000000000004") == "0.3"
    assert is_date_format(14, "General")
    assert is_date_format(170, "yyyy\\-mm\\-dd")
    assert not is_date_format(171, '0.00" days"')


def test_a_workbook_without_cells_is_empty() -> None:
    with pytest.raises(EmptyFile):
        Read("a.xlsx", making.xlsx({"Sheet1": ""}))


def test_open_document_text() -> None:
    body = """<text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion>
    </text:tracked-changes><text:h text:outline-level="2">Parts</text:h>
    <text:p>one<text:s text:c="3"/>two<text:note><text:note-body><text:p>noted</text:p>
    </text:note-body></text:note> three</text:p>
    <text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>
    <table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>
    <table:table-cell><text:p>y</text:p></table:table-cell></table:table-row></table:table>"""
    read = Read("a.odt", making.odt(body))
    assert read.kinds() == [
        ("heading", "Parts"),
        ("paragraph", "one   two three"),
        ("footnote", "noted"),
        ("list", "- a"),
        ("table", "x | y"),
    ]


def test_an_encrypted_open_document_asks_for_a_password() -> None:
    manifest = (
        '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
    )
    with pytest.raises(PasswordProtected):
        Read("a.odt", making.odt("<text:p>x</text:p>", manifest=manifest))


def test_sheets_of_open_documents_are_records() -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    rows = "".join(
        f"<table:table-row>{cell.format(a)}{cell.format(b)}</table:table-row>"
        for a, b in (("name", "use"), ("pump", "moves water"))
    )
    empty = (
        '<table:table-row table:number-rows-repeated="1048574">'
        "<table:table-cell/></table:table-row>"
    )
    body = f'<table:table table:name="Parts">{rows}{empty}</table:table>'
    read = Read("a.ods", making.odt(body, kind="spreadsheet"))
    assert [b.spoken for b in read.blocks if b.kind == "record"] == ["pump. Use: moves water."]
    assert read.facts.kind == "data"


def test_rich_text_code_pages_tables_and_footnotes() -> None:
    data = (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 A;}{\f1\fcharset238 B;}}{\info{\title no}}"
        rb"\f0 ESP\'cdRITO\par\f1 za\'bf\'f3\'b3\'e6\par\f0 Sm\u246?rg\par "
        rb"text{\footnote noted} goes on\par{\*\unknown no}{\deleted no}"
        rb"\trowd\intbl a\cell b\cell\row\pard end}"
    )
    read = Read("a.rtf", data)
    assert read.texts("paragraph") == ["ESPÍRITO", "zażółć", "Smörg", "text goes on", "end"]
    assert read.texts("footnote") == ["noted"]
    assert read.texts("table") == ["a | b"]


def test_a_cut_off_rich_text_file_gives_what_is_there() -> None:
    read = Read("a.rtf", rb"{\rtf1 first\par{\b second")
    assert read.text == "first\n\nsecond"
    assert read.facts.partial


def test_a_flat_file_of_one_xml_is_read_like_the_archive() -> None:
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "meta")
    )
    data = (
        f'<?xml version="1.0"?>\n<office:document {names} '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<office:meta><dc:title>Pump manual</dc:title></office:meta><office:body><office:text>"
        '<text:h text:outline-level="1">Errors</text:h><text:p>Reset it.</text:p>'
        "</office:text></office:body></office:document>"
    ).encode()
    for name in ("a.fodt", "no suffix"):
        read = Read(name, data)
        assert read.kinds() == [("heading", "Errors"), ("paragraph", "Reset it.")]
        assert read.facts.title == "Pump manual"
