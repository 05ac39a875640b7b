"""Keeping the search on screen true while the library and the models change."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.search_session import SearchSession
from desktop_rag.messages.models import ModelStateChanged

_SOON_S = 0.1
_PAUSE_FOR_SEARCHING = 3  # times what the last search took: repeating must not become the work


class SearchRefresh(QObject):
    """Repeats the search when its result may be old: files came or went, the embedder is loaded or
    is another one, the engine is new.

    Files come in great numbers: for them it waits until `calm_s` after the last search. It repeats
    only while `seen` says that somebody looks; who knows that this may have changed calls `look`.
    """

    def __init__(
        self,
        link: EngineLink,
        session: SearchSession,
        seen: Callable[[], bool],
        parent: QObject | None = None,
        *,
        calm_s: float = 2.0,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._seen = seen
        self.calm_s = calm_s
        self._old = self._urgent = False
        self._begun = self._calm_until = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._repeat)
        link.connected.connect(self._on_connected)
        link.library_changed.connect(self.note)
        link.model_changed.connect(self._on_model)
        session.started.connect(self._on_started)
        session.ended.connect(self._on_ended)

    def note(self) -> None:
        """The result may be old. A search that failed is left alone: it would fail again."""
        if self._session.settled or self._session.busy:
            self._old = True
            self.look()

    def look(self) -> None:
        """Repeat the search soon if that is due and somebody looks."""
        if self._old and not self._timer.isActive() and self._seen():
            calm_s = 0.0 if self._urgent else self._calm_until - time.monotonic()
            wait_s = max(_SOON_S, calm_s)
            self._timer.start(round(wait_s * 1000))

    def _repeat(self) -> None:
        if self._old and self._seen():
            self._session.again()

    def _on_connected(self) -> None:
        if not self._session.busy:  # a search on its way goes to the new engine by itself
            self._old = True
            self._hurry()

    def _on_model(self, event: ModelStateChanged) -> None:
        if event.role == "embed":
            self.note()
            self._hurry()

    def _hurry(self) -> None:
        self._urgent = self._old
        self._timer.stop()
        self.look()

    def _on_started(self) -> None:
        self._old = self._urgent = False
        self._timer.stop()
        self._begun = time.monotonic()

    def _on_ended(self) -> None:
        now = time.monotonic()
        self._calm_until = now + max(self.calm_s, _PAUSE_FOR_SEARCHING * (now - self._begun))
        self.look()
