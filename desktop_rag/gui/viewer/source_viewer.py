"""The source of a citation at its place: pages, code or text, with the passage marked."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.place import Place, Region
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.words import file_name
from desktop_rag.gui.style import tokens
from desktop_rag.gui.viewer.citation import Cited, citation, where
from desktop_rag.gui.viewer.find_bar import FindBar
from desktop_rag.gui.viewer.finding import Finding
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.viewer.outside import OpenUrl, OutsideOpener
from desktop_rag.gui.viewer.page_view import PageView
from desktop_rag.gui.viewer.passage_card import PassageCard
from desktop_rag.gui.viewer.source_search import SourceSearch
from desktop_rag.gui.viewer.text_pane import TextPane, TextSource
from desktop_rag.gui.viewer.viewer_bar import ViewerBar
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.messages import Message
from desktop_rag.messages.library import LibraryChanged
from desktop_rag.messages.viewer import (
    FindInSource,
    FoundInSource,
    GetRegions,
    OpenSource,
    Regions,
    SourceOpened,
)

Range = tuple[int, int]
_LOG = logging.getLogger(__name__)
_CALM_MS = 500  # after the library came to rest
_TEXT_VIEWS = frozenset({"code", "markdown", "table", "text"})


class SourceViewer(QWidget):
    """Shows one source at a time and keeps it in step with what was cited.

    Nothing of a document is loaded, followed or run: text is shown as text, pages as pictures.
    `open_url` hands a local address to the system; tests give their own.
    """

    next_requested = Signal()
    """The person wants the next source of the answer."""
    previous_requested = Signal()
    """The person wants the source before this one."""

    def __init__(
        self,
        engine_link: EngineLink,
        parent: QWidget | None = None,
        *,
        open_url: OpenUrl = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sourceViewer")
        self.setAccessibleName(self.tr("Source viewer"))
        self._link = engine_link
        self._cited: Cited | None = None
        self._opened: SourceOpened | None = None
        self._focus: Range | None = None
        self._requests: dict[str, int] = {}
        self._bar = ViewerBar(self)
        self._notice = InlineNotice(self)
        self._outside = OutsideOpener(self._notice, open_url)
        self._find = FindBar(self)
        self._search = SourceSearch(engine_link, self._find)
        self._card = PassageCard(self)
        self._pages = PageView(engine_link, self)
        self._text = TextPane(engine_link, self)
        self._empty = label("", "muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setMargin(tokens.SPACE_XL)
        self._stack = QStackedWidget(self)
        self._look_again_soon = QTimer(self)
        self._look_again_soon.setSingleShot(True)
        self._look_again_soon.setInterval(_CALM_MS)
        self._lay_out()
        self._connect()
        self.clear()

    # --- what others call ---------------------------------------------------------------------

    def show_source(
        self, path: str, content_hash: str, place: Place, focus: Range | None, passage: str
    ) -> None:
        """Show a file at a place. `focus`: characters [start, end) of the document's text to mark
        (None: those of `place`); `passage`: the text as it was cited."""
        same = self._cited is not None and self._cited.path == path
        self._cited = Cited(path, content_hash, place, focus, passage)
        self._drop_all()
        self._notice.say("")
        self._search.end()
        self._card.hold(passage)
        self._name(path)
        if not same:
            self._opened = None
            self._show_passage(False)
            self._show_words(self.tr("Opening…"))
        message = OpenSource(path, content_hash)
        self._ask("open", message, self._on_opened, self._on_open_failed)

    def clear(self) -> None:
        """Show no source."""
        self._drop_all()
        self._cited = self._opened = self._focus = None
        self._notice.say("")
        self._search.end()
        self._card.hold("")
        self._bar.name("", "")
        self._bar.allow(source=False, text=False, pages=0)
        self._bar.allow_steps(previous=False, following=False)
        self._pages.clear()
        self._text.clear()
        self._show_passage(False)
        self._show_words(self.tr("Choose a source to see it here."))

    def open_find(self) -> None:
        """Open the search in this source (Ctrl+F)."""
        self._search.open()

    def allow_steps(self, *, previous: bool, following: bool) -> None:
        """Say whether the answer has a source before and after the one shown."""
        self._bar.allow_steps(previous=previous, following=following)

    def copy_passage(self) -> None:
        """Put the passage with its source on the clipboard, as plain text."""
        if self._cited is not None:
            words = citation(self._cited.passage, self._cited.path, self._cited.place)
            QGuiApplication.clipboard().setText(words)

    def open_outside(self) -> None:
        """Ask whether to open the file in its own program; refused for what could run."""
        path = self._path()
        if path is not None:
            self._outside.open_file(path)

    def show_folder(self) -> None:
        """Show the file's folder in the system's file manager."""
        path = self._path()
        if path is not None:
            self._outside.show_folder(path)

    # --- opening ------------------------------------------------------------------------------

    def _on_opened(self, reply: Message) -> None:
        if not isinstance(reply, SourceOpened) or self._cited is None:
            return
        before, self._opened = self._opened, reply
        self._focus = self._cited.marked
        self._name(reply.path)
        changed = reply.state != "same"
        pages = len(reply.sizes) if self._stack_for(reply) is self._pages else 0
        self._bar.allow(source=True, text=reply.view != "missing", pages=pages)
        if reply.view != "missing":
            self._search.begin(reply.path, self._hash(), self._focus[0] if self._focus else 0)
        self._notice.say(reply.note or (self._state_words(reply.state) if changed else ""))
        self._show_passage(changed)
        if self._stack_for(reply) is None:
            self._show_missing()
        elif pages:
            self._show_pages(reply, kept=before == reply and reply.state != "changed")
        else:
            self._show_text(reply)
        if reply.state == "changed":
            self._look_for_passage()

    def _on_open_failed(self, error: DesktopRagError) -> None:
        self._opened = None
        self._bar.allow(source=True, text=False, pages=0)
        self._notice.say(f"{error.message} {error.remedy}".strip())
        self._show_missing()

    def _on_library_changed(self, event: LibraryChanged) -> None:
        if not event.queue.waiting and not event.queue.running:
            self._look_again_soon.start()

    def _look_again(self) -> None:
        """See whether the file was changed, moved or brought back while it is shown."""
        if self._cited is not None:
            message = OpenSource(self._cited.path, self._cited.content_hash)
            self._ask("again", message, self._on_looked_again, self._on_look_failed)

    def _on_looked_again(self, reply: Message) -> None:
        if reply != self._opened:
            self._on_opened(reply)

    def _on_look_failed(self, error: DesktopRagError) -> None:
        _LOG.debug("what is shown stays: %s", error.message)

    def _stack_for(self, opened: SourceOpened) -> QWidget | None:
        if opened.sizes and opened.view in {"pages", "image"}:
            return self._pages
        readable = opened.view in _TEXT_VIEWS or (opened.view != "missing" and opened.chars > 0)
        return self._text if readable else None

    def _show_missing(self) -> None:
        self._show_passage(True, alone=True)

    def _show_pages(self, opened: SourceOpened, *, kept: bool) -> None:
        assert self._cited is not None
        page = self._cited.place.page or 1
        self._stack.setCurrentWidget(self._pages)
        if kept:
            self._pages.mark_cited(())
            self._pages.go_to_page(page)
        else:
            self._pages.show_pages(opened.path, opened.sizes, page)
        self._bar.tell_page(self._pages.page)
        if self._focus is not None and opened.state != "changed":
            self._ask_regions(self._focus)

    def _ask_regions(self, chars: Range) -> None:
        assert self._opened is not None
        message = GetRegions(self._opened.path, chars[0], chars[1], self._hash())
        self._ask("regions", message, self._on_regions, self._on_regions_failed)

    def _on_regions(self, reply: Message) -> None:
        if isinstance(reply, Regions):
            self._pages.mark_cited(reply.regions)
            self._name_page(reply.regions)
            self._show_passage(self._card.isVisibleTo(self) or not reply.regions)

    def _on_regions_failed(self, error: DesktopRagError) -> None:
        # The page is right even when the boxes on it are not known.
        self._show_passage(True)
        self._notice.say(f"{error.message} {error.remedy}".strip())

    def _show_text(self, opened: SourceOpened) -> None:
        kind = opened.view if opened.view in _TEXT_VIEWS else "text"
        source = TextSource(opened.path, self._hash(), kind, opened.chars, opened.language)
        self._stack.setCurrentWidget(self._text)
        self._text.show_source(source, None if opened.state == "changed" else self._focus)

    def _hash(self) -> str:
        """The content whose positions count: what was cited, or what is there now if it changed."""
        changed = self._opened is not None and self._opened.state == "changed"
        return "" if changed or self._cited is None else self._cited.content_hash

    def _look_for_passage(self) -> None:
        assert self._cited is not None
        assert self._opened is not None
        if self._cited.passage.strip() and self._stack_for(self._opened) is not None:
            message = FindInSource(self._opened.path, self._cited.passage, "", 1)
            self._ask("passage", message, self._on_passage_found, self._on_passage_unknown)

    def _on_passage_found(self, reply: Message) -> None:
        if not isinstance(reply, FoundInSource):
            return
        if not reply.ranges:
            self._add_to_notice(self.tr("The passage is no longer in it as it was cited."))
            return
        self._add_to_notice(self.tr("The passage is still in it."))
        self._focus = reply.ranges[0]
        if self._stack.currentWidget() is self._pages:
            self._pages.mark_cited(reply.regions)
        else:
            self._text.mark_passage(self._focus)

    def _on_passage_unknown(self, error: DesktopRagError) -> None:
        self._add_to_notice(error.message)

    def _add_to_notice(self, words: str) -> None:
        self._notice.say(f"{self._notice.text} {words}".strip())

    def _on_text_failed(self, words: str) -> None:
        self._notice.say(words)
        self._show_passage(True)

    def _mark_found(self, finding: Finding) -> None:
        if self._stack.currentWidget() is self._pages:
            self._pages.mark_found(finding.regions, finding.current_regions)
        elif self._stack.currentWidget() is self._text:
            self._text.mark_found(finding.ranges, finding.current)

    def _focus_source(self) -> None:
        shown = self._pages if self._stack.currentWidget() is self._pages else self._text
        shown.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- looks --------------------------------------------------------------------------------

    def _name(self, path: str) -> None:
        assert self._cited is not None
        spot = where(self._cited.place)
        self._bar.name(file_name(path) + (f" · {spot}" if spot else ""), path)

    def _name_page(self, regions: tuple[Region, ...]) -> None:
        """Say the page where the marks lie; a long passage begins pages before."""
        if self._cited is not None and self._opened is not None and regions:
            first, last = regions[0].page, regions[-1].page
            place = replace(self._cited.place, page=first, last_page=last)
            self._cited = replace(self._cited, place=place)
            self._name(self._opened.path)

    def _state_words(self, state: str) -> str:
        return {
            "changed": self.tr("This file was changed since it was cited."),
            "moved": self.tr("This file was moved since it was cited."),
            "missing": self.tr("This file is no longer where it was."),
            "not_indexed": self.tr("This file is not in the library any more."),
        }.get(state, "")

    def _show_passage(self, shown: bool, *, alone: bool = False) -> None:
        shown = shown and bool(self._card.passage)
        self._card.setVisible(shown)
        self._card.stand_alone(alone)
        self._bar.tell_passage(shown)
        if alone:
            self._show_words("" if shown else self.tr("There is nothing to show of this source."))
        self._stack.setVisible(not (alone and shown))

    def _show_words(self, words: str) -> None:
        self._empty.setText(words)
        self._stack.setCurrentWidget(self._empty)
        self._stack.show()

    def _on_passage_toggled(self, shown: bool) -> None:
        self._show_passage(shown, alone=self._stack.currentWidget() is self._empty)

    def _lay_out(self) -> None:
        for page in (self._empty, self._pages, self._text):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._bar, self._notice, self._find, self._card):
            column.addWidget(widget)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        bar = self._bar
        bar.next_requested.connect(self.next_requested)
        bar.previous_requested.connect(self.previous_requested)
        bar.page_wanted.connect(self._pages.go_to_page)
        bar.zoom_in.connect(self._pages.zoom_in)
        bar.zoom_out.connect(self._pages.zoom_out)
        bar.fit_width.connect(self._pages.fit_width)
        bar.find_wanted.connect(self.open_find)
        bar.copy_wanted.connect(self.copy_passage)
        bar.outside_wanted.connect(self.open_outside)
        bar.folder_wanted.connect(self.show_folder)
        bar.passage_toggled.connect(self._on_passage_toggled)
        self._search.changed.connect(self._mark_found)
        self._search.closed.connect(self._focus_source)
        self._pages.page_changed.connect(bar.tell_page)
        self._text.failed.connect(self._on_text_failed)
        self._look_again_soon.timeout.connect(self._look_again)
        self._link.connected.connect(self._look_again)
        self._link.library_changed.connect(self._on_library_changed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Find, step through hits and sources by keyboard."""
        key, held = event.key(), event.modifiers()
        if key == Qt.Key.Key_F and held & Qt.KeyboardModifier.ControlModifier:
            self.open_find()
        elif key == Qt.Key.Key_F3:
            self._search.step(-1 if held & Qt.KeyboardModifier.ShiftModifier else 1)
        elif key == Qt.Key.Key_Down and held & Qt.KeyboardModifier.AltModifier:
            self.next_requested.emit()
        elif key == Qt.Key.Key_Up and held & Qt.KeyboardModifier.AltModifier:
            self.previous_requested.emit()
        else:
            super().keyPressEvent(event)

    # --- the engine and the system ------------------------------------------------------------

    def _ask(
        self,
        what: str,
        message: Message,
        on_done: Callable[[Message], None],
        on_failed: Callable[[DesktopRagError], None],
    ) -> None:
        """Send a request that replaces the one about the same thing."""
        if what in self._requests:
            self._link.drop(self._requests[what])
        self._requests[what] = self._link.request(message, on_done, on_failed, owner=self)

    def _drop_all(self) -> None:
        for request in self._requests.values():
            self._link.drop(request)
        self._requests.clear()

    def _path(self) -> Path | None:
        if self._opened is not None and self._opened.path:
            return Path(self._opened.path)
        return Path(self._cited.path) if self._cited is not None else None
