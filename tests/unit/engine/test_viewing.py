"""How a file that was cited is shown."""

from __future__ import annotations

from typing import cast

import pytest

from desktop_rag.domain.source import FileEntry
from desktop_rag.engine.handlers.viewer import _view_of


class _Entry:
    def __init__(self, path: str, mode: str = "document") -> None:
        self.path = path
        self.mode = mode


@pytest.mark.parametrize(
    ("path", "mode", "view"),
    [
        ("a.PDF", "document", "pages"),
        ("scan.jpeg", "document", "pages"),
        ("fax.tif", "document", "pages"),
        ("a.md", "document", "markdown"),
        ("a.py", "code", "code"),
        ("a.docx", "document", "text"),
    ],
)
def test_pdfs_and_pictures_are_shown_as_pages(path: str, mode: str, view: str) -> None:
    assert _view_of(cast(FileEntry, _Entry(path, mode))) == view
