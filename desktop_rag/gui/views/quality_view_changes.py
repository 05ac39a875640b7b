"""What B does otherwise than A: a few settings of the search with other values."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.views.settings_dialog_choice import ChoiceBox
from desktop_rag.gui.views.settings_dialog_editors import SettingEditor
from desktop_rag.gui.views.settings_dialog_fields import SettingField, setting_sections
from desktop_rag.gui.widgets.buttons import IconButton, label, push_button

translate = QCoreApplication.translate


class SettingChanges(QWidget):
    """Rows of a setting and its other value. Only settings of the search are offered: they can be
    compared over the same index."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fields = searched_settings()
        self._rows: list[_Change] = []
        self._add = push_button(self.tr("Compare with another setting"), "link")
        self._add.clicked.connect(self._add_row)
        self._hint = label(
            self.tr("A is the search as it is set now. B is the same with these changes:"),
            "muted",
            wrap=True,
        )
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(tokens.SPACE_S)
        self._column.addWidget(self._hint)
        self._column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        self._show()

    def changes(self) -> dict[str, str]:
        """The settings of B that differ, as `section.field` texts; empty when nothing is
        compared."""
        return {row.field.key: row.editor.text() for row in self._rows}

    def _add_row(self) -> None:
        row = _Change(self._fields, self._theme)
        row.remove.clicked.connect(partial(self._remove_row, row))
        self._rows.append(row)
        self._column.insertWidget(self._column.count() - 1, row)
        self._show()
        row.setting.setFocus()

    def _remove_row(self, row: _Change, _checked: bool = False) -> None:
        self._rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._show()
        self._add.setFocus()

    def _show(self) -> None:
        self._hint.setVisible(bool(self._rows))
        self._add.setText(
            self.tr("Change one more setting")
            if self._rows
            else self.tr("Compare with another setting")
        )


class _Change(QWidget):
    """One setting and the value that it has in B."""

    def __init__(self, fields: tuple[SettingField, ...], theme: Theme) -> None:
        super().__init__()
        self._fields = fields
        self.setting = ChoiceBox()
        self.setting.setAccessibleName(self.tr("Setting to change"))
        for field in fields:
            self.setting.addItem(translate("Settings", field.title), field.key)
        self.setting.currentIndexChanged.connect(self._show_editor)
        self.remove = IconButton(theme, "close", self.tr("Take this change out"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.setting, 2)
        self.editor = self._made()
        self._row.addWidget(self.editor, 1)
        self._row.addWidget(self.remove)

    @property
    def field(self) -> SettingField:
        """The setting that is chosen."""
        return self._fields[max(self.setting.currentIndex(), 0)]

    def _made(self) -> SettingEditor:
        editor = SettingEditor(self.field)
        editor.show_value(self.field.default)
        self.setting.setToolTip(translate("Settings", self.field.description))
        return editor

    def _show_editor(self) -> None:
        old, self.editor = self.editor, self._made()
        self._row.replaceWidget(old, self.editor)
        old.hide()
        old.deleteLater()


def searched_settings() -> tuple[SettingField, ...]:
    """The settings that change how the same index is searched."""
    return next(s.fields for s in setting_sections() if s.name == "retrieval")
