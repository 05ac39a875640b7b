"""The kept conversations: open, rename, delete, search, start a new one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.state.conversations import ConversationListModel
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import IconButton, label
from desktop_rag.gui.widgets.line_delegate import LineDelegate


class ConversationView(QWidget):
    """A list with a search box. F2 renames, Delete deletes after a question."""

    opened = Signal(int)
    """Number of the conversation to show."""
    new_wanted = Signal()
    deleted = Signal(int)
    export_wanted = Signal(int, str)
    """Number of a conversation, and `markdown`, `html` or `pdf`."""

    def __init__(
        self, model: ConversationListModel, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._list = QListView()
        self._list.setObjectName("conversationList")
        self._list.setAccessibleName(self.tr("Conversations"))
        self._list.setModel(model)
        self._list.setUniformItemSizes(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setItemDelegate(LineDelegate(self._list))
        self._list.setEditTriggers(QListView.EditTrigger.EditKeyPressed)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.clicked.connect(self._open)
        self._list.activated.connect(self._open)
        self._search = QLineEdit()
        self._search.setObjectName("conversationSearch")
        self._search.setPlaceholderText(self.tr("Find a conversation"))
        self._search.setAccessibleName(self.tr("Find a conversation"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(model.search)
        remove = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self._list)
        remove.setContext(Qt.ShortcutContext.WidgetShortcut)
        remove.activated.connect(lambda: self._delete(self._list.currentIndex()))
        new = IconButton(theme, "add", self.tr("New conversation"))
        new.clicked.connect(self.new_wanted)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Conversations"), "section"), 1)
        head.addWidget(new)
        column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_S, tokens.SPACE_S)
        column.setSpacing(tokens.SPACE_XS)
        column.addLayout(head)
        column.addWidget(self._search)
        column.addWidget(self._list, 1)

    def mark(self, conversation: int) -> None:
        """Select the conversation on screen without opening it again."""
        row = self._model.row_of(conversation)
        index = self._model.index(row) if row >= 0 else QModelIndex()
        self._list.setCurrentIndex(index)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self._model.line(index.row()).id)

    def _show_menu(self, at: QPoint) -> None:
        index = self._list.indexAt(at)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.addAction(self.tr("Open"), lambda: self._open(index))
        menu.addAction(self.tr("Rename"), lambda: self._list.edit(index))
        line = self._model.line(index.row())
        for text, form in (
            (self.tr("Export as Markdown…"), "markdown"),
            (self.tr("Export as HTML…"), "html"),
            (self.tr("Export as PDF…"), "pdf"),
        ):
            menu.addAction(text, partial(self.export_wanted.emit, line.id, form))
        menu.addAction(self.tr("Delete…"), lambda: self._delete(index))
        menu.exec(self._list.viewport().mapToGlobal(at))
        menu.deleteLater()

    def _delete(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        line = self._model.line(index.row())
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Delete conversation"))
        box.setText(self.tr("Delete “{title}” for good?").format(title=line.title[:120]))
        delete = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)

        def decided() -> None:
            if box.clickedButton() is delete:
                self._model.delete(line.id)
                self.deleted.emit(line.id)

        box.finished.connect(decided)
        box.open()
