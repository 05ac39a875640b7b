"""Results while one types, with a preview of the one selected."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
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

    def __init__(self, session: SearchSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        current = self._list.currentIndex()
        chosen = self._model.hit(current.row()).chunk.id if current.isValid() else -1
        self._model.show(result)
        self.select(chosen)
        self._line.setText(self._words(result, final))

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
        self._line.setText(f"⚠ {error.message} {error.remedy}".strip())

    def _on_cleared(self) -> None:
        self._model.show(None)
        self._line.setText(
            self.tr("Results appear while you type. “Quotes” find a phrase, -word leaves one out.")
        )

    def _on_current(self, index: QModelIndex) -> None:
        if index.isValid():
            self.hit_selected.emit(self._model.hit(index.row()))

    def _on_activated(self, index: QModelIndex) -> None:
        self.hit_opened.emit(self._model.hit(index.row()))
