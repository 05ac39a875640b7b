"""Results while one types, with a preview of the one selected."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QListView, QMenu, QVBoxLayout, QWidget

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import Hit, SearchResult
from desktop_rag.gui.state import words
from desktop_rag.gui.state.hit_list import HitListModel
from desktop_rag.gui.state.search_session import SearchSession
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.hit_delegate import HitDelegate


class SearchView(QWidget):
    """A list of hits and a line that says how many there are, or why there are none."""

    hit_selected = Signal(object)
    """`Hit` to preview."""
    hit_opened = Signal(object)
    """`Hit` to go to."""
    ask_about = Signal(str)
    """Path of the file to ask about."""
    copy_wanted = Signal(object)
    """`Hit` to copy with its source."""
    came_in_sight = Signal()
    """The list is on screen again."""

    def __init__(self, session: SearchSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.in_sight = False
        """True while the list is on screen; not in a window made small or put away."""
        self._query = ""
        self._refilling = False
        self._model = HitListModel(self)
        self._line = label("", "small", wrap=True)
        self._line.setContentsMargins(
            tokens.SPACE_L, tokens.SPACE_S, tokens.SPACE_L, tokens.SPACE_XS
        )
        self._list = QListView()
        self._list.setObjectName("searchResults")
        self._list.setAccessibleName(self.tr("Search results"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(HitDelegate(theme, self._list))
        self._list.setUniformItemSizes(True)
        self._list.setDragEnabled(True)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.setMouseTracking(True)
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.selectionModel().currentChanged.connect(self._on_current)
        self._list.activated.connect(self._on_activated)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._line)
        column.addWidget(self._list, 1)
        session.found.connect(self._on_found)
        session.failed.connect(self._on_failed)
        session.cleared.connect(self._on_cleared)
        self._on_cleared()

    def showEvent(self, event: QShowEvent) -> None:
        """Say that somebody looks."""
        super().showEvent(event)
        self.in_sight = True
        self.came_in_sight.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks any more."""
        super().hideEvent(event)
        self.in_sight = False

    def focus_results(self) -> None:
        """Go from the box to the results."""
        if not self._list.currentIndex().isValid() and self._model.rowCount():
            self._list.setCurrentIndex(self._model.index(0))
        self._list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def menu_of(self, hit: Hit) -> QMenu:
        """What can be done with a hit."""
        menu = QMenu(self)
        menu.addAction(self.tr("Open the passage"), lambda: self.hit_opened.emit(hit))
        menu.addAction(self.tr("Ask about this file"), lambda: self.ask_about.emit(hit.file.path))
        menu.addAction(self.tr("Copy passage with its source"), lambda: self.copy_wanted.emit(hit))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        index = self._list.indexAt(at)
        if index.isValid():
            menu = self.menu_of(self._model.hit(index.row()))
            menu.exec(self._list.viewport().mapToGlobal(at))
            menu.deleteLater()

    def select(self, chunk: int) -> None:
        """Select the hit of a chunk."""
        row = self._model.row_of(chunk)
        if row >= 0:
            self._list.setCurrentIndex(self._model.index(row))

    def _on_found(self, result: SearchResult, final: bool) -> None:
        before = self._current()
        self._refilling = True
        self._refill(result, before)
        self._refilling = False
        self._line.setText(self._words(result, final))
        after = self._current()
        if before and after and _shown_of(before) != _shown_of(after):
            self.hit_selected.emit(after)

    def _refill(self, result: SearchResult, chosen: Hit | None) -> None:
        """Other hits, with the same one selected; for the same words also at the same place."""
        bar = self._list.verticalScrollBar()
        value, kept = bar.value(), self._kept_in_sight()
        same_words, self._query = result.query == self._query, result.query
        self._model.show(result)
        row = self._model.row_like(chosen) if chosen else -1
        if row >= 0:
            self._list.setCurrentIndex(self._model.index(row))
        if not same_words:
            return
        bar.setValue(value)
        row = self._model.row_like(kept[0]) if kept else -1
        if kept and row >= 0:
            bar.setValue(bar.value() + self._top_of(row) - kept[1])

    def _kept_in_sight(self) -> tuple[Hit, int] | None:
        """The hit that must not move under the person's eyes, and where it stands: the selected one
        if it is in sight, else the uppermost. None at the top of the list: what is best comes in
        there."""
        index = self._list.currentIndex()
        seen = self._list.viewport().rect()
        if not index.isValid() or not seen.intersects(self._list.visualRect(index)):
            index = self._list.indexAt(seen.topLeft())
            if not index.isValid() or not self._list.verticalScrollBar().value():
                return None
        return self._model.hit(index.row()), self._top_of(index.row())

    def _top_of(self, row: int) -> int:
        return self._list.visualRect(self._model.index(row)).top()

    def _current(self) -> Hit | None:
        index = self._list.currentIndex()
        return self._model.hit(index.row()) if index.isValid() else None

    def _words(self, result: SearchResult, final: bool) -> str:
        said = [self._outcome_words(result, final)]
        if result.hits and final and result.message:
            said.append(f"{result.message} {result.remedy}".strip())
        said += [f"⚠ {notice}" for notice in result.notices]
        return "\n".join(said)

    def _outcome_words(self, result: SearchResult, final: bool) -> str:
        count = len(result.hits)
        if result.outcome == "failed":
            return f"⚠ {result.message} {result.remedy}".strip()
        if count == 0 and final:
            return result.message or self.tr(
                "Nothing found. Try other words, or fewer of them, or take a filter away."
            )
        if not final:
            return self.tr("%Ln passage(s) by words; sorting by meaning…", "", count)
        took = words.took_words(result.took_ms)
        return self.tr("%Ln passage(s) in {took}", "", count).format(took=took)

    def _on_failed(self, error: DesktopRagError) -> None:
        self._empty()
        self._line.setText(f"⚠ {error.message} {error.remedy}".strip())

    def _empty(self) -> None:
        self._query = ""
        self._model.show(None)

    def _on_cleared(self) -> None:
        self._empty()
        self._line.setText(
            self.tr("Results appear while you type. “Quotes” find a phrase, -word leaves one out.")
        )

    def _on_current(self, index: QModelIndex) -> None:
        if index.isValid() and not self._refilling:
            self.hit_selected.emit(self._model.hit(index.row()))

    def _on_activated(self, index: QModelIndex) -> None:
        self.hit_opened.emit(self._model.hit(index.row()))


def _shown_of(hit: Hit) -> tuple[object, ...]:
    """What the source viewer shows of a hit."""
    return hit.chunk.id, hit.focus, hit.file.content_hash
