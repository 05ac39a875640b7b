"""The application in the system tray: there while its window is put away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

_SHOWN_MS = 10_000


class WindowTray(QObject):
    """An icon with a menu. Only of use where `is_there()`."""

    def __init__(
        self, icon: QIcon, window: QWidget, deeds: Mapping[str, Callable[[], object]]
    ) -> None:
        """`deeds`: show, ask, pause and quit."""
        super().__init__(window)
        self._show = deeds["show"]
        self._icon = QSystemTrayIcon(icon, self)
        self._icon.setToolTip("Desktop RAG")
        self._menu = QMenu(window)
        self._menu.addAction(self.tr("Open the window"), deeds["show"])
        self._menu.addAction(self.tr("Ask a question"), deeds["ask"])
        self._menu.addAction(self.tr("Pause or go on indexing"), deeds["pause"])
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Quit"), deeds["quit"])
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        self._icon.messageClicked.connect(self._on_message)
        self._icon.show()

    @staticmethod
    def is_there() -> bool:
        """True when this desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def menu(self) -> QMenu:
        """What the icon offers."""
        return self._menu

    def say(self, text: str) -> None:
        """A notification of the desktop."""
        self._icon.showMessage("Desktop RAG", text, self._icon.icon(), _SHOWN_MS)

    def put_away(self) -> None:
        """Take the icon out of the tray."""
        self._icon.hide()
        self._menu.deleteLater()
        self.deleteLater()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self._show()

    def _on_message(self) -> None:
        self._show()
