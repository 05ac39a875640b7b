"""The person's own wording for the records of one folder or file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.sizes import fit_height, text_size

_LETTERS = 86


class TemplateDialog(QDialog):
    """Not modal. An empty wording means the general one."""

    wanted = Signal(str, str)
    """Path and template."""

    def __init__(self, path: str, template: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("templateDialog")
        self.setWindowTitle(self.tr("Wording of its data"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(text_size(self, _LETTERS, 1).width())
        self._path = path
        self._template = QLineEdit(template)
        self._template.setObjectName("template")
        self._template.setAccessibleName(self.tr("Wording of its data"))
        self._template.setPlaceholderText("{name} costs {price.amount} {price.currency}")
        buttons = QDialogButtonBox()
        use = buttons.addButton(self.tr("Use it"), QDialogButtonBox.ButtonRole.AcceptRole)
        use.setProperty("role", "primary")
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._use)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(tokens.SPACE_L,) * 4)
        column.setSpacing(tokens.SPACE_M)
        column.addWidget(label(words.file_name(path), "title", wrap=True))
        column.addWidget(label(self._explanation(), wrap=True))
        column.addWidget(self._template)
        column.addWidget(label(self._consequence(), "muted", wrap=True))
        column.addWidget(buttons)

    def showEvent(self, event: QShowEvent) -> None:
        """Be as high as the texts need."""
        super().showEvent(event)
        fit_height(self)

    def _explanation(self) -> str:
        return self.tr(
            "How the records of JSON, CSV and the like are told when their meaning is learnt: a "
            "sentence with the names of their fields in braces. Empty: in general words."
        )

    def _consequence(self) -> str:
        return self.tr(
            "Only these data files are read again. Their own text stays what is shown and found by "
            "its words."
        )

    def _use(self) -> None:
        self.wanted.emit(self._path, self._template.text().strip())
        self.accept()
