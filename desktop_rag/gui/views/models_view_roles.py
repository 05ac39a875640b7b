"""Which model does what."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from desktop_rag.gui.style import tokens
from desktop_rag.gui.views import models_view_words as words
from desktop_rag.gui.views.settings_dialog_choice import ChoiceBox
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.messages.models import ModelLine

_ROLES = ("answer", "embed", "rerank")
_USABLE = frozenset({"installed", "served"})
_MAY_BE_NONE = frozenset({"answer", "rerank"})


class ModelRoles(QWidget):
    """One choice for each role. What is shown is what the engine said; a choice is only a wish."""

    wanted = Signal(str, str)
    """Role and name of a model, or `none`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models: tuple[ModelLine, ...] = ()
        self._choices = {role: self._choice(role) for role in _ROLES}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(tokens.SPACE_L)
        grid.setVerticalSpacing(tokens.SPACE_S)
        grid.setColumnStretch(1, 1)
        for number, (role, choice) in enumerate(self._choices.items()):
            grid.addWidget(label(words.role_words(role)), number, 0)
            grid.addWidget(choice, number, 1)

    def show_models(self, models: tuple[ModelLine, ...]) -> None:
        """Offer the installed models and show which are in use."""
        self._models = models
        for role, choice in self._choices.items():
            with QSignalBlocker(choice):
                choice.clear()
                for name, shown in self._options(role):
                    choice.addItem(shown, name)
                choice.setCurrentIndex(max(choice.findData(self._in_use(role)), 0))
            choice.setEnabled(choice.count() > 1)

    def show_in_use(self) -> None:
        """Go back to what the engine said."""
        self.show_models(self._models)

    def choose(self, role: str, name: str) -> None:
        """Choose as a person would."""
        choice = self._choices[role]
        choice.setCurrentIndex(choice.findData(name))
        choice.activated.emit(choice.currentIndex())

    def chosen(self, role: str) -> str:
        """The model shown for a role."""
        return str(self._choices[role].currentData())

    def _options(self, role: str) -> list[tuple[str, str]]:
        usable = [m for m in self._models if m.role == role and m.state in _USABLE]
        options = [(m.name, words.name_words(m)) for m in usable]
        if role in _MAY_BE_NONE or not options:
            nobody = {
                "answer": self.tr("No model: answers quote your documents"),
                "rerank": self.tr("No model of its own"),
            }
            options.insert(0, (words.NONE, nobody.get(role, self.tr("No model"))))
        return options

    def _in_use(self, role: str) -> str:
        used = (m.name for m in self._models if m.role == role and m.in_use)
        return next(used, words.NONE)

    def _choice(self, role: str) -> QComboBox:
        choice = ChoiceBox(self)
        choice.setObjectName(f"role_{role}")
        choice.setAccessibleName(words.role_words(role))
        choice.activated.connect(lambda _index: self._wish(role))
        return choice

    def _wish(self, role: str) -> None:
        name = self.chosen(role)
        if name != self._in_use(role):
            self.wanted.emit(role, name)
