"""What every reader keeps to, built in or not: the promises of `ports/reading.py`."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.domain.document import DocumentFacts, DocumentPart
from desktop_rag.domain.errors import FileMissing, ReadingFailed
from desktop_rag.ports.reading import Reader, ReadLimits, ReadRequest
from desktop_rag.reading import built_in_readers
from desktop_rag.reading.ocr.engine import find_models
from tests.unit.reading import making

READERS = {reader.name: reader for reader in built_in_readers()}
if find_models() is None:  # text recognition is not installed
    del READERS["picture"]
_KINDS = {
    "code": "code",
    "json": "data",
    "json_lines": "data",
    "yaml": "data",
    "toml": "data",
    "csv": "data",
    "xml": "data",
    "xlsx": "data",
}
_MAIL = (
    b"From: Ana <ana@example.org>\nTo: Bo <bo@example.org>\nSubject: The pump\n"
    b"Date: Mon, 2 Mar 2026 10:00:00 +0000\n\nReset it for five seconds.\n\nThen wait.\n"
)
_PAGE = (
    b"<html><head><title>The pump</title></head><body><h1>Pump</h1><p>Reset it.</p>"
    b"<ul><li>One</li><li>Two</li></ul></body></html>"
)
SAMPLES: dict[str, tuple[str, bytes]] = {
    "text": ("a.txt", b"First paragraph.\n\nSecond one\nof two lines.\r\n\r\n- a\r\n- b\r\n"),
    "markdown": ("a.md", b"# Pump\n\nReset it.\n\n## Error\n\n- E-17\n- E-18\n"),
    "restructured": ("a.rst", b"Pump\n====\n\nReset it.\n\nError\n-----\n\nE-17.\n"),
    "html": ("a.html", _PAGE),
    "web_archive": (
        "a.mhtml",
        b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n"
        b"Content-Type: text/html; charset=utf-8\n\n" + _PAGE + b"\n--b--\n",
    ),
    "pdf": ("a.pdf", making.pdf(making.body("The pump stops.\nReset it at once.", 72, 100))),
    "picture": ("a.png", making.picture("The pump stops.\nReset it at once.")),
    "docx": ("a.docx", making.docx(making.paragraph("Reset it.") + making.paragraph("Wait."))),
    "pptx": ("a.pptx", making.pptx([making.shape("Pump", "title") + making.shape("Reset it")])),
    "xlsx": ("a.xlsx", making.xlsx({"Parts": making.row(1, "name", "use")})),
    "odf": ("a.odt", making.odt("<text:h>Pump</text:h><text:p>Reset it.</text:p>")),
    "rtf": ("a.rtf", rb"{\rtf1\ansi Reset it.\par Wait.\par}"),
    "epub": ("a.epub", making.epub({"c1": "<h1>One</h1><p>Reset it.</p>"}, spine=["c1"])),
    "notebook": (
        "a.ipynb",
        making.notebook(
            {"cell_type": "markdown", "source": ["# Pump\n", "\n", "Reset it."]},
            {"cell_type": "code", "source": "reset()", "outputs": []},
        ),
    ),
    "json": ("a.json", json.dumps([{"name": "pump", "price": 3}, {"name": "valve"}]).encode()),
    "json_lines": ("a.jsonl", b'{"name": "pump"}\n{"name": "valve"}\n'),
    "yaml": ("a.yaml", b"- name: pump\n  price: 3\n- name: valve\n"),
    "toml": ("a.toml", b'title = "x"\n[pump]\nprice = 3\n[valve]\nprice = 4\n'),
    "csv": ("a.csv", b'name,use\npump,"moves, water"\nvalve,stops\n'),
    "xml": ("a.xml", b"<parts><part><name>pump</name></part><part>valve</part></parts>"),
    "code": ("a.py", b"import os\n\n# about\ndef reset():\n    pass\n\n\nclass Pump:\n    pass\n"),
    "mail": ("a.eml", _MAIL),
    "mailbox": ("a.mbox", b"From ana\n" + _MAIL + b"\nFrom bo\n" + _MAIL),
}  # fmt: skip


def read(name: str, data: bytes, **options: object) -> tuple[list[DocumentPart], DocumentFacts]:
    """Read bytes as the sample of that reader is read."""
    file = SAMPLES[name][0]
    reading = READERS[name].open(ReadRequest(file, file, data=data, **options))  # type: ignore[arg-type]
    return list(reading.parts()), reading.facts()


def check(parts: list[DocumentPart]) -> None:
    """The invariants of parts and blocks."""
    base = 0
    for part in parts:
        assert part.base == base
        base += len(part.text)
        assert "\0" not in part.text
        part.text.encode("utf-8")
        for block in part.blocks:
            assert 0 <= block.start < block.end <= len(part.text)
            assert part.text[block.start : block.end].strip()
            assert block.title == " ".join(block.title.split())
            assert (block.level > 0) == (block.kind == "heading")
            assert block.spoken is None or block.spoken.strip()
        assert all(one.end <= other.start for one, other in pairwise(part.blocks))
        for region in part.regions:
            assert 0 <= region.start < region.end <= len(part.text)
            assert region.page >= 1


def test_every_reader_has_a_sample() -> None:
    assert set(READERS) <= set(SAMPLES)


def test_no_two_readers_take_the_same_suffix() -> None:
    taken = [suffix for reader in READERS.values() for suffix in reader.suffixes]
    assert len(taken) == len(set(taken))
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in taken)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_has_what_the_port_asks_for(name: str) -> None:
    reader = READERS[name]
    assert isinstance(reader, Reader)
    assert reader.version >= 1


@pytest.mark.parametrize("name", READERS)
def test_blocks_are_in_order_and_inside_the_text(name: str) -> None:
    parts, facts = read(name, SAMPLES[name][1])
    check(parts)
    assert any(part.blocks for part in parts)
    assert facts.kind == _KINDS.get(name, "document")
    assert facts.media_type
    assert not facts.partial


@pytest.mark.parametrize("name", READERS)
def test_text_between_blocks_is_white_space_or_markup(name: str) -> None:
    parts, _ = read(name, SAMPLES[name][1])
    for part in parts:
        ends = [0, *(block.end for block in part.blocks)]
        starts = [*(block.start for block in part.blocks), len(part.text)]
        between = "".join(part.text[a:b] for a, b in zip(ends, starts, strict=True))
        assert not any(char.isalnum() for char in between) or name == "xml"


@pytest.mark.parametrize("name", READERS)
def test_no_bytes_are_an_empty_file(name: str) -> None:
    with pytest.raises(ReadingFailed) as caught:
        read(name, b"")
    assert caught.value.code == "empty"


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_gone_is_missing(name: str) -> None:
    file = SAMPLES[name][0]
    with pytest.raises(FileMissing):
        list(READERS[name].open(ReadRequest(f"/nowhere/{file}", file)).parts())


@pytest.mark.parametrize("name", READERS)
def test_every_failure_says_what_happened_and_what_to_do(name: str) -> None:
    with pytest.raises(ReadingFailed) as caught:
        read(name, b"")
    assert caught.value.message.endswith(".")
    assert caught.value.remedy.endswith(".")


@pytest.mark.parametrize("name", READERS)
def test_noise_is_read_or_refused_by_name(name: str) -> None:
    try:
        parts, _ = read(name, b"\x00\x01\x02\x03\xff\xfe\x80" * 200)
    except ReadingFailed:
        return
    check(parts)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 0.95])
def test_a_cut_off_file_is_read_or_refused_by_name(name: str, share: float) -> None:
    data = SAMPLES[name][1]
    try:
        parts, _ = read(name, data[: int(len(data) * share)])
    except ReadingFailed:
        return
    check(parts)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(spoils=st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=12))
def test_spoiled_bytes_never_crash_a_reader(name: str, spoils: list[tuple[float, int]]) -> None:
    data = bytearray(SAMPLES[name][1])
    for share, byte in spoils:
        data[int(share * len(data))] = byte
    try:
        parts, _ = read(name, bytes(data))
    except ReadingFailed:
        return
    check(parts)


@pytest.mark.parametrize("name", READERS)
def test_a_limit_on_text_is_kept(name: str) -> None:
    with pytest.raises(ReadingFailed) as caught:
        read(name, SAMPLES[name][1], limits=ReadLimits(text_chars=5))
    assert caught.value.code == "too_large"


@pytest.mark.parametrize("name", READERS)
def test_reading_twice_gives_the_same(name: str) -> None:
    assert read(name, SAMPLES[name][1]) == read(name, SAMPLES[name][1])
