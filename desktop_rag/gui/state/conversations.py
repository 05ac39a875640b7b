"""The kept conversations as a list model, and what can be done with them."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)

from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.messages import Message
from desktop_rag.messages.ask import (
    ConversationLine,
    ConversationList,
    DeleteConversation,
    ListConversations,
    RenameConversation,
)

ID_ROLE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_DEBOUNCE_MS = 150


class ConversationListModel(QAbstractListModel):
    """Conversations, newest first. Editing an item renames its conversation."""

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._lines: tuple[ConversationLine, ...] = ()
        self._contains = ""
        self._request = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MS)
        self._timer.timeout.connect(self.refresh)
        link.connected.connect(self.refresh)

    def search(self, words: str) -> None:
        """Show only conversations with these words in their title or text."""
        self._contains = words.strip()
        self._timer.start()

    def refresh(self) -> None:
        """Ask for the list anew."""
        self._link.drop(self._request)
        message = ListConversations(self._contains)
        self._request = self._link.request(message, self._on_list)

    def rename(self, conversation: int, title: str) -> None:
        """Give a conversation another title."""
        if title.strip():
            self._link.request(RenameConversation(conversation, title.strip()), self._on_done)

    def delete(self, conversation: int) -> None:
        """Delete a conversation for good."""
        self._link.request(DeleteConversation(conversation), self._on_done)

    def line(self, row: int) -> ConversationLine:
        """The conversation at `row`."""
        return self._lines[row]

    def row_of(self, conversation: int) -> int:
        """The row of a conversation, or -1."""
        ids = [line.id for line in self._lines]
        return ids.index(conversation) if conversation in ids else -1

    def rowCount(self, parent: Index | None = None) -> int:
        """Number of conversations."""
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Title, tool tip and id of a conversation."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return " ".join(line.title.split())
        if role == Qt.ItemDataRole.ToolTipRole:
            when = QDateTime.fromSecsSinceEpoch(int(line.updated))
            said = QLocale().toString(when, QLocale.FormatType.ShortFormat)
            return self.tr("%Ln question(s), last on {when}", "", line.turns).format(when=said)
        return line.id if role == ID_ROLE else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Rename the conversation at `index`."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        self.rename(self._lines[index.row()].id, str(value))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Conversations can be chosen and renamed."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() else flags

    def _on_list(self, reply: Message) -> None:
        assert isinstance(reply, ConversationList)
        if reply.conversations == self._lines:
            return
        self.beginResetModel()
        self._lines = reply.conversations
        self.endResetModel()

    def _on_done(self, reply: Message) -> None:
        self.refresh()
