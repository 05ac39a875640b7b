"""Writing a conversation to a file that the person chooses."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QFileInfo, QIODevice, QObject, QSaveFile, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.notices import NoticeBoard
from desktop_rag.gui.views.conversation_pdf import write_pdf
from desktop_rag.messages import Message
from desktop_rag.messages.ask import ExportConversation, Exported
from desktop_rag.messages.common import NoticeGiven

FORMATS = {"markdown": "Markdown (*.md)", "html": "HTML (*.html)", "pdf": "PDF (*.pdf)"}
_SUFFIXES = {"markdown": "md", "html": "html", "pdf": "pdf"}
_NOTICE = "window.export"


class ConversationExport(QObject):
    """Asks the engine for the text, the person for a place, and writes the whole file or none."""

    def __init__(self, link: EngineLink, notices: NoticeBoard, window: QWidget) -> None:
        super().__init__(window)
        self._link = link
        self._notices = notices
        self._window = window

    def begin(self, conversation: int, form: str) -> None:
        """Export a conversation as `markdown`, `html` or `pdf`."""
        if not conversation:
            said = self.tr("There is no conversation to export yet: ask something first.")
            self._notices.post(NoticeGiven(_NOTICE, said))
            return
        self._notices.dismiss(_NOTICE)
        message = ExportConversation(conversation, "html" if form == "pdf" else form)
        self._link.request(message, partial(self._choose_file, form), owner=self)

    def _choose_file(self, form: str, reply: Message) -> None:
        assert isinstance(reply, Exported)
        dialog = QFileDialog(self._window, self.tr("Export the conversation"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(FORMATS[form])
        dialog.setDefaultSuffix(_SUFFIXES[form])
        name = QFileInfo(reply.suggested_name).completeBaseName()
        dialog.selectFile(f"{name}.{_SUFFIXES[form]}")
        dialog.fileSelected.connect(lambda path: self.write(path, reply.text, form))
        dialog.open()

    def write(self, path: str, text: str, form: str) -> None:
        """Put `text` into a file; one that was there is replaced only when all is written."""
        name = words.file_name(path)
        file = QSaveFile(path)
        if _put(file, text, form) and file.commit():
            self._notices.post(
                NoticeGiven(_NOTICE, self.tr("Exported to {name}.").format(name=name))
            )
            return
        said = self.tr("{name} could not be written: {why}").format(
            name=name, why=file.errorString()
        )
        remedy = self.tr("Choose another folder or make room on the disk.")
        self._notices.post(NoticeGiven(_NOTICE, said, remedy, "warning"))


def _put(file: QSaveFile, text: str, form: str) -> bool:
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        return False
    if form != "pdf":
        return file.write(text.encode()) >= 0
    write_pdf(text, QFileInfo(file.fileName()).completeBaseName(), file)
    return True
