"""The folders of the library as a list model."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop_rag.gui.state import words
from desktop_rag.gui.state.library import LibraryState
from desktop_rag.messages.library import RootStatus

ROOT_ROLE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class RootListModel(QAbstractListModel):
    """One row a root. Changes of a root keep the selection; only other roots reset the list."""

    def __init__(self, library: LibraryState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._roots: tuple[RootStatus, ...] = library.roots
        library.changed.connect(self._take)

    def root(self, row: int) -> RootStatus:
        """The root at `row`."""
        return self._roots[row]

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """Number of roots."""
        return 0 if parent.isValid() else len(self._roots)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name, path, words for screen readers, and the `RootStatus` itself."""
        if not index.isValid():
            return None
        root = self._roots[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return words.file_name(root.path)
        if role == Qt.ItemDataRole.ToolTipRole:
            return words.tip_words(root.path)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _said(root)
        return root if role == ROOT_ROLE else None

    def _take(self) -> None:
        fresh = self._library.roots
        if fresh == self._roots:
            return
        if [root.path for root in fresh] == [root.path for root in self._roots]:
            self._roots = fresh
            self.dataChanged.emit(self.index(0), self.index(len(fresh) - 1))
            return
        self.beginResetModel()
        self._roots = fresh
        self.endResetModel()


def _said(root: RootStatus) -> str:
    """All that is drawn of a root, in words."""
    parts = [words.file_name(root.path), words.root_state_words(root.state)]
    if root.state == "indexing":
        parts.append(f"{words.percent(root.indexed, root.files)} %")
    parts.append(QCoreApplication.translate("RootDelegate", "%Ln file(s)", "", root.files))
    if root.attention:
        parts.append(
            QCoreApplication.translate("RootDelegate", "%Ln need(s) attention", "", root.attention)
        )
    return ", ".join(parts)
