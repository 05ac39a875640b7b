"""Encodings."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.reading.decoding import decode, is_binary

_RUSSIAN = "В некотором царстве, в некотором государстве жил-был царь с тремя сыновьями. " * 5
_JAPANESE = "日本語の文章をここに書きます。教育用のプログラミング言語です。" * 5


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_byte_order_mark_decides(encoding: str) -> None:
    data = f"\ufeffgrün {_RUSSIAN}".encode(encoding)
    assert decode(data) == f"grün {_RUSSIAN}"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_seen_by_its_zeros(encoding: str) -> None:
    assert decode("DateTime and value".encode(encoding)) == "DateTime and value"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(_RUSSIAN, "cp1251"), (_RUSSIAN, "koi8-r"), (_JAPANESE, "cp932"), (_JAPANESE, "euc_jp"),
     (_JAPANESE, "iso2022_jp")],
)  # fmt: skip
def test_other_encodings_are_guessed(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("As canções não são tão profundas; a atenção põe-nos à mão o coração. ", "cp1252"),
        ("El niño comió una manzana más; ¿cuándo volverá su compañía? ", "cp1252"),
        ("L'été où les élèves reçurent un château très âgé à côté du fleuve. ", "cp1252"),
        ("Die Größe der Bäume übertrifft die schönen Wälder, sagt der Förster. ", "cp1252"),
        ("Årets första snö föll på ängen där älgarna står. ", "cp1252"),
        ("Zażółć gęślą jaźń, a potem pójdź do źródła świętej rzeki. ", "cp1250"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy v tichém údolí. ", "cp1250"),
        ("Árvíztűrő tükörfúrógép működött őszintén az üvegházban. ", "cp1250"),
        ("Şu güneşli günde çocuklar ağacın altında oynuyor, öğretmen gülüyor. ", "cp1254"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("times", [1, 12])
def test_letters_of_one_language_tell_the_code_page(text: str, encoding: str, times: int) -> None:
    assert decode((text * times).encode(encoding)) == text * times


def test_smart_quotes_alone_mean_windows() -> None:
    data = "It is “plain” English text, mostly. ".encode("cp1252") + b"More of it. " * 40
    assert "“plain”" in decode(data)


def test_a_declaration_is_believed_when_the_bytes_are_valid_in_it() -> None:
    assert decode("Žluťoučký kůň".encode("iso8859-2"), "iso-8859-2") == "Žluťoučký kůň"


def test_lines_in_two_encodings_are_both_read() -> None:
    data = "première ligne\n".encode() + "deuxième élan\n".encode("cp1252")
    assert decode(data) == "première ligne\ndeuxième élan\n"


@given(st.text())
def test_utf_8_comes_back_as_it_was(text: str) -> None:
    data = text.encode("utf-8", "ignore")
    ambiguous = b"\x1b" in data or b"~{" in data or b"\0" in data or data.startswith(
        (codecs.BOM_UTF8, codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)
    )  # fmt: skip
    assert ambiguous or decode(data) == data.decode()


def test_programs_and_pictures_are_binary_and_texts_are_not() -> None:
    assert is_binary(b"\x7fELF\x02\x01\x01" + bytes(60) + b"\x03\x00\x3e\x00")
    assert is_binary(bytes(range(256)) * 4)
    assert not is_binary("Texte accentué".encode("cp1252"))
    assert not is_binary(b"before\0middle\0after, and a good deal of text around the zeros")
    assert not is_binary(b"")
