"""The window's process."""

from __future__ import annotations

import signal
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from desktop_rag import __version__
from desktop_rag.domain.errors import InternalError
from desktop_rag.gui.state.kept_window import KeptWindow, read_wishes
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.window import MainWindow
from desktop_rag.host.paths import AppPaths, app_paths
from desktop_rag.host.resources import resource

if TYPE_CHECKING:
    from desktop_rag.gui.state.engine_line import Attach
    from desktop_rag.link.client import Client


def run(library: Path) -> int:
    """Show the window on `library` and stay until it is closed; returns the exit status.

    The window is on screen before its panes are made, and those before an engine answers.
    """
    paths = app_paths()
    wishes = read_wishes(paths.settings_file)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("Desktop RAG")
    application.setApplicationVersion(__version__)
    translators = install_language(application, wishes.language)
    theme = Theme(application, Appearance(wishes.theme, wishes.text_scale))
    window = MainWindow(theme, KeptWindow(paths.config / "window.ini"))
    window.show()
    QTimer.singleShot(0, partial(_begin, window, library, paths))
    stop_on_signals(window)
    status = application.exec()
    del window, translators
    return status


def _begin(window: MainWindow, library: Path, paths: AppPaths) -> None:
    """What can wait until the window is on screen: its panes, and the engine."""
    from desktop_rag.gui.state.engine_link import EngineLink
    from desktop_rag.gui.state.engine_words import engine_words
    from desktop_rag.gui.state.window_state import window_state
    from desktop_rag.host.logs import start_log

    start_log(paths.logs, "gui")
    language = QLocale().name().partition("_")[0]
    link = EngineLink(_attach_to(library), window, engine_words(language))
    window.furnish(window_state(link))
    link.open()


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
        signal.signal(number, lambda *_: window.close())
    awake = QTimer(window)
    awake.setInterval(500)  # lets Python look at signals while Qt waits
    awake.timeout.connect(lambda: None)
    awake.start()


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
