"""Help (F1): keys, a short how-to, privacy, licences, version."""

from __future__ import annotations

import platform
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

import desktop_rag
from desktop_rag.gui.style import tokens
from desktop_rag.gui.views import help_dialog_texts as texts
from desktop_rag.gui.views.help_dialog_licences import components
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.sizes import text_size

_SIZE = (107, 37)  # letters, lines


class HelpDialog(QDialog):
    """Not modal: it can stay open beside the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("helpDialog")
        self.setAccessibleName(self.tr("Help"))
        self.setWindowTitle(self.tr("Help"))
        self.setModal(False)
        self.resize(text_size(self, *_SIZE))
        self._tabs = QTabWidget()
        self._tabs.setAccessibleName(self.tr("Subjects"))
        self._tabs.setDocumentMode(True)
        self._tabs.setUsesScrollButtons(False)
        self._tabs.addTab(_scrolled(_table(texts.keys())), self.tr("Keys"))
        self._tabs.addTab(_scrolled(_paragraphs(texts.steps(), numbered=True)), self.tr("How to"))
        self._news = _scrolled(_paragraphs(texts.news()))
        self._tabs.addTab(self._news, self.tr("What is new"))
        self._tabs.addTab(_scrolled(_paragraphs(texts.privacy())), self.tr("Privacy"))
        self._tabs.addTab(_scrolled(_licences()), self.tr("Licences"))
        self._tabs.addTab(_scrolled(_about()), self.tr("About"))
        column = QVBoxLayout(self)
        column.setContentsMargins(*(tokens.SPACE_L,) * 4)
        column.addWidget(self._tabs)

    def show_news(self) -> None:
        """Open at what is new."""
        self._tabs.setCurrentWidget(self._news)
        self.show()

    def show_about(self) -> None:
        """Open at the version."""
        self._tabs.setCurrentIndex(self._tabs.count() - 1)
        self.show()


def _table(lines: Sequence[tuple[str, ...]]) -> QWidget:
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(*(tokens.SPACE_M,) * 4)
    grid.setHorizontalSpacing(tokens.SPACE_XL)
    grid.setVerticalSpacing(tokens.SPACE_S)
    for number, line in enumerate(lines):
        for column, text in enumerate(line):
            cell = label(text, wrap=column > 0)
            cell.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(cell, number, column, Qt.AlignmentFlag.AlignTop)
    grid.setColumnStretch(grid.columnCount() - 1, 1)
    grid.setRowStretch(len(lines), 1)
    return table


def _paragraphs(lines: list[str], *, numbered: bool = False) -> QWidget:
    text = QWidget()
    column = QVBoxLayout(text)
    column.setContentsMargins(*(tokens.SPACE_M,) * 4)
    column.setSpacing(tokens.SPACE_M)
    for number, line in enumerate(lines, 1):
        column.addWidget(label(f"{number}.  {line}" if numbered else line, wrap=True))
    column.addStretch(1)
    return text


def _licences() -> QWidget:
    ours = ("Desktop RAG", desktop_rag.__version__, "Apache-2.0")
    parts = [(part.name, part.version, part.licence) for part in components()]
    return _table([ours, *parts])


def _about() -> QWidget:
    what = QCoreApplication.translate(
        "Help", "Ask your own documents, offline: local search and answers with their sources."
    )
    machine = f"Python {platform.python_version()} · Qt {qVersion()} · {platform.platform()}"
    about = _paragraphs([f"Desktop RAG {desktop_rag.__version__}", what, machine])
    layout = about.layout()
    first = layout.itemAt(0) if layout is not None else None
    if first is not None and (title := first.widget()) is not None:
        title.setProperty("role", "title")
    return about


def _scrolled(inside: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inside)
    return area
