"""Asking for the password of one protected file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.widgets.buttons import label

_WIDTH = 420


class PasswordDialog(QDialog):
    """Not modal. The password goes to the engine and is written nowhere."""

    given = Signal(str, str)
    """Path and password."""

    def __init__(self, path: str, reason: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("passwordDialog")
        self.setWindowTitle(self.tr("Password"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH)
        self._path = path
        self._password = QLineEdit()
        self._password.setObjectName("password")
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._password.setAccessibleName(self.tr("Password"))
        self._password.textChanged.connect(self._allow)
        buttons = QDialogButtonBox()
        self._unlock = buttons.addButton(
            self.tr("Read the file"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self._unlock.setProperty("role", "primary")
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(tokens.SPACE_L,) * 4)
        column.setSpacing(tokens.SPACE_M)
        column.addWidget(label(words.file_name(path), "title", wrap=True))
        column.addWidget(label(reason, wrap=True))
        column.addWidget(self._password)
        column.addWidget(
            label(self.tr("It is kept in memory only, until the engine ends."), "muted", wrap=True)
        )
        column.addWidget(buttons)
        self._allow()

    def _allow(self) -> None:
        self._unlock.setEnabled(bool(self._password.text()))

    def _give(self) -> None:
        self.given.emit(self._path, self._password.text())
        self.accept()
