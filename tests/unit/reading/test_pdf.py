"""PDF: text, boxes, structure, failures, rendering."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_rag.domain.errors import (
    DamagedFile,
    InvalidRequest,
    PasswordProtected,
    ScannedWithoutText,
)
from desktop_rag.domain.place import Region
from desktop_rag.reading.rendering import page_sizes, render_page
from tests.unit.reading import making
from tests.unit.reading.glyphs import STEP, glyph_pdf, side_by_side
from tests.unit.reading.making import Read, body, pdf

_LONG = "\n".join(
    f"This is line {word} of the running text, which says what the pump does and when."
    for word in "one two three four five six seven eight".split()
)


def test_every_line_has_its_box_and_its_characters() -> None:
    read = Read("a.pdf", pdf(body("The pump stops.\nReset it at once.", 72, 100)))
    part = read.parts[0]
    assert [part.text[r.start : r.end] for r in part.regions] == [
        "The pump stops.",
        "Reset it at once.",
    ]
    first, second = part.regions
    assert first.page == 1
    x0, y0, x1, y1 = first.box
    assert x0 == pytest.approx(72, abs=2)
    assert 88 < y0 < 100 < y1 < 106
    assert 72 < x1 < 200
    assert second.box[1] > y0


@pytest.mark.parametrize(("rotation", "wanted"), [(90, "right"), (180, "bottom"), (270, "left")])
def test_boxes_follow_the_page_as_it_is_displayed(rotation: int, wanted: str) -> None:
    read = Read("a.pdf", pdf(body("The pump stops.", 72, 20), rotate=rotation))
    region: Region = read.parts[0].regions[0]
    x0, y0, x1, y1 = region.box
    width, height = (842, 595) if rotation != 180 else (595, 842)
    assert 0 <= x0 < x1 <= width
    assert 0 <= y0 < y1 <= height
    # The text stands at the top of the unrotated page.
    edge = {"right": width - x1, "bottom": height - y1, "left": x0}[wanted]
    assert edge < 25


def test_headings_are_larger_or_bold_or_in_capitals() -> None:
    lines = [
        (72, 60, 20, "Helvetica", "Pump Manual"),
        (72, 100, 14, "Helvetica", "Error messages"),
        *body(_LONG, 72, 130),
        (72, 260, 10, "Helvetica-Bold", "What to do"),
        *body(_LONG, 72, 290),
        (72, 420, 10, "Helvetica", "SAFETY NOTES"),
        *body(_LONG, 72, 450),
    ]
    read = Read("a.pdf", pdf(lines))
    assert read.headings() == [
        (1, "Pump Manual"),
        (2, "Error messages"),
        (3, "What to do"),
        (3, "SAFETY NOTES"),
    ]
    assert read.texts("paragraph") == [_LONG] * 3
    assert read.facts.title == "Pump Manual"


def test_the_outline_gives_the_levels() -> None:
    pages = [
        [(72, 60, 12, "Helvetica-Bold", "Setup"), *body(_LONG, 72, 90)],
        [(72, 60, 12, "Helvetica-Bold", "Wiring"), *body(_LONG, 72, 90)],
    ]
    data = pdf(*pages, outline=[("Setup", 1, 0), ("Wiring", 2, 1)], title="The Real Title")
    read = Read("a.pdf", data)
    assert read.headings() == [(1, "Setup"), (2, "Wiring")]
    assert read.facts.title == "The Real Title"


def test_running_headers_and_page_numbers_are_furniture() -> None:
    pages = [
        [
            (72, 30, 9, "Helvetica", "Pump Manual 2026"),
            *body(_LONG, 72, 100),
            (290, 820, 9, "Helvetica", str(number)),
        ]
        for number in range(1, 6)
    ]
    read = Read("a.pdf", pdf(*pages))
    assert read.texts("furniture") == [t for n in range(1, 6) for t in ("Pump Manual 2026", str(n))]
    assert len(read.texts("paragraph")) == 5
    assert (read.facts.pages, read.facts.pages_with_text) == (5, 5)


def test_two_columns_drawn_row_by_row_are_read_one_after_the_other() -> None:
    left = [f"left column text number {n} here" for n in range(12)]
    right = [f"right column text number {n} now" for n in range(12)]
    lines = []
    for number, (one, other) in enumerate(zip(left, right, strict=True)):
        y = 100 + number * 12
        lines += [(60, y, 10, "Helvetica", one), (320, y, 10, "Helvetica", other)]
    text = Read("a.pdf", pdf(lines)).text
    assert text.index("left column text number 11") < text.index("right column text number 0")


def test_a_table_is_kept_whole() -> None:
    lines = body(_LONG, 72, 60)
    for number, cells in enumerate(
        [("Part", "Price", "Stock"), ("Pump", "30", "4"), ("Valve", "5", "9")]
    ):
        y = 200 + number * 14
        lines += [(72 + 120 * n, y, 10, "Helvetica", cell) for n, cell in enumerate(cells)]
    read = Read("a.pdf", pdf([*lines, *body(_LONG, 72, 300)]))
    assert read.texts("table") == ["Part  Price  Stock\nPump  30  4\nValve  5  9"]


def test_a_procedure_is_a_list() -> None:
    steps = "1. Open the valve.\n2. Press the red key for five seconds and\n    wait.\n3. Close it."
    read = Read("a.pdf", pdf([*body(_LONG, 72, 60), *body(steps, 90, 200), *body(_LONG, 72, 300)]))
    assert len(read.texts("list")) == 1
    assert "3. Close it." in read.texts("list")[0]


def test_a_page_that_is_a_scan_is_said_so() -> None:
    read = Read("a.pdf", pdf(body(_LONG, 72, 60), [], body(_LONG, 72, 60)), ocr=False)
    assert read.facts.partial
    assert read.facts.notices == ("Page 2 is without text (a scan or a picture).",)
    assert (read.facts.pages, read.facts.pages_with_text) == (3, 2)
    assert {block.page for block in read.blocks} == {1, 3}


def test_a_file_of_pictures_only_is_a_scan_and_not_indexed() -> None:
    with pytest.raises(ScannedWithoutText):
        Read("a.pdf", pdf([], []))


def test_a_password_is_asked_for_and_used() -> None:
    data = pdf(body("Secret text.", 72, 100), password="foo")
    with pytest.raises(PasswordProtected):
        Read("a.pdf", data)
    with pytest.raises(PasswordProtected, match="does not open"):
        Read("a.pdf", data, password="wrong")
    assert Read("a.pdf", data, password="foo").text == "Secret text."


def test_a_damaged_file_is_not_taken_for_the_protected_one_before_it() -> None:
    line = making.body("The pump stops.", 72, 100)
    with pytest.raises(PasswordProtected):
        Read("locked.pdf", pdf(line, password="open sesame"))
    with pytest.raises(DamagedFile):
        Read("b.pdf", pdf(line).replace(b"/Pages", b"/Segap"))


def test_a_damaged_file_is_told_from_a_scan() -> None:
    with pytest.raises(DamagedFile):
        Read("a.pdf", b"%PDF-1.4\n%%EOF")


def test_a_pdf_without_its_suffix_is_known_by_its_bytes() -> None:
    assert Read("a", pdf(body("The pump stops.", 72, 100))).text == "The pump stops."


def test_pages_are_measured_and_drawn(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(making.pdf(body("Hello", 72, 100), body("Again", 72, 100), rotate=90))
    assert [(round(w), round(h)) for w, h in page_sizes(str(path))] == [(842, 595)] * 2
    picture = render_page(str(path), 2, 0.5)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") in {421, 422}
    with pytest.raises(InvalidRequest):
        render_page(str(path), 3, 1.0)


def test_hebrew_drawn_in_visual_order_is_read_in_logical_order() -> None:
    import io

    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from reportlab.pdfgen.canvas import Canvas

    try:
        pdfmetrics.registerFont(TTFont("Hebrew", "DejaVuSans.ttf"))
    except TTFError:
        pytest.skip("no font with Hebrew letters is installed")
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.setFont("Hebrew", 12)
    canvas.drawString(100, 700, f"{'המשאבה'[::-1]} pump 1234 {'שלום'[::-1]}")
    canvas.save()
    text = Read("a.pdf", stream.getvalue()).text
    assert "שלום" in text
    assert "המשאבה" in text
    assert "1234" in text


def test_a_long_file_tells_of_its_pages_while_it_is_read() -> None:
    told: list[tuple[int, int]] = []
    Read("a.pdf", pdf(*[body(_LONG, 72, 100)] * 3), step=lambda *step: told.append(step))
    assert told == [(0, 3), (1, 3), (2, 3)]


def test_letters_without_a_meaning_are_left_out_and_said_so() -> None:
    page = glyph_pdf(
        [
            side_by_side(line)
            for line in (
                [*"an e", "?", *"icient o", "?", *"ce"],
                [*"o", "?", *"er a well-known and impor-"],
                [*"tant book"],
            )
        ],
        {"?": "0000"},
    )
    read = Read("a.pdf", page, ocr=False)
    assert read.text == "an eicient oce\noer a well-known and impor-\ntant book"
    assert read.facts.partial
    assert "read in part" in read.facts.notices[0]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Here is some formatted text", "Here is some formatted text"),
        ("CHAPTER", "CHAPTER"),
        ("OTHER CHAPTERS", "OTHER CHAPTERS"),
    ],
)
def test_letters_with_room_between_them_are_words(line: str, wanted: str) -> None:
    placed = []
    x = 72.0
    for sign in line:
        if sign != " ":
            placed.append((sign, x))
        x += STEP * 1.5  # half a step of room between letters, two steps between words
    assert Read("a.pdf", glyph_pdf([placed]), ocr=False).text == wanted


@pytest.mark.parametrize("line", ["à À â Â ä Ä ç Ç é É", "is it as we go to it or as I do"])
def test_letters_and_short_words_in_a_row_are_no_long_word(line: str) -> None:
    signs = line.split(" ")
    placed = []
    x = 72.0
    for sign in signs:
        placed += side_by_side(sign, x)
        x += STEP * (len(sign) + 0.5)
    assert Read("a.pdf", glyph_pdf([placed]), ocr=False).text == line


def test_single_letters_far_apart_stay_apart() -> None:
    placed = [(sign, 72.0 + STEP * 4 * number) for number, sign in enumerate("ABCDEFGH")]
    text = Read("a.pdf", glyph_pdf([placed]), ocr=False).text
    assert text.split() == list("ABCDEFGH")


def test_ligatures_are_kept_as_they_are_written() -> None:
    page = glyph_pdf([side_by_side(["o", "ffi", *"ce"])], {"ffi": "FB03"})
    read = Read("a.pdf", page, ocr=False)
    assert read.text in ("o\ufb03ce", "office")
    assert not read.facts.partial


def test_filled_fields_and_comments_are_read_where_they_stand() -> None:
    import io

    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(400, 400))
    canvas.drawString(72, 300, "Order form")
    form = canvas.acroForm
    form.textfield(name="buyer", tooltip="Name", value="Ana Díaz", x=72, y=200, width=90, height=20)
    form.textfield(name="empty", tooltip="Street", x=72, y=170, width=90, height=20)
    form.textfield(
        name="pin", value="1234", x=72, y=140, width=90, height=20, fieldFlags="password"
    )
    form.checkbox(name="express", tooltip="Express", checked=True, x=72, y=100)
    form.checkbox(name="gift", tooltip="Gift", checked=False, x=72, y=70)
    canvas.textAnnotation("Call before delivery", Rect=[300, 300, 320, 320])
    canvas.linkURL("https://example.org", (0, 0, 10, 10))
    canvas.save()
    read = Read("a.pdf", stream.getvalue(), ocr=False)
    assert sorted(read.kinds()) == [
        ("footnote", "Call before delivery"),
        ("paragraph", "Express: yes"),
        ("paragraph", "Name: Ana Díaz"),
        ("paragraph", "Order form"),
    ]
    named = next(r for r in read.parts[0].regions if read.text[r.start : r.end].startswith("Name"))
    assert named.box == pytest.approx((72, 180, 162, 200), abs=2)


def _vertical_page() -> bytes:
    """Columns of vertical writing in a font that the file does not hold, from right to left."""
    import io

    from reportlab.pdfbase.cidfonts import CIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfgen.canvas import Canvas

    registerFont(CIDFont("HeiseiMin-W3", "90ms-RKSJ-V"))
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(400, 400))
    canvas.setFont("HeiseiMin-W3-90ms-RKSJ-V", 12)
    columns = ["（春はあけぼの）", *["夏は夜"] * 5, "秋は夕暮れ"]
    for number, text in enumerate(columns):
        canvas.drawString(300 - 20 * number, 300, text.encode("cp932").decode("latin-1"))
    canvas.drawString(300, 150, "冬はつとめて".encode("cp932").decode("latin-1"))
    canvas.save()
    return stream.getvalue()


def test_vertical_writing_is_read_column_by_column_and_tier_by_tier() -> None:
    read = Read("a.pdf", _vertical_page(), ocr=False)
    assert read.text.split() == ["（春はあけぼの）", *["夏は夜"] * 5, "秋は夕暮れ", "冬はつとめて"]
    assert not read.facts.partial
    first = next(r for r in read.parts[0].regions if "春" in read.text[r.start : r.end])
    assert first.box[0] == pytest.approx(294, abs=8)
    assert first.box[3] - first.box[1] > 60  # as tall as the column is long


def test_vertical_writing_that_cannot_be_read_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_rag.reading.pdf.reader.vertical_blocks", lambda *_: [])
    read = Read("a.pdf", _vertical_page(), ocr=False)
    assert "春はあけぼの" in read.text
    assert read.facts.partial
    assert "read in part" in read.facts.notices[0]
