"""The right pane: sources and scores above, the source itself below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.place import Place
from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.state.ask_session import ThreadTurn
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.views.score_breakdown import ScoreBreakdown
from desktop_rag.gui.views.sources_panel import SourcesPanel

if TYPE_CHECKING:
    from desktop_rag.gui.viewer.source_viewer import SourceViewer


class EvidencePane(QWidget):
    """Where answers come from. The viewer is built when the first source is opened. Holds which
    hits can be stepped through."""

    step_wanted = Signal(object)
    """`Hit` before or after the one shown."""

    def __init__(self, link: EngineLink, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rightPane")
        self._link = link
        self._viewer: SourceViewer | None = None
        self._hits: tuple[Hit, ...] = ()
        self._at = 0
        self.sources = SourcesPanel(theme)
        self.scores = ScoreBreakdown(theme)
        self._tabs = QTabWidget()
        self._tabs.setObjectName("evidenceTabs")
        self._tabs.setAccessibleName(self.tr("Sources and scores"))
        self._tabs.tabBar().setAccessibleName(self.tr("Sources and scores"))
        self._tabs.setDocumentMode(True)
        self._tabs.setUsesScrollButtons(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self._tabs.tabBar().setDrawBase(False)
        self._tabs.addTab(self.sources, self.tr("Sources"))
        self._tabs.addTab(self.scores, self.tr("How was this found?"))
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)

    @property
    def shown(self) -> Hit | None:
        """The hit in the viewer."""
        return self._hits[self._at] if self._hits else None

    def viewer(self) -> SourceViewer:
        """The source viewer, built if it is not there yet."""
        if self._viewer is None:
            from desktop_rag.gui.viewer.source_viewer import SourceViewer

            self._viewer = SourceViewer(self._link)
            self._viewer.setObjectName("sourceViewer")
            self._viewer.next_requested.connect(lambda: self._step(1))
            self._viewer.previous_requested.connect(lambda: self._step(-1))
            self._viewer.hide()
            self.splitter.addWidget(self._viewer)
            self.splitter.setStretchFactor(0, 2)
            self.splitter.setStretchFactor(1, 3)
        return self._viewer

    def show_turn(self, turn: ThreadTurn) -> None:
        """List the sources of a turn, and its record once it is there."""
        sources = turn.answer.sources if turn.answer else ()
        answered = turn.answer is not None and turn.answer.outcome == "answered"
        self.sources.show_sources(sources, finished=answered and not turn.live)
        if turn.answer is not None and not turn.live:
            self.scores.show_answer(turn.answer, turn.steps)

    def show_mode(self, *, searching: bool) -> None:
        """A search has no numbered sources, only its record."""
        self._tabs.setTabVisible(self._tabs.indexOf(self.sources), not searching)
        self._tabs.setCurrentWidget(self.scores if searching else self.sources)

    def show_sources_tab(self) -> None:
        """Bring the sources to the front."""
        self._tabs.setCurrentWidget(self.sources)

    def show_scores_tab(self) -> None:
        """Bring “How was this found?” to the front."""
        self._tabs.setCurrentWidget(self.scores)
        self.scores.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_hit(self, hit: Hit, among: Sequence[Hit]) -> None:
        """Show a passage in its file; one can step to those before and after it in `among`."""
        viewer = self._shown_viewer()
        self._hits, self._at = (hit,), 0
        self.step_among(among)
        place = hit.chunk.place
        start = place.chars[0]
        focus = (start + hit.focus[0], start + hit.focus[1]) if hit.focus else None
        viewer.show_source(hit.file.path, hit.file.content_hash, place, focus, hit.chunk.text)

    def step_among(self, hits: Sequence[Hit]) -> None:
        """The passage shown stands among these hits now; alone where it is none of them."""
        shown = self.shown
        if shown is None:
            return
        ids = [hit.chunk.id for hit in hits]
        among = shown.chunk.id in ids
        self._hits = tuple(hits) if among else (shown,)
        self._at = ids.index(shown.chunk.id) if among else 0
        last = len(self._hits) - 1
        self.viewer().allow_steps(previous=self._at > 0, following=self._at < last)

    def open_file(self, entry: FileEntry) -> None:
        """Show a file from its start."""
        viewer = self._shown_viewer()
        self._hits = ()
        viewer.allow_steps(previous=False, following=False)
        viewer.show_source(entry.path, entry.content_hash, Place((0, 0)), None, "")

    def close_viewer(self) -> None:
        """Put the source away."""
        self._hits = ()
        if self._viewer is not None:
            self._viewer.clear()
            self._viewer.hide()
        self.sources.mark_current(0)

    def find_in_source(self) -> None:
        """Open the search in the source shown."""
        if self._viewer is not None and self._viewer.isVisible():
            self._viewer.open_find()

    def _step(self, by: int) -> None:
        at = self._at + by
        if 0 <= at < len(self._hits):
            self.step_wanted.emit(self._hits[at])

    def _shown_viewer(self) -> SourceViewer:
        viewer = self.viewer()
        if viewer.isHidden():
            viewer.show()
            whole = max(self.splitter.height(), 2)
            self.splitter.setSizes([whole * 2 // 5, whole * 3 // 5])
        return viewer
