"""The window's process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from desktop_rag import __version__
from desktop_rag.domain.errors import InternalError
from desktop_rag.gui.state.handing_over import hand_over
from desktop_rag.gui.state.kept_window import KeptWindow, read_wishes
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.window import MainWindow
from desktop_rag.host.paths import AppPaths, app_paths
from desktop_rag.host.resources import resource

if TYPE_CHECKING:
    from desktop_rag.gui.state.engine_line import Attach
    from desktop_rag.gui.state.engine_words import EngineWords
    from desktop_rag.link.client import Client


def run(library: Path, paths: Sequence[str] = (), *, hidden: bool = False) -> int:
    """Show the window on `library` and stay until it is closed; returns the exit status.

    The window is on screen before its panes are made, and those before an engine answers. A window
    that is open on this library already comes to the front and takes `paths`; this process then
    ends. `paths`: files to add and to ask about. `hidden`: begin in the system tray.
    """
    if hand_over(library, paths):
        return 0
    app = app_paths()
    wishes = read_wishes(app.settings_file)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("Desktop RAG")
    application.setApplicationVersion(__version__)
    translators = install_language(application, wishes.language)
    theme = Theme(application, Appearance(wishes.theme, wishes.text_scale))
    window = MainWindow(theme, KeptWindow(app.config / "window.ini"))
    if not hidden:
        window.show()
    start = _Start(library, app, tuple(map(os.path.abspath, paths)), hidden)
    QTimer.singleShot(0, partial(_begin, window, start))
    stop_on_signals(window)
    status = application.exec()
    del window, translators
    return status


@dataclass(frozen=True, slots=True)
class _Start:
    library: Path
    app: AppPaths
    paths: tuple[str, ...]
    hidden: bool


def _begin(window: MainWindow, start: _Start) -> None:
    """What can wait until the window is on screen: its panes, and the engine."""
    from desktop_rag.gui.state.engine_link import EngineLink
    from desktop_rag.gui.state.window_state import window_state
    from desktop_rag.gui.window_life import login_start
    from desktop_rag.host.logs import start_log

    start_log(start.app.logs, "gui")
    language = QLocale().name().partition("_")[0]
    link = EngineLink(_attach_to(start.library), window, _words_of(language))
    contents = window.furnish(window_state(link), login_start())
    if start.hidden:
        contents.life.begin_hidden()
    link.open()
    contents.flow.take_files(list(start.paths))


def install_language(application: QApplication, language: str) -> list[QTranslator]:
    """Speak the language of the settings or, for `system`, of the system; English otherwise.

    Returns the translators, which must live as long as they are used."""
    locale = QLocale.system() if language == "system" else QLocale(language)
    QLocale.setDefault(locale)
    installed = []
    for folder, name in (
        (_translations(), "desktop_rag"),
        (QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), "qtbase"),
    ):
        translator = QTranslator(application)
        spoken = locale.language()
        known = spoken in (QLocale.Language.English, QLocale.Language.Spanish)
        wanted = locale if known else QLocale(QLocale.Language.English)
        if folder and translator.load(wanted, name, "_", folder):
            application.installTranslator(translator)
            installed.append(translator)
    return installed


def stop_on_signals(window: MainWindow) -> None:
    """Ctrl+C in a terminal, or the system's end of session, closes the window cleanly."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: window.quit())
    awake = QTimer(window)
    awake.setInterval(500)  # lets Python look at signals while Qt waits
    awake.timeout.connect(lambda: None)
    awake.start()


def _words_of(language: str) -> EngineWords | None:
    if language == "en":
        return None
    from desktop_rag.gui.state.engine_words import engine_words

    return engine_words(language)


def _attach_to(library: Path) -> Attach:
    def attach_here() -> Client:
        from desktop_rag.link.attach import attach

        return attach(library, role="gui")

    return attach_here


def _translations() -> str:
    try:
        return str(resource("translations"))
    except InternalError:
        return ""
