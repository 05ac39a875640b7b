"""The main window: a frame that is on screen at once, and is furnished right after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.style.theme import Theme

if TYPE_CHECKING:
    from desktop_rag.gui.state.login_start import LoginStart
    from desktop_rag.gui.state.window_state import WindowState
    from desktop_rag.gui.window_contents import WindowContents

_SIZE = (1240, 800)


class MainWindow(QMainWindow):
    """Keeps its place from one start to the next; whatever is dropped on it is added.

    The panes and all they import take most of a start, so `furnish` brings them in once the frame
    is on screen.
    """

    def __init__(self, theme: Theme, kept: KeptWindow) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAccessibleName("Desktop RAG")
        self.setWindowTitle("Desktop RAG")
        self.setAcceptDrops(True)
        self._theme = theme
        self._kept = kept
        self._state: WindowState | None = None
        self._contents: WindowContents | None = None
        self.resize(*_SIZE)
        self.restoreGeometry(kept.kept("geometry"))

    def furnish(self, state: WindowState, login: LoginStart | None = None) -> WindowContents:
        """Bring in the panes over `state`, as they were left. `login`: how to start with the
        session; None when this copy of the application does not."""
        from desktop_rag.gui.style.icons import icon
        from desktop_rag.gui.window_contents import WindowContents

        self._state = state
        self.setWindowIcon(icon("app", self._theme.colours.accent))
        self._contents = WindowContents(self, state, self._theme, login)
        self.setCentralWidget(self._contents)
        self._contents.restore(self._kept)
        return self._contents

    @property
    def contents(self) -> WindowContents:
        """The panes, commands and dialogs; there once `furnish` was called."""
        assert self._contents is not None
        return self._contents

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files over the window: say that they can be dropped."""
        from desktop_rag.gui.widgets.question_box import local_paths

        if self._contents is not None and local_paths(event.mimeData()):
            event.acceptProposedAction()
            self._contents.overlay.cover()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """They went away, or onto the question box."""
        if self._contents is not None:
            self._contents.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add what was dropped."""
        from desktop_rag.gui.widgets.question_box import local_paths

        paths = local_paths(event.mimeData())
        if self._contents is not None and self._state is not None:
            self._contents.overlay.hide()
            if paths:
                event.acceptProposedAction()
                self._state.library.add(paths)

    def quit(self) -> None:
        """End the application, also when closing would only put the window into the tray."""
        if self._contents is None:
            self.close()
        else:
            self._contents.life.quit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close at once, whatever still runs: the engine goes on or ends by itself."""
        if self._contents is not None and self._contents.life.puts_away():
            event.ignore()
            self.hide()
            return
        self._kept.keep("geometry", self.saveGeometry())
        if self._contents is not None:
            self._contents.keep(self._kept)
        self._kept.write()
        if self._state is not None:
            self._state.link.close()
        super().closeEvent(event)
