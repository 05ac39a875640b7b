"""Which reader takes which file, and what importing the room costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from desktop_rag.domain.errors import NotText, UnsupportedFormat
from desktop_rag.ports.reading import Reader
from desktop_rag.reading import built_in_readers, register
from desktop_rag.reading.choosing import choose_reader

_ALL = built_in_readers()


@pytest.mark.parametrize(
    ("name", "head", "wanted"),
    [
        ("Manual.PDF", b"", "pdf"),
        ("noname", b"%PDF-1.7", "pdf"),
        ("page", b"<!DOCTYPE html><p>x", "html"),
        ("letter", b"From: a\nTo: b\nSubject: c\nDate: d\nMIME-Version: 1.0\n\nx", "mail"),
        ("notes.unknown", b"just text", "text"),
        ("README", b"just text", "text"),
        ("old.doc", b"{\\rtf1 x}", "rtf"),
        ("a.tar.json", b"", "json"),
    ],
)
def test_the_name_decides_and_then_the_bytes(name: str, head: bytes, wanted: str) -> None:
    assert choose_reader(_ALL, name, head).name == wanted


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("a.zip", b"PK\x03\x04"),
        ("a.mp4", b""),
        ("a.exe", b"MZ"),
        ("a.woff2", b""),
        ("a.sqlite3", b""),
        ("a.gguf", b"GGUF"),
        ("a.doc", b"\xd0\xcf\x11\xe0"),
        ("~$letter.docx", b"\x05Ana"),
        ("noname", b"PK\x03\x04" + bytes(40)),
        ("noname", b"\x7fELF" + bytes(40)),
    ],
)
def test_known_kinds_that_are_not_read_are_unsupported(name: str, head: bytes) -> None:
    with pytest.raises(UnsupportedFormat) as caught:
        choose_reader(_ALL, name, head)
    assert caught.value.remedy


def test_unknown_bytes_are_not_text() -> None:
    with pytest.raises(NotText):
        choose_reader(_ALL, "a.xyz", bytes(range(256)) * 4)


def test_register_brings_every_reader_once() -> None:
    class Kept:
        def __init__(self) -> None:
            self.readers: list[Reader] = []

        def add_reader(self, reader: Reader) -> None:
            self.readers.append(reader)

    kept = Kept()
    register(kept)  # type: ignore[arg-type]
    assert [reader.name for reader in kept.readers] == [reader.name for reader in _ALL]


def test_importing_the_room_loads_nothing_heavy() -> None:
    heavy = ["lxml", "pypdfium2", "yaml", "markdown_it", "tree_sitter", "charset_normalizer", "PIL"]
    code = (
        "import sys, desktop_rag.reading as r; r.built_in_readers();"
        f"print([m for m in {heavy!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
