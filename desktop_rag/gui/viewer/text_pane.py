"""A document's text, part by part: long documents are loaded around the place that is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.viewer.code_view import CodeView
from desktop_rag.gui.viewer.display_text import DisplayText
from desktop_rag.gui.viewer.markdown_headings import headings
from desktop_rag.gui.viewer.table_view import TableView
from desktop_rag.gui.viewer.text_view import ProseView, Range, TextView
from desktop_rag.gui.viewer.text_window import earlier_window, later_window, window_around
from desktop_rag.messages import Message
from desktop_rag.messages.viewer import GetText, TextPart

View = TextView | TableView


@dataclass(frozen=True, slots=True)
class TextSource:
    """What is shown. `kind`: code, markdown, table or text. `chars`: length of the whole text."""

    path: str
    content_hash: str
    kind: str
    chars: int
    language: str = ""


class TextPane(QWidget):
    """Shows text, tables and code. `failed` carries a sentence when the text cannot be had."""

    failed = Signal(str)
    shown = Signal()

    def __init__(self, link: EngineLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._source: TextSource | None = None
        self._request = 0
        self._total = 0
        self._passage: Range | None = None
        self._found: tuple[Range, ...] = ()
        self._current: Range | None = None
        self._prose, self._code, self._table = ProseView(self), CodeView(self), TableView(self)
        self._kinds: dict[str, View] = {"code": self._code, "table": self._table}
        self._views = QStackedLayout()
        for view in (self._prose, self._code, self._table):
            self._views.addWidget(view)
        self._strip = _PartStrip(self)
        self._strip.earlier.clicked.connect(self._load_earlier)
        self._strip.later.clicked.connect(self._load_later)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._strip)
        column.addLayout(self._views)

    @property
    def view(self) -> View:
        """The view that shows the text now."""
        return self._kinds.get(self._source.kind if self._source else "", self._prose)

    def show_source(self, source: TextSource, focus: Range | None) -> None:
        """Load the part around `focus` and mark it. What is here already is
        kept when its hash says that it is the same text."""
        here = self._source == source and bool(source.content_hash) and not self._request
        if not here:
            self.clear()
            self._source = source
            self._views.setCurrentWidget(self.view)
            self.setFocusProxy(self.view)
        self._passage = focus
        if here and focus is not None and self.view.display.holds(*focus):
            self.view.mark_passage(focus)
        else:
            self._load(window_around(focus[0] if focus else 0, source.chars))

    def clear(self) -> None:
        """Show nothing."""
        if self._request:
            self._link.drop(self._request)
        self._request, self._source, self._total = 0, None, 0
        self._passage, self._found, self._current = None, (), None
        self._strip.hide()
        for view in (self._prose, self._code, self._table):
            view.show_text(DisplayText(""))

    def mark_passage(self, passage: Range | None) -> None:
        """Mark the passage, loading its part when it is not here."""
        self._passage = passage
        if passage is not None and not self.view.display.holds(*passage):
            self._load(window_around(passage[0], self._total))
        else:
            self.view.mark_passage(passage)

    def mark_found(self, ranges: tuple[Range, ...], current: Range | None) -> None:
        """Mark the hits of a search, loading the part of the current one when it is not here."""
        self._found, self._current = ranges, current
        if current is not None and not self.view.display.holds(*current):
            self._load(window_around(current[0], self._total))
        else:
            self._mark_found()

    def _load(self, part: Range) -> None:
        if self._source is None:
            return
        if self._request:
            self._link.drop(self._request)
        message = GetText(self._source.path, part[0], part[1], self._source.content_hash)
        self._request = self._link.request(message, self._on_text, self._on_failed, owner=self)

    def _load_earlier(self) -> None:
        self._current = None
        self._load(earlier_window(self.view.display.start))

    def _load_later(self) -> None:
        self._current = None
        self._load(later_window(self.view.display.end, self._total))

    def _on_text(self, reply: Message) -> None:
        self._request = 0
        if not isinstance(reply, TextPart) or self._source is None:
            return
        self._total = reply.total
        display = DisplayText(reply.text, reply.start, max(reply.first_line, 1))
        if self._source.kind == "code":
            name = PurePath(self._source.path).name
            self._code.show_code(display, reply.text, self._source.language, name)
        elif self._source.kind == "table":
            self._table.show_table(display, reply.text, self._source.path)
        else:
            markdown = self._source.kind == "markdown"
            self._prose.show_prose(display, headings(reply.text) if markdown else ())
        self._strip.tell(display.start, display.end, reply.total)
        if self._passage is not None and display.holds(*self._passage):
            self.view.mark_passage(self._passage)
        self._mark_found()
        self.shown.emit()

    def _mark_found(self) -> None:
        display = self.view.display
        here = tuple(r for r in self._found if display.holds(*r))
        current = self._current if self._current and display.holds(*self._current) else None
        self.view.mark_found(here, current)

    def _on_failed(self, error: DesktopRagError) -> None:
        self._request = 0
        self.failed.emit(f"{error.message} {error.remedy}".strip())


class _PartStrip(QWidget):
    """Says which part of a long text is shown and leads to the others."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.earlier = QPushButton(self.tr("Earlier text"), self)
        self.later = QPushButton(self.tr("Later text"), self)
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(8)
        row.addWidget(self.earlier)
        row.addWidget(self._words, 1, Qt.AlignmentFlag.AlignCenter)
        row.addWidget(self.later)
        self.hide()

    def tell(self, start: int, end: int, total: int) -> None:
        """Show that characters [start, end) of `total` are here; hidden when that is all."""
        self.setVisible(start > 0 or end < total)
        self.earlier.setEnabled(start > 0)
        self.later.setEnabled(end < total)
        share = (100 * start // max(total, 1), -(-100 * end // max(total, 1)))
        self._words.setText(self.tr("{0}–{1} % of the text").format(*share))
