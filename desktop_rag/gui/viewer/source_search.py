"""Searching the source that is shown: asks the engine, keeps the hits, says how many."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.viewer.find_bar import FindBar
from desktop_rag.gui.viewer.finding import MOST, Finding
from desktop_rag.messages import Message
from desktop_rag.messages.viewer import FindInSource, FoundInSource


class SourceSearch(QObject):
    """Stands behind a `FindBar`. Without a source it does nothing."""

    changed = Signal(object)
    """The `Finding` to mark now; an empty one takes the marks off."""
    closed = Signal()
    """The person put the bar away."""

    def __init__(self, link: EngineLink, bar: FindBar) -> None:
        super().__init__(bar)
        self._link = link
        self._bar = bar
        self._finding = Finding()
        self._source: tuple[str, str] | None = None
        self._position = 0
        self._request = 0
        bar.searched.connect(self._search)
        bar.next_requested.connect(lambda: self.step(1))
        bar.previous_requested.connect(lambda: self.step(-1))
        bar.closed.connect(self._close)

    def begin(self, path: str, content_hash: str, position: int) -> None:
        """Search this source from now on, first from `position` of its text."""
        self._source = (path, content_hash)
        self._position = position

    def open(self) -> None:
        """Show the bar."""
        if self._source is not None:
            self._bar.open()

    def step(self, by: int) -> None:
        """Look at another hit."""
        self._take(self._finding.step(by))

    def end(self) -> None:
        """Put the bar away and forget source, words and hits."""
        self._drop()
        self._source = None
        self._bar.hide()
        self._bar.reset()
        if self._finding.ranges:
            self._take(Finding(), "")

    def _close(self) -> None:
        source = self._source
        self.end()
        self._source = source
        self.closed.emit()

    def _search(self, words: str) -> None:
        self._drop()
        if self._source is None or not words.strip():
            self._take(Finding(), "")
            return
        path, content_hash = self._source
        message = FindInSource(path, words, content_hash, MOST)
        self._request = self._link.request(message, self._on_found, self._on_failed, owner=self)

    def _drop(self) -> None:
        if self._request:
            self._link.drop(self._request)
        self._request = 0

    def _on_found(self, reply: Message) -> None:
        if isinstance(reply, FoundInSource):
            self._take(Finding(reply.ranges, reply.regions).begin(self._position))

    def _on_failed(self, error: DesktopRagError) -> None:
        self._take(Finding(), error.message)

    def _take(self, finding: Finding, words: str | None = None) -> None:
        self._finding = finding
        self._bar.say(self._count_words() if words is None else words)
        self.changed.emit(finding)

    def _count_words(self) -> str:
        count = len(self._finding.ranges)
        if not count:
            return self.tr("not found")
        more = "+" if count >= MOST else ""
        return self.tr("{0} of {1}").format(self._finding.at + 1, f"{count}{more}")
