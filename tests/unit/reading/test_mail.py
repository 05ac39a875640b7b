"""Mail, mailboxes, e-books and notebooks."""

from __future__ import annotations

import json
from email.message import EmailMessage

import pytest

from desktop_rag.domain.errors import DamagedFile, EmptyFile
from desktop_rag.ports.reading import ReadLimits
from tests.unit.reading import making
from tests.unit.reading.making import Read


def _mail(subject: str = "Grüße – Pumpe", body: str = "Hallo Bo,\n\nalles läuft.") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ana Müller <ana@example.org>"
    message["To"] = "bo@example.org"
    message["Subject"] = subject
    message["X-Spam-Score"] = "5.3"
    message.set_content(body, charset="iso-8859-1", cte="quoted-printable")
    return message


def test_headers_are_decoded_and_the_body_is_there_once() -> None:
    message = _mail()
    message.add_alternative("<p>Hallo Bo, alles <b>l&auml;uft</b>.</p>", subtype="html")
    read = Read("a.eml", message.as_bytes())
    assert read.headings() == [(1, "Grüße – Pumpe")]
    assert "From: Ana Müller <ana@example.org>" in read.text
    assert read.text.count("läuft") == 1
    assert "X-Spam" not in read.text
    assert read.facts.title == "Grüße – Pumpe"


def test_a_mail_of_html_alone_shows_its_visible_text() -> None:
    message = EmailMessage()
    message["Subject"] = "x"
    message.set_content("<style>p {}</style><p>Seen</p>", subtype="html")
    assert Read("a.eml", message.as_bytes()).text == "x\n\nSeen"


def test_attachments_are_read_as_their_own_kind() -> None:
    message = _mail()
    message.add_attachment(b"plain words", maintype="text", subtype="plain", filename="notes.txt")
    page = making.pdf(making.body("From the manual.", 72, 100))
    message.add_attachment(page, maintype="application", subtype="pdf", filename="manual.pdf")
    message.add_attachment(b"\x89PNG...", maintype="image", subtype="png", filename="a.png")
    read = Read("a.eml", message.as_bytes())
    assert [title for _, title in read.headings()][1:] == [
        "Attachment: notes.txt",
        "Attachment: manual.pdf",
        "Attachment: a.png",
    ]
    assert "plain words" in read.text
    assert "From the manual." in read.text
    assert any("a.png" in notice for notice in read.facts.notices)
    assert not read.facts.partial


def test_forwarded_mails_are_read_to_a_limited_depth() -> None:
    message = _mail("level 0", "body 0")
    for level in range(1, 12):
        outer = _mail(f"level {level}", f"body {level}")
        outer.add_attachment(message)
        message = outer
    read = Read("a.eml", message.as_bytes(), limits=ReadLimits(nesting=4))
    assert "body 7" in read.text
    assert "body 2" not in read.text
    assert any("nested too deeply" in notice for notice in read.facts.notices)


def test_an_encrypted_body_is_said_so() -> None:
    body = "-----BEGIN PGP MESSAGE-----\nabc\n-----END PGP MESSAGE-----"
    read = Read("a.eml", _mail("secret", body).as_bytes())
    assert read.facts.partial
    assert "abc" not in read.text


def test_a_mail_of_blanks_is_empty() -> None:
    with pytest.raises(EmptyFile):
        Read("a.eml", b"  \n \n")


def test_a_mailbox_gives_every_message() -> None:
    data = b"".join(
        f"From x\n{_mail(f'No {n}', f'body {n}').as_string()}\n".encode() for n in range(3)
    )
    read = Read("a.mbox", data)
    assert [title for _, title in read.headings()] == ["No 0", "No 1", "No 2"]


def test_book_chapters_come_in_the_order_of_the_spine_without_navigation() -> None:
    chapters = {
        "a.xhtml": "<h1>Second</h1><p>b</p>",
        "z.xhtml": "<h1>First</h1><p>a</p>",
        "links.xhtml": "<ul><li><a href='x'>Only links</a></li></ul>",
    }
    data = making.epub(chapters, spine=["z.xhtml", "nav", "a.xhtml", "links.xhtml"], nav="Menu")
    read = Read("b.epub", data)
    assert read.headings() == [(1, "First"), (1, "Second")]
    assert "Menu" not in read.text
    assert "Only links" in "".join(read.texts("list"))
    assert (read.facts.title, read.facts.language) == ("The Pump Book", "en")


def test_a_damaged_chapter_does_not_lose_the_book() -> None:
    chapters = {"a": "<p>kept</p>", "b": "<p>" + "lost " * 50 + "</p>"}
    data = bytearray(making.epub(chapters, spine=["a", "b"]))
    # The chapter's packed bytes follow the name in its header.
    spot = data.index(b"OEBPS/b", data.index(b"OEBPS/a") + 7) + len("OEBPS/b")
    data[spot + 2 : spot + 12] = b"\xff" * 10
    read = Read("b.epub", bytes(data))
    assert read.text == "kept"
    assert read.facts.partial
    assert "OEBPS/b" in read.facts.notices[0]


def test_notebook_cells_and_outputs() -> None:
    data = making.notebook(
        {"cell_type": "markdown", "source": "# Title\n\nText"},
        {
            "cell_type": "code",
            "source": ["x = 1\n", "x"],
            "outputs": [
                {"text": "printed"},
                {"data": {"text/plain": ["1"], "image/png": "QUJD"}},
                {"traceback": ["\x1b[0;31mNameError\x1b[0m: y"]},
            ],
        },
        {"cell_type": "raw"},
    )
    assert Read("a.ipynb", data).kinds() == [
        ("heading", "# Title"),
        ("paragraph", "Text"),
        ("code", "x = 1\nx"),
        ("paragraph", "printed"),
        ("paragraph", "1"),
        ("paragraph", "NameError: y"),
    ]
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": "y", "outputs": []}]}]}
    assert Read("a.ipynb", json.dumps(old).encode()).text == "y"
    with pytest.raises(DamagedFile):
        Read("a.ipynb", data[: len(data) // 2])
