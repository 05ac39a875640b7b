"""One scene of the window's benchmark in a process of its own: `python -m … NAME ARGUMENT…`.

Prints one JSON object. `longest_ms` is the longest time between two moments at which the event loop
was free, `work_ms` the most that the window's own thread worked between two (the rest went to other
threads and processes); `frames` counts how often the view was painted in a second.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from desktop_rag.gui.app import install_language
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.state.window_state import WindowState, window_state
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.window import MainWindow

_STEP_MS = 16
_STEPS = 240
_MOST_S = 120.0
_CITED_PAGE = 2500
_FILES = 100_000
_TURNS = 500


class Paints(QObject):
    """Counts the paint events of a view and notes the gaps of the event loop."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__()
        self.count = 0
        self.gaps: list[float] = []
        self.worked: list[float] = []
        self._last, self._last_work = time.perf_counter(), time.thread_time()
        area.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.count += 1
        return False

    def tick(self) -> None:
        """The event loop is free."""
        now, work = time.perf_counter(), time.thread_time()
        self.gaps.append(now - self._last)
        self.worked.append(work - self._last_work)
        self._last, self._last_work = now, work


def scroll(area: QAbstractScrollArea, step: int) -> dict[str, float]:
    """Move the view's bar on, a step each 16 ms, and tell how it kept up."""
    paints, bar, loop = Paints(area), area.verticalScrollBar(), QEventLoop()
    timer, left = QTimer(), [_STEPS]
    timer.setTimerType(Qt.TimerType.PreciseTimer)

    def move() -> None:
        paints.tick()
        left[0] -= 1
        bar.setValue(bar.value() + step)
        if left[0] <= 0:
            loop.quit()

    timer.timeout.connect(move)
    began = time.perf_counter()
    timer.start(_STEP_MS)
    loop.exec()
    took = time.perf_counter() - began
    longest = max(paints.gaps[1:]) * 1000 - _STEP_MS
    work = max(paints.worked[1:]) * 1000
    return {"frames": paints.count / took, "longest_ms": max(longest, 0.0), "work_ms": work}


def until(true: Callable[[], bool]) -> float:
    """Let the real event loop run until something is true; the seconds it took."""
    loop, look = QEventLoop(), QTimer()
    began = time.perf_counter()
    look.timeout.connect(
        lambda: loop.quit() if true() or time.perf_counter() - began > _MOST_S else None
    )
    look.start(2)
    loop.exec()
    if not true():
        raise SystemExit(f"nothing happened for {_MOST_S} s")
    return time.perf_counter() - began


def pages(library: str, file: str) -> dict[str, float]:
    """A document of thousands of pages, over a real engine: opened at a page and scrolled."""
    from desktop_rag.domain.place import Place
    from desktop_rag.gui.viewer.page_view import PageView
    from desktop_rag.link.attach import attach

    window, state = _window(EngineLink(lambda: attach(Path(library), role="gui")))
    until(lambda: state.library.status is not None)
    viewer = window.contents.panes.evidence._shown_viewer()
    place = Place((0, 0), page=_CITED_PAGE)
    viewer.show_source(file, "", Place((0, 0), page=1), None, "")
    view = viewer.findChild(PageView)
    assert view is not None
    until(lambda: view.picture_of_reading() is not None)  # the reader's process is there
    viewer.clear()
    viewer.show_source(file, "", place, None, "")
    opened = until(lambda: view.page == _CITED_PAGE and view.picture_of_reading() is not None)
    moved = scroll(view, 40)
    window.close()
    return {"opened_ms": opened * 1000, "rss_mb": _rss(), **moved}


def ledger() -> dict[str, float]:
    """A list of 100 000 files, scrolled from its start to its end."""
    from PySide6.QtWidgets import QTableView

    from desktop_rag.domain.source import FileEntry
    from tests.fakes.scripted_gui_engine import furnished

    files = [
        FileEntry(f"/home/ana/Work/{n // 100:04}/report {n:06}.pdf", "/home/ana/Work", "indexed")
        for n in range(_FILES)
    ]
    window, state = _window(EngineLink(furnished(files=files).attach))
    until(lambda: state.library.known)
    window.contents.flow.show_ledger()
    table = window.findChild(QTableView, "ledgerTable")
    assert table is not None
    until(lambda: table.model().rowCount() > 0)
    moved = scroll(table, 8)
    while table.model().canFetchMore(table.rootIndex()) and table.model().rowCount() < 20_000:
        rows = table.model().rowCount()
        table.model().fetchMore(table.rootIndex())
        until(lambda n=rows: table.model().rowCount() > n)  # type: ignore[misc]
    deep = scroll(table, 40)
    window.close()
    return {**moved, "deep_frames": deep["frames"], "deep_longest_ms": deep["longest_ms"]}


def talk() -> dict[str, float]:
    """A conversation of 500 turns: opened, all of it shown, and scrolled."""
    from desktop_rag.messages.ask import Conversation, ConversationTurn
    from tests.fakes.scripted_gui_engine import ANSWER, finished_answer, furnished

    engine = furnished()
    turns = tuple(
        ConversationTurn(n, 1.7e9, f"Question {n}?", finished_answer("Q", ANSWER, engine.hits))
        for n in range(1, _TURNS + 1)
    )
    engine.conversations[1] = Conversation(1, "Long", turns)
    window, state = _window(EngineLink(engine.attach))
    until(lambda: state.library.known)
    state.ask.open(1)
    opened = until(lambda: len(state.ask.turns) == _TURNS)
    view = window.contents.panes.centre.ask_view
    first = scroll(view._text, -20)
    slowest = 0.0
    while view._first > 0:
        began = time.perf_counter()
        view._show_earlier()
        QApplication.processEvents()
        slowest = max(slowest, time.perf_counter() - began)
    whole = scroll(view._text, -60)
    window.close()
    return {
        "opened_ms": opened * 1000,
        **first,
        "earlier_ms": slowest * 1000,
        "whole_frames": whole["frames"],
        "whole_longest_ms": whole["longest_ms"],
    }


def _window(link: EngineLink) -> tuple[MainWindow, WindowState]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    state = window_state(link)
    window = MainWindow(Theme(application), KeptWindow(Path("/nowhere/window.ini")))
    window.furnish(state)
    window.resize(1400, 900)
    window.show()
    link.open()
    return window, state


def _rss() -> float:
    return float(psutil.Process().memory_info().rss) / 1_000_000


if __name__ == "__main__":
    app = QApplication(sys.argv[:1])
    install_language(app, "en")
    scene = {"pages": pages, "ledger": ledger, "talk": talk}[sys.argv[1]]
    print(json.dumps(scene(*sys.argv[2:])), flush=True)
