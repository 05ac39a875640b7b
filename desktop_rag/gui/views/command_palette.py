"""Every command by name: type, choose, Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.domain.search_form import fold
from desktop_rag.gui.state.command import Command
from desktop_rag.gui.style import tokens
from desktop_rag.gui.widgets.keys_delegate import KEYS_ROLE, KeysDelegate

_LETTERS = (74, 28)  # widths of a letter, heights of a line


class CommandPalette(QDialog):
    """A box over the window with all commands; closes itself when one was chosen."""

    def __init__(self, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("commandPalette")
        self.setWindowTitle(self.tr("Commands"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._commands = list(commands)
        self._input = QLineEdit()
        self._input.setObjectName("paletteInput")
        self._input.setPlaceholderText(self.tr("What would you like to do?"))
        self._input.setAccessibleName(self.tr("Find a command"))
        self._input.textChanged.connect(self._show)
        self._input.returnPressed.connect(self._run)
        self._input.installEventFilter(self)
        self._list = QListWidget()
        self._list.setObjectName("paletteList")
        self._list.setAccessibleName(self.tr("Commands"))
        self._list.setItemDelegate(KeysDelegate(self._list))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemClicked.connect(self._run)
        box = QFrame()
        box.setObjectName("paletteBox")
        inner = QVBoxLayout(box)
        inner.setContentsMargins(tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M)
        inner.setSpacing(tokens.SPACE_S)
        inner.addWidget(self._input)
        inner.addWidget(self._list, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(box)
        self.resize(self._size_within(parent))
        self.move(parent.mapToGlobal(parent.rect().topLeft()) + self._offset(parent))
        self._show("")
        self._input.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move in the list while one types."""
        if watched is self._input and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step and event.type() == QEvent.Type.KeyPress:
                row = (self._list.currentRow() + step) % max(self._list.count(), 1)
                self._list.setCurrentRow(row)
                return True
        return super().eventFilter(watched, event)

    def _show(self, text: str) -> None:
        wanted = fold(text).split()
        self._list.clear()
        for number, command in enumerate(self._commands):
            if all(word in fold(command.name) for word in wanted):
                item = QListWidgetItem(command.name)
                item.setData(KEYS_ROLE, command.keys)
                if command.keys:
                    said = f"{command.name} ({command.keys})"
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
                item.setData(Qt.ItemDataRole.UserRole, number)
                self._list.addItem(item)
        self._list.setCurrentRow(0)

    def _run(self) -> None:
        item = self._list.currentItem()
        self.close()
        if item is not None:
            self._commands[item.data(Qt.ItemDataRole.UserRole)].run()

    def _size_within(self, parent: QWidget) -> QSize:
        metrics = self.fontMetrics()
        width, height = (
            _LETTERS[0] * metrics.averageCharWidth(),
            _LETTERS[1] * metrics.lineSpacing(),
        )
        room = parent.size()
        return QSize(min(width, room.width() - 40), min(height, room.height() - 80))

    def _offset(self, parent: QWidget) -> QPoint:
        return QPoint((parent.width() - self.width()) // 2, tokens.SPACE_XL * 2)
