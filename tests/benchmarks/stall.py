"""How long the window ever stands still while files are indexed and an answer streams.

    python -m tests.benchmarks.stall [--files 1000] [--starts 5]

A real window (offscreen unless `QT_QPA_PLATFORM` says otherwise) over a real engine. A timer of
5 ms notes the gaps between its ticks: its longest gap is the longest stall of the event loop, the
time that other processes take from this one included. Then the window and a bare `QMainWindow` are
started as processes by turns and the times until they are shown are compared.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from desktop_rag.domain.query import Filters
from desktop_rag.gui.app import install_language
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.state.window_state import WindowState, window_state
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.window import MainWindow
from desktop_rag.link.attach import attach
from tests.end_to_end.driving import stop_engine

_TICK_MS = 5
_MOST_S = 900
_SHOWN = """
def shown(*_):
    print(flush=True)
    QTimer.singleShot(0, QApplication.quit)
"""
_BARE = f"""
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
{_SHOWN}
application = QApplication([])
window = QMainWindow()
window.show()
QTimer.singleShot(0, shown)
application.exec()
"""
_WHOLE = f"""
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from desktop_rag.gui import app
{_SHOWN}
app._begin = shown  # as soon as the event loop runs
app.run(Path(sys.argv[1]))
"""
_FURNISHED = _WHOLE.replace(
    "app._begin = shown",
    """
from desktop_rag.gui.state.engine_link import EngineLink
EngineLink.open = lambda self: None  # no engine is started
begin = app._begin
def furnished(*parts):
    begin(*parts)
    QTimer.singleShot(0, shown)
app._begin = furnished""",
)


class StallClock:
    """Notes the gaps between the ticks of the event loop, and how much of each this thread
    worked: the rest went to other threads and processes. All times in seconds."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.worked: list[float] = []
        self._last, self._last_work = time.perf_counter(), time.thread_time()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin to measure."""
        self._last, self._last_work = time.perf_counter(), time.thread_time()
        self._timer.start()

    def _tick(self) -> None:
        now, work = time.perf_counter(), time.thread_time()
        self.gaps.append(now - self._last)
        self.worked.append(work - self._last_work)
        self._last, self._last_work = now, work

    def longest_ms(self) -> float:
        """The longest gap, less the tick itself."""
        return max(self.gaps) * 1000 - _TICK_MS

    def over(self, milliseconds: float) -> int:
        """How many gaps were longer."""
        return sum(gap * 1000 - _TICK_MS > milliseconds for gap in self.gaps)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--starts", type=int, default=5)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stall-") as name:
        folder = Path(name)
        os.environ["DESKTOP_RAG_HOME"] = str(folder / "home")
        _measure_stalls(folder, wishes.files)
        measure_starts(folder, wishes.starts)
    return 0


def _measure_stalls(folder: Path, files: int) -> None:
    library, documents = folder / "library", folder / "documents"
    documents.mkdir()
    _write_files(documents, files)
    application = QApplication(sys.argv[:1])
    install_language(application, "en")
    link = EngineLink(lambda: attach(library, role="gui"))
    state = window_state(link)
    window = MainWindow(Theme(application), KeptWindow(folder / "window.ini"))
    window.furnish(state)
    window.show()
    link.open()
    try:
        _until(lambda: state.library.status is not None)
        clock = StallClock()
        clock.start()
        began = time.perf_counter()
        state.library.add([str(documents)])
        _until(lambda: state.library.files.get("indexed", 0) >= min(files, 8))
        turns = _ask_until_indexed(state, files)
        took = time.perf_counter() - began
        print(f"longest stall of the event loop: {clock.longest_ms():.1f} ms")
        print(f"longest work of the window's own thread in one: {max(clock.worked) * 1000:.1f} ms")
        print(f"stalls over 50 ms: {clock.over(50)}, over 20 ms: {clock.over(20)}")
        print(f"ticks: {len(clock.gaps)}, median {statistics.median(clock.gaps) * 1000:.1f} ms")
        print(f"{files} files in {took:.1f} s: {files / took:.1f} files/s, {turns} answers")
    finally:
        window.close()
        stop_engine(library)


def _ask_until_indexed(state: WindowState, files: int) -> int:
    """Ask after each third of the files, since indexing gives way to an answer; gives how often."""
    asked = 0
    while state.library.files.get("indexed", 0) < files:
        state.ask.ask(f"What does part {asked} weigh, and what is it for?", Filters(), "generated")
        asked += 1
        _until(lambda: not state.ask.busy)
        _until(partial(_indexed_at_least, state, files * min(asked, 3) // 3))
    return asked


def _indexed_at_least(state: WindowState, count: int) -> bool:
    return state.library.files.get("indexed", 0) >= count


def _until(true: Callable[[], bool]) -> None:
    """Let the real event loop run until something is true."""
    loop, look = QEventLoop(), QTimer()
    end = time.monotonic() + _MOST_S
    look.timeout.connect(lambda: loop.quit() if true() or time.monotonic() > end else None)
    look.start(20)
    loop.exec()
    if not true():
        raise SystemExit(f"nothing happened for {_MOST_S} s")


def _write_files(folder: Path, count: int) -> None:
    for number in range(count):
        text = f"Part {number} has the serial number SN-{number:05}. It weighs {number} grams.\n"
        (folder / f"part{number:04}.txt").write_text(text * 8)


def measure_starts(folder: Path, times: int) -> None:
    """Start a bare window, this one, and this one with its panes by turns; print the medians."""
    kinds = {"a bare QMainWindow": _BARE, "this window": _WHOLE, "with its panes": _FURNISHED}
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(times):
        for name, code in kinds.items():
            taken[name].append(_seconds(code, str(folder / "library")))
    bare = statistics.median(taken["a bare QMainWindow"])
    for name, seconds in taken.items():
        middle = statistics.median(seconds)
        print(f"{name} on screen after {middle * 1000:.0f} ms: {middle / bare:.2f} times the bare")


def _seconds(code: str, *arguments: str) -> float:
    """From the start of a process until its window is shown and its event loop runs."""
    command = [sys.executable, "-c", code, *arguments]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()
        took = time.perf_counter() - began
    if process.returncode:
        raise SystemExit(f"a window did not start: exit status {process.returncode}")
    return took


if __name__ == "__main__":
    sys.exit(main())
