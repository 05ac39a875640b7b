"""Recognised text: order, pages, the cache, and what is said of scans, without a real model."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.errors import ScannedWithoutText
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.ocr.cache import RecognisedPages
from desktop_rag.reading.ocr.page import lay_out_page
from desktop_rag.reading.ocr.recognised import (
    PageUnclear,
    RecognisedLine,
    RecognitionBroken,
    mean_score,
    turn_back,
)
from desktop_rag.reading.ocr.recogniser import TextRecogniser
from desktop_rag.reading.pdf.reader import PdfReader
from desktop_rag.reading.pictures.reader import PictureReader
from tests.unit.reading import making

_PIXELS = np.arange(300, dtype=np.uint8).reshape(10, 10, 3)


class Told(TextRecogniser):
    """Finds what it was told: for each picture the next lines, or None for an unclear one."""

    def __init__(self, *pages: tuple[RecognisedLine, ...] | None, installed: bool = True) -> None:
        super().__init__()
        self._told = list(pages)
        self._installed = installed

    def is_installed(self) -> bool:
        return self._installed

    def recognise(self, pixels: np.ndarray) -> tuple[RecognisedLine, ...]:
        lines = self._told.pop(0)
        if lines is None:
            raise PageUnclear
        return lines


def line(text: str, x: float, y: float, width: float = 0, height: float = 20) -> RecognisedLine:
    box = (x, y, x + (width or 10 * len(text)), y + height)
    return RecognisedLine(text, 0.99, box, height)


def texts(*found: RecognisedLine, size: tuple[float, float] = (600, 800)) -> list[str]:
    return [line.text for line in lay_out_page(found, 1.0, size).lines]


def test_lines_of_two_columns_are_read_one_column_after_the_other() -> None:
    rows = [
        piece
        for row in range(4)
        for piece in (
            line(f"left column line {row} goes", 10, 30 * row, 240),
            line(f"right column line {row} goes", 300, 30 * row + 6, 240),
        )
    ]
    title = line("A title over both columns of the page", 10, -40, 500)
    assert texts(title, *rows) == [
        title.text,
        *[f"left column line {row} goes" for row in range(4)],
        *[f"right column line {row} goes" for row in range(4)],
    ]


def test_rows_of_a_table_stay_together_with_their_cells() -> None:
    pieces = [
        piece for y in (0, 30, 60) for piece in (line(f"pump {y}", 0, y), line("9 €", 300, y))
    ]
    page = lay_out_page(tuple(pieces), 1.0, (600, 800))
    assert [row.text for row in page.lines] == ["pump 0 9 €", "pump 30 9 €", "pump 60 9 €"]
    first = page.lines[0]
    assert [first.text[cell.start : cell.end] for cell in first.cells] == ["pump 0", "9 €"]


def test_columns_of_ideographs_are_read_from_right_to_left() -> None:
    found = [line("春はあけぼの", x, 10, 20, 200) for x in (10, 50)]
    assert texts(*found, line("夏は夜", 90, 10, 20, 100))[0] == "夏は夜"


def test_letters_a_little_larger_make_no_heading() -> None:
    found = [line("words of the text", 10, y, height=20 + y % 7) for y in range(0, 300, 30)]
    page = lay_out_page((*found, line("Title", 10, -80, height=44)), 1.0, (600, 800))
    assert len({round(row.size, 1) for row in page.lines}) == 2


def test_the_mean_score_counts_characters() -> None:
    sure = RecognisedLine("a" * 30, 1.0, (0, 0, 1, 1), 1)
    unsure = RecognisedLine("b" * 10, 0.2, (0, 0, 1, 1), 1)
    assert mean_score((sure, unsure)) == pytest.approx(0.8)
    assert mean_score(()) == 0


@given(
    turns=st.integers(0, 3),
    at=st.tuples(st.integers(0, 6), st.integers(0, 4)),
    extent=st.tuples(st.integers(1, 3), st.integers(1, 3)),
)
def test_boxes_go_back_to_the_page_before_it_was_turned(
    turns: int, at: tuple[int, int], extent: tuple[int, int]
) -> None:
    page = np.zeros((8, 10), dtype=np.uint8)
    x0, y0, x1, y1 = at[0], at[1], at[0] + extent[0], at[1] + extent[1]
    page[y0:y1, x0:x1] = 1
    rows, columns = np.nonzero(np.rot90(page, turns))
    turned = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert turn_back(turned, turns, (10, 8)) == (x0, y0, x1, y1)


def test_a_page_that_was_recognised_is_kept_for_this_user_only(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    lines = (line("The secret pump", 1, 2),)
    RecognisedPages(folder, "engine 1").put(_PIXELS, lines)
    assert RecognisedPages(folder, "engine 1").get(_PIXELS) == lines
    assert RecognisedPages(folder, "engine 2").get(_PIXELS) is None
    assert RecognisedPages(folder, "engine 1").get(_PIXELS[::-1]) is None
    (file,) = folder.iterdir()
    assert b"secret" not in file.read_bytes()
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_damaged_entry_of_the_cache_is_not_there(tmp_path: Path) -> None:
    pages = RecognisedPages(tmp_path, "engine 1")
    pages.put(_PIXELS, (line("text", 1, 2),))
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-3] + b"xyz!")
    assert pages.get(_PIXELS) is None


def test_the_cache_forgets_what_was_not_used_for_longest(tmp_path: Path) -> None:
    pages = RecognisedPages(tmp_path, "engine 1", most_bytes=500)
    pictures = [_PIXELS + number for number in range(30)]
    for number, pixels in enumerate(pictures):
        pages.put(pixels, (line("some text", 1, 2),))
        newest = max(tmp_path.iterdir(), key=lambda file: file.stat().st_mtime_ns)
        os.utime(newest, (number, number))
    kept = [number for number, pixels in enumerate(pictures) if pages.get(pixels)]
    assert kept
    assert kept == list(range(30 - len(kept), 30))
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 500


def test_a_cache_that_cannot_be_written_costs_nothing_but_speed(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    pages = RecognisedPages(tmp_path / "file", "engine 1")
    pages.put(_PIXELS, ())
    assert pages.get(_PIXELS) is None


def _blank_pdf(pages: int) -> ReadRequest:
    return ReadRequest("a.pdf", "a.pdf", data=making.pdf(*[[] for _ in range(pages)]))


def test_regions_of_a_scan_are_in_points_of_the_page() -> None:
    found = (line("The pump stops.", 200, 400, 300, 40),)
    (part,) = PdfReader(Told(found)).open(_blank_pdf(1)).parts()
    (region,) = part.regions
    assert part.text == "The pump stops."
    assert region.box == pytest.approx((72, 144, 180, 158.4), rel=0.01)


def test_pages_are_counted_by_how_they_were_read() -> None:
    words = (line("Some words", 10, 400),)
    data = making.pdf(making.body("Own text of the page.", 72, 100), [], [], [])
    reading = PdfReader(Told(words, None, ())).open(ReadRequest("a.pdf", "a.pdf", data=data))
    parts = list(reading.parts())
    facts = reading.facts()
    assert [block.page for part in parts for block in part.blocks] == [1, 2]
    assert (facts.pages, facts.pages_with_text, facts.pages_ocr) == (4, 1, 1)
    assert facts.partial
    assert facts.notices == (
        "Page 2 is read by text recognition, which may make mistakes.",
        "Page 4 is without text, also for text recognition.",
        "Page 3 is too unclear for text recognition and left out.",
    )


def test_a_long_scan_is_handed_on_in_parts_that_make_one_text() -> None:
    pages = [(line(f"Text of page {number}", 10, 400),) for number in range(1, 11)]
    reading = PdfReader(Told(*pages)).open(_blank_pdf(10))
    parts = list(reading.parts())
    assert [[block.page for block in part.blocks] for part in parts] == [
        [1],
        [2, 3, 4, 5],
        [6, 7, 8, 9],
        [10],
    ]
    whole = "".join(part.text for part in parts)
    assert whole == "\n\n".join(f"Text of page {number}" for number in range(1, 11))
    assert [part.base for part in parts] == [
        0,
        *(whole.index(f"Text of page {n}") for n in (2, 6, 10)),
    ]


def test_running_headers_of_a_scan_are_furniture() -> None:
    pages = [
        (line("PUMP MANUAL", 10, 40), line(f"Words of page {number} of the text", 10, 900))
        for number in range(4)
    ]
    (part,) = PdfReader(Told(*pages)).open(_blank_pdf(4)).parts()
    assert [block.kind for block in part.blocks] == ["furniture", "paragraph"] * 4


@pytest.mark.parametrize("installed", [True, False])
def test_without_recognition_a_scan_is_said_so(installed: bool) -> None:
    data = making.pdf(making.body("Own text of the page.", 72, 100), [])
    request = ReadRequest("a.pdf", "a.pdf", data=data, ocr=not installed)
    reading = PdfReader(Told(installed=installed)).open(request)
    list(reading.parts())
    facts = reading.facts()
    assert facts.partial
    assert facts.pages_ocr == 0
    assert facts.notices[0] == "Page 2 is without text (a scan or a picture)."
    assert ("pip install" in " ".join(facts.notices)) is not installed


class Broken(Told):
    """Is installed, but does not start."""

    def recognise(self, pixels: np.ndarray) -> tuple[RecognisedLine, ...]:
        raise RecognitionBroken


def test_recognition_that_does_not_start_is_said_so_and_costs_only_the_scans() -> None:
    own = making.body("Own text of the page.", 72, 100)
    reading = PdfReader(Broken()).open(ReadRequest("a.pdf", "a.pdf", data=making.pdf(own, [], [])))
    (part,) = reading.parts()
    assert part.text.strip() == "Own text of the page."
    facts = reading.facts()
    assert facts.partial
    assert facts.notices[0] == "Pages 2, 3 are without text (a scan or a picture)."
    assert "--force-reinstall" in facts.notices[1]
    picture = ReadRequest("a.png", "a.png", data=making.picture("Pump"))
    for reader, request in ((PdfReader, _blank_pdf(2)), (PictureReader, picture)):
        with pytest.raises(ScannedWithoutText, match="only pictures") as failure:
            list(reader(Broken()).open(request).parts())
        assert "--force-reinstall" in failure.value.remedy


def test_a_damaged_model_file_means_that_recognition_does_not_start(tmp_path: Path) -> None:
    models = {}
    for part in ("Det", "Rec", "Cls"):
        models[part] = str(tmp_path / f"{part}.onnx")
        Path(models[part]).write_bytes(b"no model " * 100)
    recogniser = TextRecogniser(RecognisedPages(tmp_path / "cache", "v"), lambda: models)
    assert recogniser.is_installed()
    with pytest.raises(RecognitionBroken):
        recogniser.recognise(_PIXELS)


def test_a_scan_in_which_nothing_is_found_is_not_indexed() -> None:
    with pytest.raises(ScannedWithoutText, match="found none"):
        list(PdfReader(Told((), None)).open(_blank_pdf(2)).parts())


def test_a_stamp_on_a_scan_does_not_hide_what_is_on_it() -> None:
    import io

    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(300, 150))
    canvas.drawImage(ImageReader(making.drawn("x")), 0, 0, 300, 150)
    canvas.drawString(10, 10, "Received 2026")
    canvas.save()
    request = ReadRequest("a.pdf", "a.pdf", data=stream.getvalue())
    found = (line("The pump stops when it is hot.", 10, 40), line("Received 2026", 10, 380))
    reading = PdfReader(Told(found)).open(request)
    (part,) = reading.parts()
    assert "The pump stops" in part.text
    assert (reading.facts().pages_with_text, reading.facts().pages_ocr) == (1, 1)
    reading = PdfReader(Told(None)).open(request)
    assert next(iter(reading.parts())).text == "Received 2026"
    assert not reading.facts().partial
