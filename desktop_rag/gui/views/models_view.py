"""Model files: which are here, which fit this machine, and what each is used for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.words import size_words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.views import models_view_words as words
from desktop_rag.gui.views.model_server_dialog import ModelServerDialog
from desktop_rag.gui.views.models_view_roles import ModelRoles
from desktop_rag.gui.views.models_view_row import ModelRow
from desktop_rag.gui.widgets.buttons import IconButton, label, push_button
from desktop_rag.messages import Message
from desktop_rag.messages.models import (
    AddModel,
    CheckModels,
    ListModels,
    Machine,
    ModelLine,
    ModelList,
    ModelTried,
    PullModel,
    PullProgressed,
    RemoveModel,
    TryModel,
    UseModel,
)

_WIDEST = 137  # letters


class ModelsView(QWidget):
    """Asks the engine for its models when it is shown; every change comes back as a `ModelList`."""

    closed = Signal()

    def __init__(
        self, engine_link: EngineLink, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("modelsView")
        self.setAccessibleName(self.tr("Models"))
        self.setAcceptDrops(True)
        self._link = engine_link
        self._models: tuple[ModelLine, ...] = ()
        self._rows: dict[str, ModelRow] = {}
        self._pulls: dict[str, int] = {}
        self._best = ""
        self._machine = label(self.tr("Asking what this machine can do…"), "muted", wrap=True)
        self._notice = InlineNotice()
        self._llama = _Card(self.tr("Language models cannot run yet"))
        self._honest = _Card(self.tr("About the model that writes answers"))
        self._better = push_button("", "primary")
        self._better.clicked.connect(self._get_better)
        self._honest.add(self._better)
        self._roles = ModelRoles()
        self._roles.wanted.connect(self._use)
        self._installed, self._offered = QVBoxLayout(), QVBoxLayout()
        self._nothing_offered = label(self.tr("Nothing more is offered."), "muted")
        back = IconButton(theme, "back", self.tr("Back"))
        back.clicked.connect(self.closed)
        self._lay_out(back)
        engine_link.connected.connect(self.refresh)
        engine_link.model_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Ask the engine anew, when the view is seen."""
        if self.isVisible():
            self._send(ListModels())

    def add_file(self, path: str) -> None:
        """Use a GGUF file, or the folder of an embedding model, where it lies."""
        self._send(AddModel(path))

    def download(self, name: str) -> None:
        """Download a model of the catalogue; this uses the network."""
        if name in self._pulls or name not in self._rows:
            return
        self._notice.say("")
        self._rows[name].begin_download()

        def progressed(event: Message) -> None:
            if isinstance(event, PullProgressed) and name in self._rows:
                self._rows[name].show_download(event)

        def done(reply: Message) -> None:
            self._end_pull(name)
            self._on_list(reply)

        def failed(error: DesktopRagError) -> None:
            self._end_pull(name)
            if error.code != "stopped":
                self._on_failed(error)

        self._pulls[name] = self._link.request(
            PullModel(name), done, failed, progressed, owner=self
        )

    def try_out(self, name: str) -> None:
        """Measure how fast a language model is."""
        row = self._rows.get(name)
        if row is None:
            return
        row.begin_try()

        def done(reply: Message) -> None:
            if isinstance(reply, ModelTried) and name in self._rows:
                self._rows[name].end_try(words.tried_words(reply))

        def failed(error: DesktopRagError) -> None:
            if name in self._rows:
                self._rows[name].end_try(f"{error.message} {error.remedy}".strip())

        self._link.request(TryModel(name), done, failed, owner=self)

    def choose_server(self) -> None:
        """Ask for the address of a model server."""
        dialog = ModelServerDialog(self)
        dialog.chosen.connect(self._use)
        dialog.open()

    def cancel_download(self, name: str) -> None:
        """Stop a download. What has come stays and is gone on from next time."""
        if name in self._pulls:
            self._link.cancel(self._pulls[name])

    # --- the engine ---------------------------------------------------------------------------

    def _send(self, message: Message) -> None:
        self._link.request(message, self._on_list, self._on_failed, owner=self)

    def _on_list(self, reply: Message) -> None:
        if not isinstance(reply, ModelList):
            return
        self._models = reply.models
        self._show_machine(reply.machine)
        self._show_honest(reply.models, reply.machine)
        self._roles.show_models(reply.models)
        self._show_rows(reply.models)

    def _on_failed(self, error: DesktopRagError) -> None:
        self._roles.show_in_use()
        self._notice.say(f"{error.message} {error.remedy}".strip())

    def _end_pull(self, name: str) -> None:
        self._pulls.pop(name, None)
        if name in self._rows:
            self._rows[name].end_download()

    def _use(self, role: str, name: str) -> None:
        if role != "embed":
            self._send(UseModel(role, name))
            return
        self._roles.show_in_use()
        self._notice.say(
            self.tr("With another model for meaning, all documents are processed again.")
            + " "
            + self.tr("Searching by words goes on meanwhile."),
            (
                (self.tr("Change it"), lambda: self._send(UseModel(role, name))),
                (self.tr("Keep the one in use"), _nothing),
            ),
        )

    def _remove(self, name: str) -> None:
        line = next((line for line in self._models if line.name == name), None)
        self._notice.say(
            self.tr(
                "Remove {0}? A file that was downloaded here is deleted; your own stay."
            ).format(words.name_words(line) if line else name),
            (
                (self.tr("Remove"), lambda: self._send(RemoveModel(name))),
                (self.tr("Keep it"), _nothing),
            ),
        )

    def _get_better(self) -> None:
        if self._best:
            self.download(self._best)

    # --- looks --------------------------------------------------------------------------------

    def _show_machine(self, machine: Machine) -> None:
        self._machine.setText(words.machine_words(machine))
        self._llama.setVisible(not machine.llama)
        self._llama.say(
            " ".join(
                part
                for part in (
                    machine.llama_problem,
                    self.tr("To add what is missing: install a C compiler and CMake, run"),
                    "“pip install 'desktop-rag[llama]'”,",
                    self.tr("and start the application again."),
                    self.tr("Searching and answers that quote your documents work without it."),
                )
                if part
            )
        )

    def _show_honest(self, models: tuple[ModelLine, ...], machine: Machine) -> None:
        writing = words.writing_model(models)
        better = words.better_choice(models, machine) if machine.llama else None
        self._best = better.name if better else ""
        self._honest.setVisible(writing is None or writing.starter)
        if writing is None:
            said = self.tr(
                "No model is in use: answers quote the best sentences of your documents."
            )
        else:
            said = self.tr(
                "{0} came with the application. It is very small and often writes wrong or clumsy"
                " sentences, so answers quote your documents until you choose another model."
            ).format(writing.name)
        if better is not None:
            fits = self.tr("{0} fits this machine and answers better.").format(better.name)
            said = f"{said} {fits}"
            self._better.setText(
                self.tr("Download {0}, {1}").format(better.name, size_words(better.size_bytes))
            )
        self._better.setVisible(better is not None)
        self._honest.say(said)

    def _show_rows(self, models: tuple[ModelLine, ...]) -> None:
        names = {line.name for line in models}
        for name in [name for name in self._rows if name not in names]:
            row = self._rows.pop(name)
            row.hide()
            row.deleteLater()
        for line in models:
            row = self._rows.get(line.name) or self._new_row(line)
            row.show_line(line)
            (self._offered if line.state == "offered" else self._installed).addWidget(row)
        self._nothing_offered.setVisible(all(line.state != "offered" for line in models))

    def _new_row(self, line: ModelLine) -> ModelRow:
        row = self._rows[line.name] = ModelRow(line)
        row.download_wanted.connect(self.download)
        row.cancel_wanted.connect(self.cancel_download)
        row.use_wanted.connect(self._use)
        row.remove_wanted.connect(self._remove)
        row.try_wanted.connect(self.try_out)
        return row

    def _lay_out(self, back: IconButton) -> None:
        add = push_button(self.tr("Add a GGUF file…"))
        add.clicked.connect(self._choose_file)
        server = push_button(self.tr("Use a model server…"))
        server.clicked.connect(self.choose_server)
        check = push_button(self.tr("Check the files"))
        check.setToolTip(self.tr("Reads every model file and compares its checksum."))
        check.clicked.connect(lambda: self._send(CheckModels()))
        for layout in (self._installed, self._offered):
            layout.setSpacing(tokens.SPACE_S)
        inside = QWidget()
        inside.setObjectName("cardList")
        inside.setMaximumWidth(_WIDEST * self.fontMetrics().averageCharWidth())
        column = QVBoxLayout(inside)
        column.setContentsMargins(tokens.SPACE_L, tokens.SPACE_S, tokens.SPACE_L, tokens.SPACE_XL)
        column.setSpacing(tokens.SPACE_M)
        column.addLayout(_row(back, label(self.tr("Models"), "title")))
        for part in (self._machine, self._notice, self._llama):
            column.addWidget(part)
        column.addWidget(self._honest)
        column.addSpacing(tokens.SPACE_S)
        column.addWidget(label(self.tr("Which model does what"), "section"))
        column.addWidget(self._roles)
        column.addSpacing(tokens.SPACE_S)
        column.addWidget(label(self.tr("Installed"), "section"))
        column.addLayout(self._installed)
        column.addLayout(_row(add, server, check))
        column.addWidget(
            label(self.tr("A .gguf file can also be dropped here; it stays where it is."), "small")
        )
        column.addSpacing(tokens.SPACE_S)
        column.addWidget(label(self.tr("Offered"), "section"))
        column.addWidget(
            label(self.tr("A download uses the network, and so does a server elsewhere."), "small")
        )
        column.addLayout(self._offered)
        column.addWidget(self._nothing_offered)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("cards")
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)
        self._llama.hide()
        self._honest.hide()

    def _choose_file(self) -> None:
        chooser = QFileDialog(self, self.tr("Add a model file"))
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.setNameFilter(self.tr("GGUF models (*.gguf)"))
        chooser.fileSelected.connect(self.add_file)
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask what there is."""
        super().showEvent(event)
        self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take model files only; everything else is for the library."""
        if _model_files(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Use the files that were dropped."""
        paths = _model_files(event.mimeData())
        for path in paths:
            self.add_file(path)
        if paths:
            event.acceptProposedAction()
        else:
            event.ignore()


class _Card(QFrame):
    """A title and a sentence, standing out a little."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setObjectName("honestCard")
        self._words = label("", wrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(*(tokens.SPACE_M,) * 4)
        self._column.setSpacing(tokens.SPACE_S)
        self._column.addWidget(label(title, "section"))
        self._column.addWidget(self._words)

    def say(self, text: str) -> None:
        """Show a sentence."""
        self._words.setText(text)

    def add(self, button: QPushButton) -> None:
        """Put a button below the sentence."""
        self._column.addLayout(_row(button))


def _row(*buttons: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(tokens.SPACE_S)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row


def _model_files(data: QMimeData) -> list[str]:
    paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    models = [path for path in paths if Path(path).suffix.lower() == ".gguf"]
    return models if len(models) == len(data.urls()) else []


def _nothing() -> None:
    """What an answer that changes nothing does."""
