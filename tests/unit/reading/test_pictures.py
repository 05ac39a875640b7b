"""Picture files: what is refused, sizes, transparency."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from desktop_rag.domain.errors import (
    DamagedFile,
    FileMissing,
    InvalidRequest,
    ScannedWithoutText,
    TooLarge,
)
from desktop_rag.reading.pictures import opening
from desktop_rag.reading.pictures.opening import displayed, open_picture
from desktop_rag.reading.pictures.reader import pixels_to_read
from desktop_rag.reading.rendering import page_sizes, render_page
from tests.unit.reading import making
from tests.unit.reading.making import Read


def test_a_picture_is_not_read_when_recognition_is_off() -> None:
    with pytest.raises(ScannedWithoutText):
        Read("a.png", making.picture("Text"), ocr=False)


def test_a_picture_that_is_cut_off_is_damaged() -> None:
    with pytest.raises(DamagedFile):
        Read("a.png", making.picture("Text")[:40])
    with pytest.raises(DamagedFile):
        Read("a.jpg", b"not a picture at all")


def test_a_picture_without_its_suffix_is_known_by_its_bytes() -> None:
    with pytest.raises(ScannedWithoutText):
        Read("a", making.picture("Text", "GIF"), ocr=False)


def test_a_picture_of_too_many_pixels_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_MOST_PIXELS", 1000)
    with pytest.raises(TooLarge):
        Read("a.png", making.picture("Text"))


@pytest.mark.parametrize(("dpi", "wanted"), [(144, 310.0), (72, 620.0), (1, 620.0), (0, 620.0)])
def test_sizes_are_in_points_where_the_resolution_means_something(
    tmp_path: Path, dpi: int, wanted: float
) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(making.picture("Text", dpi=(dpi, dpi)))
    ((width, _),) = page_sizes(str(path))
    assert width == pytest.approx(wanted, rel=0.01)


def test_a_picture_is_drawn_at_the_scale_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(making.picture("Text"))
    drawn = Image.open(io.BytesIO(render_page(str(path), 1, 2.0)))
    assert drawn.size == (1240, 600)
    with pytest.raises(InvalidRequest):
        render_page(str(path), 2, 1.0)
    with pytest.raises(FileMissing):
        page_sizes(str(tmp_path / "gone.png"))


def test_what_is_transparent_is_white() -> None:
    stream = io.BytesIO()
    Image.new("RGBA", (40, 40), (0, 0, 0, 0)).save(stream, "PNG")
    with open_picture(stream.getvalue(), "a.png") as image:
        assert displayed(image).getpixel((3, 3)) == (255, 255, 255)


def test_sixteen_bits_of_grey_keep_their_shades() -> None:
    stream = io.BytesIO()
    Image.new("I;16", (40, 40), 128 * 256).save(stream, "PNG")
    with open_picture(stream.getvalue(), "a.png") as image:
        assert displayed(image).getpixel((3, 3)) == (128, 128, 128)


def test_pictures_are_read_in_a_size_that_letters_need() -> None:
    assert pixels_to_read(Image.new("RGB", (5000, 100))).shape == (52, 2600, 3)
    assert pixels_to_read(Image.new("RGB", (300, 100))).shape == (200, 600, 3)
    assert pixels_to_read(Image.new("RGB", (1500, 100))).shape == (100, 1500, 3)
