"""Asking for the password of one protected file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.state import words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.sizes import fit_height, text_size

_LETTERS = 70


class PasswordDialog(QDialog):
    """Not modal. The password goes to the engine; only the system's keyring may keep it."""

    given = Signal(str, str, bool)
    """Path, password, and whether it is to be kept in the system's keyring."""

    def __init__(self, path: str, reason: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("passwordDialog")
        self.setWindowTitle(self.tr("Password"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(text_size(self, _LETTERS, 1).width())
        self._path = path
        self._password = QLineEdit()
        self._password.setObjectName("password")
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._password.setAccessibleName(self.tr("Password"))
        self._password.textChanged.connect(self._allow)
        self._keep = QCheckBox(self.tr("Keep it in the system's keyring"))
        self._keep.setObjectName("keepPassword")
        self._keep.setEnabled(False)
        self._why = label(
            self.tr("Without this it is kept in memory only, until the engine ends."),
            "muted",
            wrap=True,
        )
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
        column.addWidget(self._keep)
        column.addWidget(self._why)
        column.addWidget(buttons)
        self._allow()

    def showEvent(self, event: QShowEvent) -> None:
        """Be as high as the texts need."""
        super().showEvent(event)
        fit_height(self)

    def allow_keeping(self, problem: str) -> None:
        """Let the person keep the password, or say why that can't be done (`problem`)."""
        self._keep.setEnabled(not problem)
        self._keep.setToolTip(problem)
        if problem:
            self._why.setText(
                f"{self.tr('It is kept in memory only, until the engine ends.')} {problem}"
            )
            fit_height(self)

    def _allow(self) -> None:
        self._unlock.setEnabled(bool(self._password.text()))

    def _give(self) -> None:
        self.given.emit(self._path, self._password.text(), self._keep.isChecked())
        self.accept()
