"""Letting a server that speaks OpenAI's interface do what a language model does here."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.model_server import ModelServer, read_server
from desktop_rag.gui.style import tokens
from desktop_rag.gui.views import models_view_words as words
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.sizes import fit_height, text_size

ROLES = ("answer", "rewrite", "decompose", "hyde", "rerank")
_LETTERS = 86
_EXAMPLE = "http://localhost:11434/v1"


class ModelServerDialog(QDialog):
    """Not modal. Says at once whether what is sent would leave this computer."""

    chosen = Signal(str, str)
    """Role, and the server and its model in their written form."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modelServerDialog")
        self.setWindowTitle(self.tr("Use a model server"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(text_size(self, _LETTERS, 1).width())
        self._role = QComboBox()
        for role in ROLES:
            self._role.addItem(words.role_words(role), role)
        self._address = _line("serverAddress", _EXAMPLE)
        self._model = _line("serverModel", "qwen3:4b")
        self._where = label("", wrap=True)
        self._where.setObjectName("serverWhere")
        buttons = QDialogButtonBox()
        self._use = buttons.addButton(self.tr("Use it"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._use.setProperty("role", "primary")
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons)
        for line in (self._address, self._model):
            line.textChanged.connect(self._look)
        self._look()

    def fill(self, role: str, address: str, model: str) -> None:
        """Enter what a person would."""
        self._role.setCurrentIndex(max(self._role.findData(role), 0))
        self._address.setText(address)
        self._model.setText(model)

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(tokens.SPACE_L)
        form.setVerticalSpacing(tokens.SPACE_S)
        form.setColumnStretch(1, 1)
        fields = (
            (self.tr("What for"), self._role),
            (self.tr("Address"), self._address),
            (self.tr("Model"), self._model),
        )
        for row, (name, field) in enumerate(fields):
            named = label(name)
            named.setBuddy(field)
            field.setAccessibleName(name)
            form.addWidget(named, row, 0)
            form.addWidget(field, row, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(tokens.SPACE_L,) * 4)
        column.setSpacing(tokens.SPACE_M)
        column.addWidget(
            label(
                self.tr(
                    "llama.cpp, Ollama, LM Studio and vLLM can serve a model. Give the server's"
                    " address, and the model's name as the server calls it."
                ),
                wrap=True,
            )
        )
        column.addLayout(form)
        column.addWidget(self._where)
        column.addWidget(
            label(
                self.tr("A key, where one is needed, is read from the variable {0}.").format(
                    "DESKTOP_RAG_SERVER_KEY"
                ),
                "muted",
                wrap=True,
            )
        )
        column.addWidget(buttons)

    def _look(self) -> None:
        """Say what is wrong with the address, or where it leads."""
        server, wrong = self._server()
        self._use.setEnabled(server is not None)
        if server is None:
            _say(self._where, wrong, warning=False)
        elif server.is_here:
            _say(self._where, self.tr("The server is on this computer."), warning=False)
        else:
            said = self.tr(
                "⚠ {0} is not this computer. Your questions and passages of your documents will be"
                " sent there."
            ).format(server.host)
            _say(self._where, said, warning=True)
        fit_height(self)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit what was filled in before."""
        super().showEvent(event)
        fit_height(self)

    def _server(self) -> tuple[ModelServer | None, str]:
        address, model = self._address.text().strip(), self._model.text().strip()
        if not address or not model:
            return None, ""
        try:
            server = read_server(f"{address}#{model}")
        except InvalidRequest:
            server = None
        if server is None:
            return None, self.tr("This address cannot be used. It looks like {0}.").format(_EXAMPLE)
        return server, ""

    def _choose(self) -> None:
        server, _ = self._server()
        if server is not None:
            self.chosen.emit(self._role.currentData(), server.written)
            self.accept()


def _line(name: str, example: str) -> QLineEdit:
    line = QLineEdit()
    line.setObjectName(name)
    line.setPlaceholderText(example)
    return line


def _say(part: QLabel, text: str, *, warning: bool) -> None:
    part.setText(text)
    part.setVisible(bool(text))
    font = part.font()
    font.setBold(warning)
    part.setFont(font)
