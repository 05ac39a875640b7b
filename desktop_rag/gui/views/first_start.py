"""What a new person sees: drop a folder, choose one, or try the sample library."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.gui.state.library import LibraryState
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import IconLabel, label, push_button, restyle

_WIDTH = 560


class FirstStart(QWidget):
    """A drop zone with two buttons, and an honest word about the starter model. Drops themselves
    are taken by the window."""

    choose_folder_wanted = Signal()
    sample_wanted = Signal()
    models_wanted = Signal()

    def __init__(self, library: LibraryState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("firstStart")
        self._library = library
        self._theme = theme
        self._zone = QFrame()
        self._zone.setObjectName("dropZone")
        self._choose = push_button(self.tr("Choose a folder…"), "primary")
        self._choose.clicked.connect(self.choose_folder_wanted)
        self._sample = push_button(self.tr("Try the sample library"))
        self._sample.clicked.connect(self.sample_wanted)
        self._card = QFrame()
        self._card.setObjectName("honestCard")
        self._model_line = label("", wrap=True)
        self._lay_out_zone(theme)
        self._lay_out_card(theme)
        middle = QVBoxLayout()
        middle.setSpacing(tokens.SPACE_L)
        middle.addWidget(self._zone)
        middle.addWidget(self._card)
        self._inner = QWidget()
        self._inner.setLayout(middle)
        self._centre_on_page()
        theme.changed.connect(self._fit)
        self._fit()
        library.models_changed.connect(self._show_model)
        self._show_model()

    def show_drag(self, over: bool) -> None:
        """Files are held over the window, or no longer."""
        self._zone.setProperty("drop", "true" if over else "false")
        restyle(self._zone)

    def _centre_on_page(self) -> None:
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._inner, 8)
        row.addStretch(1)
        page = QWidget()
        page.setObjectName("cardList")
        column = QVBoxLayout(page)
        column.addStretch(2)
        column.addLayout(row)
        column.addStretch(3)
        scroll = QScrollArea()
        scroll.setObjectName("cards")
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _fit(self) -> None:
        self._inner.setMaximumWidth(self._theme.scaled(_WIDTH))

    def _lay_out_zone(self, theme: Theme) -> None:
        sign = IconLabel(theme, "drop", 48, "accent")
        title = label(self.tr("Drop a folder or files here"), "title", wrap=True)
        text = label(
            self.tr(
                "They are read in place and stay on this computer. "
                "You can search from the first file on."
            ),
            "muted",
            wrap=True,
        )
        column = QVBoxLayout(self._zone)
        column.setContentsMargins(32, 32, 32, 32)
        column.setSpacing(tokens.SPACE_M)
        for part in (sign, title, text):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(part)
        buttons = QHBoxLayout()
        buttons.setSpacing(tokens.SPACE_S)
        buttons.addStretch(1)
        buttons.addWidget(self._choose)
        buttons.addWidget(self._sample)
        buttons.addStretch(1)
        column.addSpacing(tokens.SPACE_S)
        column.addLayout(buttons)

    def _lay_out_card(self, theme: Theme) -> None:
        models = push_button(self.tr("See models"), "link")
        models.clicked.connect(self.models_wanted)
        row = QHBoxLayout(self._card)
        row.setContentsMargins(tokens.SPACE_L, tokens.SPACE_M, tokens.SPACE_L, tokens.SPACE_M)
        row.setSpacing(tokens.SPACE_M)
        row.addWidget(IconLabel(theme, "model", 20), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._model_line, 1)
        row.addWidget(models)

    def _show_model(self) -> None:
        model = self._library.language_model
        self._card.setVisible(self._library.status is not None)
        if model.problem:
            said = f"{model.problem} {model.remedy}".strip()
        elif model.state == "none" or not model.name:
            said = self.tr(
                "There is no language model yet. Searching and quoted answers work without one."
            )
        elif model.starter:
            said = self.tr(
                "{name} is a tiny starter model that writes poorly, so answers quote your "
                "documents word for word. A larger model that fits this computer can write them."
            ).format(name=model.name)
        else:
            said = self.tr("Answers are written by {name}, on this computer.").format(
                name=model.name
            )
        self._model_line.setText(said)
