"""The ledger of all files as a table model that is filled page by page while one scrolls."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QDateTime,
    QLocale,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.state import words
from desktop_rag.gui.state.citing import file_data
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.library import file_deed
from desktop_rag.messages import Message
from desktop_rag.messages.library import FilePage, ListFiles

Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = Qt.ItemDataRole.UserRole
WHY_COLUMN = 2
DEED_COLUMN = 3
PASSAGES_COLUMN = 4
CHANGED_COLUMN = 5
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_NO_INDEX = QModelIndex()
_PAGE = 500
_AGAIN_MS = 1000


def date_words(when: QDateTime) -> str:
    """Date and time, short, as the language writes them."""
    return QLocale().toString(when, QLocale.FormatType.ShortFormat)


class LedgerModel(QAbstractTableModel):
    """Files with their state, reason and remedy, in path order."""

    counted = Signal(int)
    """How many files match."""

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._any_reason = False
        self._files: list[FileEntry] = []
        self._more = False
        self._request = 0
        self._filter = ListFiles(limit=_PAGE)
        self._fresh = QTimer(self)
        self._fresh.setSingleShot(True)
        self._fresh.setInterval(_AGAIN_MS)
        self._fresh.timeout.connect(self.reload)

    def show(self, *, state: str = "", under: str = "", contains: str = "") -> None:
        """List the files that match; empty means no limit."""
        self._filter = ListFiles(state, under, contains, limit=_PAGE)
        self.reload()

    def reload(self) -> None:
        """Ask for the list anew, from its start."""
        self._link.drop(self._request)
        self._request = self._link.request(self._filter, self._on_first_page)

    def reload_soon(self) -> None:
        """Reload within a second, once for many changes. Only while the list is short enough
        to be shown again without a jump."""
        if not self._fresh.isActive() and len(self._files) <= _PAGE:
            self._fresh.start()

    def stop(self) -> None:
        """The list is out of sight: ask for nothing more."""
        self._fresh.stop()
        self._link.drop(self._request)

    def entry(self, row: int) -> FileEntry:
        """The file at `row`."""
        return self._files[row]

    def any_reason(self) -> bool:
        """True when some file that was fetched has a reason or something to do."""
        return self._any_reason

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A file can be dragged out of the window."""
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The files of these rows, as files."""
        rows = sorted({index.row() for index in indexes})
        return file_data([self._files[row].path for row in rows])

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """Number of files fetched so far."""
        return 0 if parent.isValid() else len(self._files)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        """File, state, what happened and what to do, the deed, passages, changed."""
        return 0 if parent.isValid() else 6

    def canFetchMore(self, parent: Index = _NO_INDEX) -> bool:
        """True when the engine has more files for this list."""
        return self._more

    def fetchMore(self, parent: Index = _NO_INDEX) -> None:
        """Ask for the next page."""
        if not self._more:
            return
        self._more = False
        base = self._filter
        message = ListFiles(base.state, base.under, base.contains, self._files[-1].path, _PAGE)
        self._request = self._link.request(message, self._on_next_page)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The columns' titles."""
        if role == Qt.ItemDataRole.TextAlignmentRole and section == PASSAGES_COLUMN:
            return _NUMBERS
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("File"),
            self.tr("State"),
            self.tr("Why, and what to do"),
            self.tr("Next step"),
            self.tr("Passages"),
            self.tr("Changed"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a cell; the whole `FileEntry` under `ENTRY_ROLE`."""
        if not index.isValid():
            return None
        entry = self._files[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(entry, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            column = index.column()
            return words.tip_words(entry.path if column == 0 else self._cell(entry, column))
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == PASSAGES_COLUMN:
            return _NUMBERS
        return entry if role == ENTRY_ROLE else None

    def _cell(self, entry: FileEntry, column: int) -> str:
        if column == 0:
            return words.file_name(entry.path)
        if column == 1:
            return words.file_state_words(entry.state)
        if column == WHY_COLUMN:
            return f"{entry.reason} {entry.remedy}".strip()
        if column == DEED_COLUMN:
            return self._deed_words(entry)
        if column == PASSAGES_COLUMN:
            return words.count_words(entry.chunks)
        when = QDateTime.fromSecsSinceEpoch(int(entry.modified))
        return date_words(when) if entry.modified else ""

    def _deed_words(self, entry: FileEntry) -> str:
        return {
            "retry": self.tr("Read it again"),
            "password": self.tr("Give the password…"),
        }.get(file_deed(entry), "")

    def _on_first_page(self, reply: Message) -> None:
        assert isinstance(reply, FilePage)
        self.beginResetModel()
        self._files = list(reply.files)
        self._any_reason = _reasons(reply.files)
        self._more = reply.more
        self.endResetModel()
        self.counted.emit(reply.total if reply.total >= 0 else len(reply.files))

    def _on_next_page(self, reply: Message) -> None:
        assert isinstance(reply, FilePage)
        first = len(self._files)
        self._any_reason = self._any_reason or _reasons(reply.files)
        if reply.files:
            self.beginInsertRows(QModelIndex(), first, first + len(reply.files) - 1)
            self._files.extend(reply.files)
            self.endInsertRows()
        self._more = reply.more


def _reasons(files: Sequence[FileEntry]) -> bool:
    return any(entry.reason or entry.remedy or file_deed(entry) for entry in files)
