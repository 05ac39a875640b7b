"""Passages and files as they leave the window: dragged into another program, or copied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QUrl

from desktop_rag.domain.hit import Hit
from desktop_rag.gui.state import words


def citation_words(hit: Hit) -> str:
    """A passage with its source, as plain text."""
    return f"“{hit.chunk.text.strip()}”\n— {words.source_words(hit)}"


def citation_data(hit: Hit) -> QMimeData:
    """A passage: its text with its source for programs that take text, its file for others."""
    data = QMimeData()
    data.setText(citation_words(hit))
    data.setUrls([QUrl.fromLocalFile(hit.file.path)])
    return data


def file_data(paths: Sequence[str]) -> QMimeData:
    """Files as files; their paths for programs that take text."""
    data = QMimeData()
    data.setText("\n".join(paths))
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data
