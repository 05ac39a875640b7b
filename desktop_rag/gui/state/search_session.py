"""Searching while the person types: the newest words win, older searches are dropped."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.query import Filters
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.messages import Message
from desktop_rag.messages.search import HitsFound, Search

_DEBOUNCE_MS = 60
_KEEP = 20


class SearchSession(QObject):
    """The search on screen. `found` comes twice: keyword hits first, then the fused order."""

    started = Signal()
    found = Signal(object, bool)
    """`SearchResult`, and whether it is the final one."""
    failed = Signal(object)
    """`DesktopRagError`."""
    cleared = Signal()
    """There are no words to search for."""

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._request = 0
        self._wanted: tuple[str, Filters] = ("", Filters())
        self.result: SearchResult | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MS)
        self._timer.timeout.connect(self._search)

    def want(self, text: str, filters: Filters) -> None:
        """Search for `text` in a moment, unless something else is wanted by then."""
        wanted = (text.strip(), filters)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self._link.drop(self._request)
        if wanted[0]:
            self._timer.start()
        else:
            self._timer.stop()
            self.result = None
            self.cleared.emit()

    def search_now(self) -> None:
        """Do not wait for more typing."""
        if self._timer.isActive():
            self._timer.stop()
            self._search()

    def again(self) -> None:
        """Search once more for the same words (the library changed, or the engine is new)."""
        if self._wanted[0]:
            self._link.drop(self._request)
            self._timer.start()

    def _search(self) -> None:
        text, filters = self._wanted
        self.started.emit()
        message = Search(text, keep=_KEEP, filters=filters, partial=True)
        self._request = self._link.request(message, self._on_done, self._on_failed, self._on_event)

    def _on_event(self, event: Message) -> None:
        if isinstance(event, HitsFound):
            self._take(event)

    def _on_done(self, reply: Message) -> None:
        assert isinstance(reply, HitsFound)
        self._take(reply)

    def _take(self, hits: HitsFound) -> None:
        self.result = hits.result
        self.found.emit(hits.result, hits.final)

    def _on_failed(self, error: DesktopRagError) -> None:
        self.failed.emit(error)
