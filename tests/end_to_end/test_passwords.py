"""A protected file says so, opens with its password, and shows its pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from desktop_rag.messages.common import Done
from desktop_rag.messages.library import AddPaths, AddReport, FilePage, GivePassword, ListFiles
from desktop_rag.messages.viewer import OpenSource, PageImage, RenderPage, SourceOpened
from tests.end_to_end.driving import best_text, engine, eventually

pytestmark = pytest.mark.slow


def test_a_protected_pdf_is_read_and_shown_once_its_password_is_given(
    library: Path, documents: Path
) -> None:
    path = str(documents / "secret.pdf")
    canvas = Canvas(path, encrypt=StandardEncryption("open sesame", canPrint=0))
    canvas.drawString(72, 720, "The treasure lies under the walnut tree behind the mill.")
    canvas.save()
    with engine(library) as client:
        report = client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        [problem] = report.problems
        assert (problem.state, problem.code) == ("failed", "password")
        assert "password" in problem.reason.lower()
        client.ask(GivePassword(path, "wrong"), Done, timeout=30)
        eventually(lambda: _entry(client).state == "failed", 30, "a wrong password is refused")
        client.ask(GivePassword(path, "open sesame"), Done, timeout=30)
        eventually(lambda: _entry(client).state == "indexed", 30, "the file is read")
        assert "walnut" in best_text(client, "Where lies the treasure?")
        opened = client.ask(OpenSource(path), SourceOpened, timeout=60)
        assert (opened.view, opened.pages) == ("pages", 1)
        image = client.ask(RenderPage(path, 1), PageImage, timeout=60)
        assert image.png.startswith(b"\x89PNG")


def _entry(client):  # type: ignore[no-untyped-def]
    [file] = client.ask(ListFiles(), FilePage, timeout=30).files
    return file
