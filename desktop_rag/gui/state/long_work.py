"""Notices when indexing that took long has ended."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from desktop_rag.gui.state.library import LibraryState

LONG_S = 60.0


class LongWork(QObject):
    """Watches the queue of the library. `now`: monotonic seconds; tests give their own."""

    ended = Signal(int)
    """Work of a minute or more is done; how many files are searchable."""

    def __init__(
        self,
        library: LibraryState,
        parent: QObject | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._now = now
        self._began: float | None = None
        library.changed.connect(self._look)

    def _look(self) -> None:
        queue = self._library.queue
        if queue.waiting + queue.running:
            self._began = self._now() if self._began is None else self._began
            return
        began, self._began = self._began, None
        if began is not None and self._now() - began >= LONG_S:
            files = self._library.files
            self.ended.emit(files.get("indexed", 0) + files.get("partial", 0))
