"""What the window knows of the library, and what it can ask to be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QObject, Signal

from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.messages import Message
from desktop_rag.messages.library import (
    AddPaths,
    AddReport,
    ChangeRoot,
    GetKeyring,
    GetStatus,
    GivePassword,
    KeyringState,
    LanguageModelStatus,
    LibraryChanged,
    PauseIndexing,
    QueueStatus,
    RemovePaths,
    ResumeIndexing,
    RetryFiles,
    RootStatus,
    Status,
)

ATTENTION_STATES = ("failed", "quarantined", "partial", "empty")


class LibraryState(QObject):
    """Roots, counts, queue and models as the engine last told them."""

    changed = Signal()
    """Roots, counts or the queue changed."""
    models_changed = Signal()
    """The language model or the embedder changed."""
    added = Signal(object)
    """`AddReport` of folders or files that the person added."""

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.known = False
        self.roots: tuple[RootStatus, ...] = ()
        self.files: dict[str, int] = {}
        self.queue = QueueStatus()
        self.status: Status | None = None
        link.connected.connect(self.refresh)
        link.library_changed.connect(self._on_changed)
        link.model_changed.connect(self.refresh)

    @property
    def language_model(self) -> LanguageModelStatus:
        """The model for answers; state `none` until the engine has told."""
        return self.status.language_model if self.status else LanguageModelStatus("", "none")

    def attention(self) -> int:
        """How many files need the person."""
        return sum(root.attention for root in self.roots)

    def refresh(self) -> None:
        """Ask for everything anew."""
        self._link.request(GetStatus(), self._on_status, self._on_status_failed)

    def add(self, paths: Sequence[str]) -> None:
        """Add folders or files; they are read before anything else."""
        if paths:
            message = AddPaths(tuple(paths), wait=False, first=True)
            self._link.request(message, self._on_added)

    def remove(self, path: str) -> None:
        """Forget a folder or file. The files themselves are never touched."""
        self._link.request(RemovePaths((path,)), self._on_command_done)

    def set_template(self, path: str, template: str) -> None:
        """Tell the records of a folder or file in these words; empty: in general words."""
        message = ChangeRoot(path, {"indexing.template": template})
        self._link.request(message, self._on_command_done)

    def pause(self) -> None:
        """Take no new files until `resume`."""
        self._link.request(PauseIndexing(), self._on_command_done)

    def resume(self) -> None:
        """Go on with the files that wait."""
        self._link.request(ResumeIndexing(), self._on_command_done)

    def retry(self, paths: Sequence[str] = ()) -> None:
        """Read files again that failed; all of them when none is named."""
        self._link.request(RetryFiles(tuple(paths)), self._on_command_done)

    def give_password(self, path: str, password: str, keep: bool) -> None:
        """Read a protected file again with its password; `keep`: in the system's keyring."""
        self._link.request(GivePassword(path, password, keep), self._on_command_done)

    def ask_keyring(self, owner: QObject, on_known: Callable[[str], None]) -> None:
        """Find out why passwords can't be kept (empty: they can), while `owner` is there."""

        def known(reply: Message) -> None:
            assert isinstance(reply, KeyringState)
            on_known(reply.problem)

        self._link.request(GetKeyring(), known, owner=owner)

    def _on_status(self, reply: Message) -> None:
        assert isinstance(reply, Status)
        self.status = reply
        self.known = True
        self.roots, self.files, self.queue = reply.roots, reply.files, reply.queue
        self.changed.emit()
        self.models_changed.emit()

    def _on_status_failed(self, error: object) -> None:
        if self._link.is_connected:
            self._link.request_failed.emit(error)

    def _on_changed(self, event: LibraryChanged) -> None:
        self.known = True
        self.roots, self.files, self.queue = event.roots, event.files, event.queue
        self.changed.emit()

    def _on_added(self, reply: Message) -> None:
        assert isinstance(reply, AddReport)
        self.added.emit(reply)
        self.refresh()

    def _on_command_done(self, reply: Message) -> None:
        self.refresh()


def needs_attention(entry: FileEntry) -> bool:
    """True for a file that is not searchable though it could be."""
    return entry.state in ATTENTION_STATES


def file_deed(entry: FileEntry) -> Literal["", "retry", "password"]:
    """What the person can do about a file from here. Only PDFs are opened with a password."""
    if entry.code == "password":
        return "password" if entry.path.lower().endswith(".pdf") else ""
    return "retry" if needs_attention(entry) else ""
