"""Searching while the person types: the newest words win, older searches are dropped."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.query import Filters
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.messages import Message
from desktop_rag.messages.search import HitsFound, Search

_DEBOUNCE_MS = 60
_KEEP = 20
_LOG = logging.getLogger(__name__)


class SearchSession(QObject):
    """The search on screen. `found` comes twice: keyword hits first, then the fused order.

    A search for words whose result is there already is quiet: the old result stays until the new
    one is complete, and stays for good when there is none.
    """

    started = Signal()
    ended = Signal()
    """The engine is done with a search, whatever came of it."""
    found = Signal(object, bool)
    """`SearchResult`, and whether it is the final one."""
    failed = Signal(object)
    """`DesktopRagError`; nothing is found now."""
    cleared = Signal()
    """There are no words to search for."""

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._request = 0
        self._quiet = False
        self._wanted: tuple[str, Filters] = ("", Filters())
        self.result: SearchResult | None = None
        """What is shown; of the words before until there is something for those wanted now."""
        self.settled = False
        """True while `result` is the final one for the words wanted now."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MS)
        self._timer.timeout.connect(self._search)

    @property
    def busy(self) -> bool:
        """True while a search is on its way, or about to be."""
        return self._timer.isActive() or self._request != 0

    def want(self, text: str, filters: Filters) -> None:
        """Search for `text` in a moment, unless something else is wanted by then."""
        wanted = (text.strip(), filters)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self.settled = False
        self._link.drop(self._request)
        self._request = 0
        if wanted[0]:
            self._timer.start()
        else:
            self._timer.stop()
            self.result = None
            self.cleared.emit()

    def search_now(self) -> None:
        """Do not wait for more typing; where the search failed, try once more."""
        if self._wanted[0] and not self.settled and self._request == 0:
            self._timer.stop()
            self._search()

    def again(self) -> None:
        """Search once more for the same words, unless a search is on its way."""
        if self._wanted[0] and not self.busy:
            self._search()

    def _search(self) -> None:
        text, filters = self._wanted
        self._quiet = self.settled
        self.started.emit()
        message = Search(text, keep=_KEEP, filters=filters, partial=True)
        self._request = self._link.request(message, self._on_done, self._on_failed, self._on_event)

    def _on_event(self, event: Message) -> None:
        if isinstance(event, HitsFound) and not self._quiet:
            self._take(event)

    def _on_done(self, reply: Message) -> None:
        assert isinstance(reply, HitsFound)
        self._request = 0
        if not (self._quiet and self._is_worse(reply.result)):
            self._take(reply)
        self.ended.emit()

    def _take(self, hits: HitsFound) -> None:
        self.result, self.settled = hits.result, hits.final
        self.found.emit(hits.result, hits.final)

    def _is_worse(self, result: SearchResult) -> bool:
        """Hits are not taken away because the engine could not look for them this time."""
        return result.outcome == "failed" and self.result is not None and bool(self.result.hits)

    def _on_failed(self, error: DesktopRagError) -> None:
        self._request = 0
        if self._quiet:
            _LOG.debug("what is shown stays: %s", error.message)
        else:
            self.result = None
            self.failed.emit(error)
        self.ended.emit()
