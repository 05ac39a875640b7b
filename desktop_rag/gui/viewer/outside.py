"""Leading a file out of the window: to its own program or to its folder, after a question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl

from desktop_rag.gui.viewer import opening
from desktop_rag.gui.viewer.notice import InlineNotice

OpenUrl = Callable[[QUrl], bool]


class OutsideOpener(QObject):
    """Asks in the viewer's notice; hands local addresses to `open_url` and nothing else."""

    def __init__(self, notice: InlineNotice, open_url: OpenUrl) -> None:
        super().__init__(notice)
        self._notice = notice
        self._open_url = open_url

    def open_file(self, path: Path) -> None:
        """Ask whether to open a file in its own program; refuse what could run."""
        not_now = (self.tr("Not now"), lambda: None)
        if not opening.may_open(path):
            refusal = self.tr("Files of this kind can run or contain programs: not opened here.")
            folder = (self.tr("Show in its folder"), lambda: self.show_folder(path))
            self._notice.say(refusal, (folder, not_now))
            return
        question = self.tr("Open {0} in its own program?").format(path.name)
        if opening.may_load_from_network(path):
            question += " " + self.tr("A browser may load parts of it from the network.")
        self._notice.say(question, ((self.tr("Open"), lambda: self._hand_over(path)), not_now))

    def show_folder(self, path: Path) -> None:
        """Show the folder of a file in the system's file manager."""
        self._hand_over(opening.folder_of(path))

    def _hand_over(self, path: Path) -> None:
        if not path.exists():
            self._notice.say(self.tr("It is not there any more: {0}").format(path))
        elif not self._open_url(opening.local_url(path)):
            self._notice.say(self.tr("The system found no program to open this with."))
