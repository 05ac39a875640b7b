"""One setting: what it is called, what it does, its value, and the way back to the default."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop_rag.gui.style import tokens
from desktop_rag.gui.views.settings_dialog_editors import SettingEditor
from desktop_rag.gui.views.settings_dialog_fields import SettingField, as_text, choice_words
from desktop_rag.gui.widgets.buttons import label, push_button, thin_line
from desktop_rag.gui.widgets.sizes import text_size

translate = QCoreApplication.translate

_INPUT_LETTERS = 40


class SettingRow(QWidget):
    """Shows what the engine said; a value that it refused stays as typed, with its sentence."""

    wanted = Signal(str, str)
    """Key, and the value as text."""

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._saved: Any = field.default
        self._refused = False
        self._on_its_way = 0
        self._editor = SettingEditor(field)
        self._editor.edited.connect(self._want)
        self._back = push_button(self.tr("Back to default"), "link")
        self._back.setAutoDefault(False)
        self._back.setAccessibleName(self.tr("Back to default: {0}").format(field.title))
        self._back.setToolTip(self.tr("Default: {0}").format(value_words(field, field.default)))
        self._back.clicked.connect(self._go_back)
        self._names = label("", "small", wrap=True)
        self._names.setObjectName("settingNames")
        self._warning = label("", wrap=True)
        self._warning.setObjectName("settingWarning")
        self._problem = label("", wrap=True)
        self._problem.setObjectName("settingProblem")
        self._lay_out()
        self.show_value(field.default)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the input its usual width, and less than half of the row where text is large."""
        super().resizeEvent(event)
        usual = text_size(self, _INPUT_LETTERS, 1).width()
        self._editor.setFixedWidth(min(usual, self.width() * 9 // 20))

    @property
    def editor(self) -> SettingEditor:
        """The input."""
        return self._editor

    @property
    def problem(self) -> str:
        """Why the last change was refused; empty when it was taken."""
        return self._problem.text()

    def show_value(self, value: Any) -> None:
        """Show the value that is in force. What was just typed stays: until the engine has
        answered, and after it was refused, to be mended."""
        self._saved = value
        self._back.setVisible(as_text(value) != as_text(self.field.default) or self._refused)
        if not (self._refused or self._on_its_way or self._editor.touched):
            self._editor.show_value(value)

    def show_names(self, names: tuple[str, ...]) -> None:
        """The names that this setting understands here, those of plug-ins included."""
        said = self.tr("To choose from: {0}.").format(", ".join(names)) if names else ""
        self._names.setText(said)
        self._names.setVisible(bool(said))

    def show_warning(self, sentence: str) -> None:
        """What the person should know of the value in force; empty: nothing."""
        self._warning.setText(f"⚠ {sentence}" if sentence else "")
        self._warning.setVisible(bool(sentence))

    def accept(self) -> None:
        """The engine took a change."""
        self._on_its_way -= 1
        self._refused = False
        self._problem.setText("")
        self._problem.hide()

    def refuse(self, sentence: str) -> None:
        """The engine refused a change."""
        self._on_its_way -= 1
        self._refused = True
        kept = value_words(self.field, self._saved)
        self._problem.setText(self.tr("Not saved. {0} In force is: {1}.").format(sentence, kept))
        self._problem.show()
        self._back.show()

    def _go_back(self) -> None:
        self._editor.show_value(self.field.default)
        self._want(as_text(self.field.default))

    def _want(self, text: str) -> None:
        self._on_its_way += 1
        self.wanted.emit(self.field.key, text)

    def _lay_out(self) -> None:
        name = label(_said(self.field.title), wrap=True)
        font = name.font()
        font.setBold(True)
        name.setFont(font)
        name.setBuddy(self._editor.input)
        about = label(_explained(self.field), "muted", wrap=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, tokens.SPACE_S, 0, 0)
        grid.setHorizontalSpacing(tokens.SPACE_L)
        grid.setVerticalSpacing(tokens.SPACE_XS)
        grid.setColumnStretch(0, 1)
        grid.setRowStretch(1, 1)
        grid.addWidget(name, 0, 0)
        grid.addWidget(about, 1, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._editor, 0, 1, 2, 1)
        if self.field.reprocesses:
            warning = self.tr("↻ A change processes your documents again.")
            grid.addWidget(label(warning, "small", wrap=True), 2, 0)
        elif self.field.waits:
            warning = self.tr("A change counts from the next start of the window.")
            grid.addWidget(label(warning, "small", wrap=True), 2, 0)
        grid.addWidget(self._back, 2, 1)
        for row, line in enumerate((self._names, self._warning, self._problem), start=3):
            grid.addWidget(line, row, 0, 1, 2)
            line.hide()
        grid.addWidget(thin_line(), 6, 0, 1, 2)


def value_words(field: SettingField, value: Any) -> str:
    """A value as people read it."""
    if field.kind == "switch":
        return translate("Settings", "on") if value else translate("Settings", "off")
    if field.kind == "choice":
        return choice_words(value)
    if field.kind == "list":
        return (
            translate("Settings", "1 entry")
            if len(value) == 1
            else translate("Settings", "{0} entries").format(len(value))
        )
    if isinstance(value, int | float):
        return _number(value)
    return as_text(value) or translate("Settings", "empty")


def _explained(field: SettingField) -> str:
    parts = [_said(field.description)] if field.description else []
    if field.kind == "list":
        parts.append(translate("Settings", "One entry a line."))
    if field.lowest is not None and field.highest is not None:
        parts.append(
            translate("Settings", "{0} to {1}.").format(
                _number(field.lowest), _number(field.highest)
            )
        )
    parts.append(translate("Settings", "Default: {0}.").format(value_words(field, field.default)))
    return " ".join(parts)


def _number(value: float) -> str:
    whole = float(value).is_integer()
    return QLocale().toString(int(value)) if whole else QLocale().toString(float(value), "g", 6)


def _said(text: str) -> str:
    """A sentence of the schema in the window's language."""
    return QCoreApplication.translate("Settings", text)
