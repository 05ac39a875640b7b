"""How the window comes, stays and goes: the tray, files handed over, the start with the session."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from desktop_rag.gui.state.kept_window import Wishes
from desktop_rag.gui.state.login_start import LoginStart
from desktop_rag.gui.state.long_work import LongWork
from desktop_rag.gui.state.window_state import WindowState
from desktop_rag.gui.style.icons import icon
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.tray import WindowTray
from desktop_rag.gui.window_flow import WindowFlow
from desktop_rag.messages.common import NoticeGiven, WindowWanted

_LOGIN = "window.login"
_WORK = "window.work"


class WindowLife(QObject):
    """Wears the wishes about tray and login, and brings the window to the front when another
    start of the application hands its files over."""

    def __init__(
        self,
        window: QMainWindow,
        state: WindowState,
        flow: WindowFlow,
        theme: Theme,
        login: LoginStart | None,
        has_tray: Callable[[], bool] = WindowTray.is_there,
    ) -> None:
        """`login` None: this copy of the application keeps to its own folder. `has_tray`: whether
        this desktop has a tray."""
        super().__init__(window)
        self._window = window
        self._state = state
        self._flow = flow
        self._theme = theme
        self._login = login
        self._has_tray = has_tray
        self._wishes = Wishes()
        self._quitting = False
        self.tray: WindowTray | None = None
        state.link.window_wanted.connect(self._on_wanted)
        self._work = LongWork(state.library, self)
        self._work.ended.connect(self._on_work_ended)

    def wear(self, wishes: Wishes) -> None:
        """Follow the settings."""
        before, self._wishes = self._wishes, wishes
        if self._login is not None and before.start_at_login != wishes.start_at_login:
            self._switch_login(self._login, wishes.start_at_login)
        if wishes.tray and self.tray is None and self._has_tray():
            self._make_tray()
        elif not wishes.tray and self.tray is not None and self._window.isVisible():
            self.tray.put_away()
            self.tray = None
            QApplication.setQuitOnLastWindowClosed(True)

    def begin_hidden(self) -> None:
        """Start out of sight: in the tray where there is one, else as a small window."""
        if self.tray is None and self._has_tray():
            self._make_tray()
        if self.tray is None:
            self._window.showMinimized()

    def puts_away(self) -> bool:
        """True when closing only puts the window into the tray."""
        return self.tray is not None and self._wishes.tray and not self._quitting

    def come_to_front(self) -> None:
        """Show the window before all others."""
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def quit(self) -> None:
        """End the application, also from the tray."""
        self._quitting = True
        self._window.close()
        if self.tray is not None:
            self.tray.put_away()
            self.tray = None
            QApplication.quit()

    def _make_tray(self) -> None:
        QApplication.setQuitOnLastWindowClosed(False)
        deeds = {
            "show": self.come_to_front,
            "ask": self._ask,
            "pause": self._flow.toggle_pause,
            "quit": self.quit,
        }
        self.tray = WindowTray(icon("app", self._theme.colours.accent), self._window, deeds)

    def _ask(self) -> None:
        self.come_to_front()
        self._flow.go_to_question()

    def _on_wanted(self, wanted: WindowWanted) -> None:
        self.come_to_front()
        self._flow.take_files(list(wanted.paths))

    def _switch_login(self, login: LoginStart, on: bool) -> None:
        try:
            login.switch(on)
        except OSError as error:
            self._state.notices.post(
                NoticeGiven(
                    _LOGIN,
                    self.tr("Starting at login could not be set: {why}.").format(
                        why=error.strerror or error
                    ),
                    self.tr("Check the rights of that folder."),
                    "warning",
                )
            )

    def _on_work_ended(self, files: int) -> None:
        said = self.tr("Indexing is done: %Ln file(s) are searchable.", "", files)
        if self.tray is not None:
            self.tray.say(said)
        if self._window.isActiveWindow():
            return
        self._state.notices.post(NoticeGiven(_WORK, said))
        QApplication.alert(self._window)


def login_start() -> LoginStart | None:
    """The start with the session; None where `DESKTOP_RAG_HOME` keeps all files in one folder."""
    return None if os.environ.get("DESKTOP_RAG_HOME") else LoginStart()
