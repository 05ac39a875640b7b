"""All settings, drawn from their schema, searchable, saved as they are changed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.style import tokens
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.views.settings_dialog_fields import SettingSection, setting_sections
from desktop_rag.gui.views.settings_dialog_row import SettingRow
from desktop_rag.gui.widgets.buttons import label
from desktop_rag.gui.widgets.sizes import text_size
from desktop_rag.messages import Message
from desktop_rag.messages.models import ChangeSetting, GetSettings, SettingsShown

_SIZE = (137, 46)  # letters, lines
_LEAST_LETTERS = 80  # of the dialog's width, for the list of groups beside the settings
_SLICE_S = 0.015


class SettingsDialog(QDialog):
    """Not modal. Each change is sent at once and shown as the engine has it."""

    changed = Signal(object)
    """All settings as the engine has them: section → field → value."""

    def __init__(self, engine_link: EngineLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settingsDialog")
        self.setAccessibleName(self.tr("Settings"))
        self.setWindowTitle(self.tr("Settings"))
        self.setModal(False)
        self.resize(text_size(self, *_SIZE))
        self._link = engine_link
        self._sections = setting_sections()
        self._rows: dict[str, SettingRow] = {}
        self._values: dict[str, dict[str, Any]] = {}
        self._shown = SettingsShown("{}")
        self._groups: dict[str, QWidget] = {}
        self._notice = InlineNotice()
        self._search = QLineEdit()
        self._search.setObjectName("settingsSearch")
        self._search.setAccessibleName(self.tr("Find a setting"))
        self._search.setPlaceholderText(self.tr("Find a setting"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._filter)
        self._nothing = label(self.tr("No setting is called or explained like that."), "muted")
        self._list = QListWidget()
        self._list.setObjectName("settingsGroups")
        self._list.setAccessibleName(self.tr("Groups of settings"))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setSpacing(2)
        self._list.addItems([_said(section.title) for section in self._sections])
        self._list.currentRowChanged.connect(self._go_to)
        self._scroll = QScrollArea()
        self._settings = QVBoxLayout()
        self._lay_out()
        self._left = self._build()
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._build_slice)
        self._slices.start()
        engine_link.connected.connect(self.refresh)

    def refresh(self) -> None:
        """Ask the engine for all values, when the dialog is seen."""
        if self.isVisible():
            self._link.request(GetSettings(), self._on_shown, self._on_failed, owner=self)

    def row(self, key: str) -> SettingRow:
        """The row of `section.field`."""
        self._build_all()
        return self._rows[key]

    def search(self, words: str) -> None:
        """Show only the settings of which all words are said."""
        self._search.setText(words)

    # --- the engine ---------------------------------------------------------------------------

    def _change(self, key: str, value: str) -> None:
        row = self._rows[key]

        def done(reply: Message) -> None:
            row.accept()
            self._on_shown(reply)
            if row.field.waits:
                self._notice.say(self.tr("Saved. It counts from the next start of the window."))
            if isinstance(reply, SettingsShown):
                self.changed.emit(json.loads(reply.json))

        def failed(error: DesktopRagError) -> None:
            row.refuse(f"{error.message} {error.remedy}".strip())

        self._link.request(ChangeSetting(key, value), done, failed, owner=self)

    def _on_shown(self, reply: Message) -> None:
        if not isinstance(reply, SettingsShown):
            return
        self._notice.say("")
        self._shown = reply
        self._values = json.loads(reply.json)
        for row in self._rows.values():
            self._show_value(row)

    def _show_value(self, row: SettingRow) -> None:
        section = self._values.get(row.field.section, {})
        row.show_value(section.get(row.field.name, row.field.default))
        row.show_names(self._shown.chains.get(row.field.key, ()))
        row.show_warning(self._shown.warnings.get(row.field.key, ""))

    def _on_failed(self, error: DesktopRagError) -> None:
        self._notice.say(f"{error.message} {error.remedy}".strip())

    # --- looks --------------------------------------------------------------------------------

    def _filter(self, words: str) -> None:
        self._build_all()
        found = False
        for section in self._sections:
            any_here = False
            for field in section.fields:
                fits = field.matches(words, section.title)
                self._rows[field.key].setVisible(fits)
                any_here = any_here or fits
            self._groups[section.name].setVisible(any_here)
            found = found or any_here
        self._nothing.setVisible(not found)

    def _go_to(self, number: int) -> None:
        if 0 <= number < len(self._sections):
            self._build_all()
            self._search.clear()
            self._settings.activate()
            group = self._groups[self._sections[number].name]
            self._scroll.verticalScrollBar().setValue(group.y())

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setLayout(self._settings)
        self._settings.setContentsMargins(tokens.SPACE_L, 0, tokens.SPACE_L, tokens.SPACE_L)
        self._settings.setSpacing(tokens.SPACE_L)
        self._settings.addWidget(self._nothing)
        self._settings.addStretch(1)
        self._nothing.hide()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(inside)
        body = QHBoxLayout()
        body.setSpacing(tokens.SPACE_M)
        body.addWidget(self._list)
        body.addWidget(self._scroll, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(tokens.SPACE_L,) * 4)
        column.setSpacing(tokens.SPACE_M)
        column.addWidget(self._search)
        column.addWidget(self._notice)
        column.addLayout(body, 1)

    def _build(self) -> Iterator[None]:
        """Make one row a step: all of them at once would hold up the window."""
        for number, section in enumerate(self._sections):
            column = self._group(section, number)
            for field in section.fields:
                row = self._rows[field.key] = SettingRow(field)
                row.wanted.connect(self._change)
                self._show_value(row)
                column.addWidget(row)
                yield

    def _build_slice(self) -> None:
        until = time.perf_counter() + _SLICE_S
        for _ in self._left:
            if time.perf_counter() > until:
                return
        self._slices.stop()

    def _build_all(self) -> None:
        self._slices.stop()
        for _ in self._left:
            pass

    def _group(self, section: SettingSection, number: int) -> QVBoxLayout:
        group = self._groups[section.name] = QWidget()
        column = QVBoxLayout(group)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(label(_said(section.title), "title"))
        self._settings.insertWidget(number, group)
        return column

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The settings themselves come first where there is little room for large text."""
        super().resizeEvent(event)
        letters = self.width() / self.fontMetrics().averageCharWidth()
        self._list.setVisible(letters >= _LEAST_LETTERS)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the values and put the cursor in the search."""
        super().showEvent(event)
        self._list.doItemsLayout()  # rows were measured before the style sheet was put on
        self._list.setFixedWidth(self._list.sizeHintForColumn(0) + 2 * tokens.SPACE_L)
        self._search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()


def _said(text: str) -> str:
    return QCoreApplication.translate("Settings", text)
