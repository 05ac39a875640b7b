"""One kind of input for each kind of setting."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.style import tokens
from desktop_rag.gui.views.settings_dialog_choice import ChoiceBox
from desktop_rag.gui.views.settings_dialog_fields import SettingField, as_text, choice_words

_PAUSE_MS = 900
_LIST_LINES = 5
_MOST = 2**31 - 1


class SettingEditor(QWidget):
    """Shows a value and says what the person made of it, as text."""

    edited = Signal(str)

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = field
        self._input = self._make(field)
        self._shown = self.text()
        self._input.setAccessibleName(field.title)
        self._input.setAccessibleDescription(field.description)
        self._input.setObjectName(field.key)
        self.setFocusProxy(self._input)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._input)

    @property
    def input(self) -> QWidget:
        """The widget that takes the input."""
        return self._input

    def show_value(self, value: Any) -> None:
        """Show a value without saying that it was edited."""
        with QSignalBlocker(self._input):
            self._put(value)
        self._shown = self.text()

    @property
    def touched(self) -> bool:
        """True while something is typed that was not said yet."""
        return self.text() != self._shown

    def text(self) -> str:
        """The value that is shown now, as text."""
        box = self._input
        if isinstance(box, ChoiceBox):
            return as_text(box.currentData())
        if isinstance(box, QSpinBox | QDoubleSpinBox):
            return as_text(box.value())
        if isinstance(box, QPlainTextEdit):
            lines = (line.strip() for line in box.toPlainText().splitlines())
            return as_text([line for line in lines if line])
        assert isinstance(box, QLineEdit)
        return box.text().strip()

    def _put(self, value: Any) -> None:
        box = self._input
        if isinstance(box, ChoiceBox):
            box.setCurrentIndex(box.findData(value))
        elif isinstance(box, QSpinBox):
            box.setValue(int(value))
        elif isinstance(box, QDoubleSpinBox):
            box.setValue(float(value))
        elif isinstance(box, QPlainTextEdit):
            box.setPlainText("\n".join(value))
        elif isinstance(box, QLineEdit):
            box.setText(as_text(value))

    def _say(self) -> None:
        text = self.text()
        if text != self._shown:
            self._shown = text
            self.edited.emit(text)

    def _make(self, field: SettingField) -> QWidget:
        makers = {
            "switch": self._switch,
            "choice": self._choice,
            "whole": self._whole,
            "number": self._number,
            "list": self._list,
        }
        return makers.get(field.kind, self._line)(field)

    def _switch(self, field: SettingField) -> QWidget:
        return self._choices(((self.tr("On"), True), (self.tr("Off"), False)))

    def _choice(self, field: SettingField) -> QWidget:
        return self._choices(tuple((choice_words(choice), choice) for choice in field.choices))

    def _choices(self, choices: tuple[tuple[str, object], ...]) -> QWidget:
        box = ChoiceBox(self)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for words, value in choices:
            box.addItem(words, value)
        box.currentIndexChanged.connect(lambda _index: self._say())
        return box

    def _whole(self, field: SettingField) -> QWidget:
        box = QSpinBox(self)
        box.setRange(int(field.lowest or 0), int(_MOST if field.highest is None else field.highest))
        box.setGroupSeparatorShown(True)
        return self._stepped(box)

    def _number(self, field: SettingField) -> QWidget:
        box = QDoubleSpinBox(self)
        box.setDecimals(3)
        box.setSingleStep(0.05)
        box.setRange(field.lowest or 0.0, _MOST if field.highest is None else field.highest)
        return self._stepped(box)

    def _stepped(self, box: QSpinBox | QDoubleSpinBox) -> QWidget:
        box.setKeyboardTracking(False)
        box.lineEdit().setTextMargins(tokens.SPACE_S, 0, 0, 0)
        box.valueChanged.connect(lambda _value: self._say())
        return _without_wheel(box)

    def _line(self, field: SettingField) -> QWidget:
        box = QLineEdit(self)
        box.editingFinished.connect(self._say)
        return box

    def _list(self, field: SettingField) -> QWidget:
        box = _Lines(self)
        box.setFixedHeight(box.fontMetrics().lineSpacing() * _LIST_LINES + 16)
        box.settled.connect(self._say)
        return box


class _Lines(QPlainTextEdit):
    """One entry a line; `settled` when the person pauses or goes on."""

    settled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.settled)
        self.textChanged.connect(self._pause.start)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Going on ends the edit."""
        super().focusOutEvent(event)
        if self._pause.isActive():
            self._pause.stop()
            self.settled.emit()


class _WheelGuard(QObject):
    """Lets the wheel scroll the page in place of changing a value under the pointer."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget):
            if watched.hasFocus():
                return False
            event.ignore()
            return True
        return False


def _without_wheel(box: QAbstractSpinBox) -> QWidget:
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.installEventFilter(_WheelGuard(box))
    return box
