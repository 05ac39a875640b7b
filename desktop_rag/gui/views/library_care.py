"""Backing up, moving and restoring the library, at places that the person chooses."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.notices import NoticeBoard
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library_care import (
    BackUpLibrary,
    LibraryBackedUp,
    LibraryMoved,
    MoveLibrary,
    RestoreLibrary,
)

_NOTICE = "window.library_care"
_SUFFIX = "backup"


class LibraryCare(QObject):
    """Asks the person for a place and the engine for the work. After a move or a restore the
    engine ends by itself, and the window's line to it comes up again."""

    def __init__(self, link: EngineLink, notices: NoticeBoard, window: QWidget) -> None:
        super().__init__(window)
        self._link = link
        self._notices = notices
        self._window = window

    def back_up(self) -> None:
        """Write the whole library into a new file."""
        dialog = self._dialog(self.tr("Back up the library"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # what is there is never replaced
        dialog.setDefaultSuffix(_SUFFIX)
        dialog.selectFile(f"desktop-rag.{_SUFFIX}")
        dialog.fileSelected.connect(
            lambda path: self._link.request(BackUpLibrary(path), self._on_backed_up)
        )
        dialog.open()

    def restore(self) -> None:
        """Put a backup in the place of the library."""
        dialog = self._dialog(self.tr("Restore a backup of the library"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._confirm_restore)
        dialog.open()

    def move(self) -> None:
        """Move the library into an empty folder."""
        dialog = self._dialog(self.tr("Move the library into an empty folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(
            lambda path: self._link.request(MoveLibrary(path), self._on_moved)
        )
        dialog.open()

    def _dialog(self, title: str) -> QFileDialog:
        self._notices.dismiss(_NOTICE)
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def _confirm_restore(self, path: str) -> None:
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Restore a backup of the library"))
        name = words.file_name(path)
        box.setText(self.tr("Put “{name}” in the place of the library?").format(name=name))
        box.setInformativeText(
            self.tr(
                "Folders, index and conversations become as they were then. The library of now is "
                "kept beside it; your documents are not touched."
            )
        )
        restore = box.addButton(self.tr("Restore"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)

        def decided() -> None:
            if box.clickedButton() is restore:
                self._link.request(RestoreLibrary(path), self._on_restored)

        box.finished.connect(decided)
        box.open()

    def _on_backed_up(self, reply: Message) -> None:
        assert isinstance(reply, LibraryBackedUp)
        name = words.file_name(reply.path)
        self._say(self.tr("{name} holds the library now.").format(name=name))

    def _on_moved(self, reply: Message) -> None:
        assert isinstance(reply, LibraryMoved)
        self._say(self.tr("The library is in {folder} now.").format(folder=reply.folder))

    def _on_restored(self, _reply: Message) -> None:
        self._say(self.tr("The backup was restored."))

    def _say(self, text: str) -> None:
        self._notices.post(NoticeGiven(_NOTICE, text))
