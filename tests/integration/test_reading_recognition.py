"""Text recognition with the real engine on pictures that the tests draw."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.domain.errors import ScannedWithoutText
from desktop_rag.reading.ocr.engine import RecognitionEngine, find_models
from desktop_rag.reading.pictures.reader import pixels_to_read
from desktop_rag.reading.rendering import page_sizes, render_page
from tests.unit.reading import making
from tests.unit.reading.making import Read

_TEXT = "The pump stops at error E-17.\nReset it at once, then wait.\nCall the service if it lasts."
_SPANISH = "El señor pidió más café ayer.\n¿Dónde está la válvula?\nAñade agua según el manual."


@pytest.fixture(scope="module")
def engine() -> RecognitionEngine:
    models = find_models()
    if models is None:
        pytest.skip("text recognition is not installed")
    return RecognitionEngine(models)


@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_a_page_is_read_however_it_lies(engine: RecognitionEngine, turned: int) -> None:
    pixels = pixels_to_read(making.drawn(_TEXT, turned=turned))
    lines = engine.lines(pixels)
    assert [line.text for line in lines] == _TEXT.splitlines()
    assert {line.turned for line in lines} == {turned}
    dark = np.argwhere(pixels[:, :, 0] < 100)
    boxes = [line.box for line in lines]
    assert min(box[0] for box in boxes) == pytest.approx(dark[:, 1].min(), abs=20)
    assert max(box[3] for box in boxes) == pytest.approx(dark[:, 0].max(), abs=20)


@pytest.mark.usefixtures("engine")
def test_a_scanned_pdf_is_read_and_its_lines_have_boxes() -> None:
    read = Read("scan.pdf", making.scan(making.drawn(_TEXT)))
    assert read.text == _TEXT
    first, second, _third = read.parts[0].regions
    assert first.box[0] == pytest.approx(20, abs=5)
    assert first.box[1] == pytest.approx(24, abs=6)
    assert second.box[1] - first.box[1] == pytest.approx(25, abs=3)
    assert (read.facts.pages, read.facts.pages_with_text, read.facts.pages_ocr) == (1, 0, 1)


@pytest.mark.usefixtures("engine")
def test_accents_of_spanish_are_recognised() -> None:
    read = Read("foto.jpg", making.picture(_SPANISH, "JPEG", quality=90))
    assert read.text == _SPANISH
    assert read.facts.media_type == "image/jpeg"


@pytest.mark.usefixtures("engine")
def test_every_page_of_a_tiff_is_a_page() -> None:
    pages = [making.drawn(f"Text of page {number}") for number in (1, 2)]
    stream = io.BytesIO()
    pages[0].save(stream, "TIFF", save_all=True, append_images=pages[1:], dpi=(144, 144))
    read = Read("fax.tif", stream.getvalue())
    assert [(block.page, read.of(block)) for block in read.blocks] == [
        (1, "Text of page 1"),
        (2, "Text of page 2"),
    ]
    # 144 dots an inch: two pixels a point.
    assert read.parts[0].regions[0].box[0] == pytest.approx(20, abs=5)


@pytest.mark.usefixtures("engine")
def test_a_photo_is_read_and_shown_as_its_orientation_says(tmp_path: Path) -> None:
    from PIL import Image

    stored = making.drawn(_TEXT, turned=3)
    tags = Image.Exif()
    tags[0x0112] = 6  # to be turned clockwise by a quarter
    path = tmp_path / "photo.jpg"
    stored.save(path, "JPEG", exif=tags, quality=95)
    assert page_sizes(str(path)) == ((620.0, 300.0),)
    shown = Image.open(io.BytesIO(render_page(str(path), 1, 0.5)))
    assert shown.size == (310, 150)
    read = Read("photo.jpg", path.read_bytes())
    assert read.text == _TEXT
    assert read.parts[0].regions[0].box[0] == pytest.approx(40, abs=8)


@pytest.mark.usefixtures("engine")
def test_a_picture_without_writing_is_told_from_a_damaged_one() -> None:
    noise = np.random.default_rng(1).normal(128, 10, (200, 300)).astype(np.uint8)
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(noise).save(stream, "PNG")
    with pytest.raises(ScannedWithoutText, match="found none"):
        Read("photo.png", stream.getvalue())
