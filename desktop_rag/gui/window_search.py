"""Searching in the window: what is looked for, and what of a hit is shown beside the list."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from desktop_rag.domain.hit import Hit, SearchResult
from desktop_rag.gui.state.citing import citation_data
from desktop_rag.gui.state.search_refresh import SearchRefresh
from desktop_rag.gui.state.window_state import WindowState
from desktop_rag.gui.views.centre_pane import SEARCH, CentrePane
from desktop_rag.gui.views.evidence_pane import EvidencePane


class SearchFlow(QObject):
    """Brings words and filters to the search, and hits and their record beside it."""

    def __init__(
        self, state: WindowState, centre: CentrePane, evidence: EvidencePane, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._ask, self._session = state.ask, state.search
        self._centre = centre
        self._evidence = evidence
        self._previewed: Hit | None = None
        self._refresh = SearchRefresh(state.link, state.search, self._is_seen, self)
        self._connect()

    def search(self, text: str) -> None:
        """Search at once and go to the results."""
        self._session.want(text, self._centre.filter_bar.filters)
        self._session.search_now()
        self._centre.search_view.focus_results()

    def _connect(self) -> None:
        centre, session = self._centre, self._session
        centre.question.text_changed.connect(self._want)
        centre.filter_bar.changed.connect(self._want)
        centre.mode_changed.connect(self._on_mode)
        centre.search_view.hit_selected.connect(self._preview)
        centre.search_view.hit_opened.connect(self._preview)
        centre.search_view.copy_wanted.connect(_copy)
        centre.search_view.came_in_sight.connect(self._refresh.look)
        session.found.connect(self._on_found)
        session.failed.connect(self._on_failed)
        session.cleared.connect(self._show_record)
        self._ask.turn_ended.connect(self._refresh.look)
        self._ask.conversation_shown.connect(self._refresh.look)

    def _is_seen(self) -> bool:
        """True while somebody can see the results and no answer is being written."""
        return self._centre.search_view.in_sight and not self._ask.busy

    def _want(self) -> None:
        if self._centre.searching:
            self._session.want(self._centre.question.text(), self._centre.filter_bar.filters)

    def _on_mode(self, mode: int) -> None:
        self._evidence.show_mode(searching=mode == SEARCH)
        if mode == SEARCH:
            self._want()
            self._show_record()
        elif self._ask.turns:
            self._evidence.show_turn(self._ask.turns[-1])

    def _on_found(self, result: SearchResult, final: bool) -> None:
        if self._is_previewing():
            self._evidence.step_among(result.hits)
            self._previewed = self._evidence.shown
        if final:
            self._show_record()

    def _on_failed(self) -> None:
        if self._is_previewing():
            self._evidence.close_viewer()
        self._show_record()

    def _is_previewing(self) -> bool:
        """True while the viewer shows what was chosen in the list, not a source of an answer."""
        return self._previewed is not None and self._evidence.shown is self._previewed

    def _show_record(self) -> None:
        """How the hits on screen were found; nothing while they are those of the words before."""
        if not self._centre.searching:
            return
        result = self._session.result
        if result is not None and self._session.settled:
            self._evidence.scores.show_result(result)
        else:
            self._evidence.scores.clear()

    def _preview(self, hit: Hit) -> None:
        result = self._session.result
        hits = result.hits if result else ()
        self._evidence.open_hit(hit, hits)
        self._previewed = self._evidence.shown


def _copy(hit: Hit) -> None:
    QGuiApplication.clipboard().setMimeData(citation_data(hit))
