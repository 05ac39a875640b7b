"""The whole window by keyboard: everything that can be clicked can be reached and taken."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.messages.library import PauseIndexing, RetryFiles
from tests.fakes.scripted_gui_engine import furnished
from tests.gui.conftest import Open, Stage
from tests.gui.scripted_models import ScriptedModels
from tests.gui.test_ask_answers import ask

_CONTROL = Qt.KeyboardModifier.ControlModifier
_MOST_STEPS = 150


def walk(qtbot: QtBot, window: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """The widgets that get the focus, from the one that has it until it comes back."""
    seen: list[QWidget] = []
    for _ in range(_MOST_STEPS):
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused in seen:
            return seen
        seen.append(focused)
        qtbot.keyClick(focused, key)
    raise AssertionError(f"the focus never came back: {[w.objectName() for w in seen]}")


def clickable(window: QWidget) -> set[QWidget]:
    """Buttons and inputs that a mouse could take now."""
    kinds = (QAbstractButton, QLineEdit, QComboBox)
    return {
        widget
        for kind in kinds
        for widget in window.findChildren(kind)
        if widget.isVisible() and widget.isEnabled() and not _inside(widget)
    }


def _inside(widget: QWidget) -> bool:
    """Parts of another widget that has keys of its own: clear buttons, scrolling arrows."""
    parent = widget.parentWidget()
    return isinstance(parent, QLineEdit | QComboBox) or widget.objectName().startswith("qt_")


def test_tab_reaches_everything_that_can_be_clicked_and_comes_back(
    qtbot: QtBot, stage: Stage
) -> None:
    ask(qtbot, stage)
    qtbot.keyClick(stage.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: stage.part("sourceViewer").isVisible())
    qtbot.keyClick(stage.window, Qt.Key.Key_K, _CONTROL)
    there = walk(qtbot, stage.window)
    missed = clickable(stage.window) - set(there)
    assert not missed, [(type(w).__name__, w.accessibleName() or w.toolTip()) for w in missed]
    for name in ("answerView", "conversationList", "rootList", "sourceCard_1"):
        assert stage.part(name) in there, name


def test_the_way_back_is_the_same_way(qtbot: QtBot, stage: Stage) -> None:
    there = walk(qtbot, stage.window)
    back = walk(qtbot, stage.window, Qt.Key.Key_Backtab)
    assert set(there) == set(back)
    assert back[1:] == there[:0:-1]


def test_each_page_is_reached_used_and_left_by_keyboard(qtbot: QtBot, open_window: Open) -> None:
    stage = open_window(furnished(on_models=ScriptedModels()))
    qtbot.keyClick(stage.window, Qt.Key.Key_L, _CONTROL)
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 3)
    assert QApplication.focusWidget() is table
    for _ in range(3):
        qtbot.keyClick(table, Qt.Key.Key_Down)
    again = next(
        b for b in stage.window.findChildren(QAbstractButton) if b.text().startswith("Read the sel")
    )
    assert again in walk(qtbot, stage.window)
    again.setFocus()
    qtbot.keyClick(again, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(RetryFiles)))
    qtbot.keyClick(stage.window, Qt.Key.Key_Escape)
    qtbot.keyClick(stage.window, Qt.Key.Key_M, _CONTROL)
    assert stage.part("modelsView").isVisible()
    qtbot.keyClick(stage.window, Qt.Key.Key_Escape)
    assert not stage.part("modelsView").isVisible()


def test_quality_is_measured_by_keyboard(qtbot: QtBot, stage: Stage) -> None:
    both = _CONTROL | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(stage.window, Qt.Key.Key_M, both)
    page = stage.part("qualityView")
    assert page.isVisible()
    make = next(b for b in page.findChildren(QAbstractButton) if b.text().startswith("Make"))
    make.setFocus()
    qtbot.keyClick(make, Qt.Key.Key_Space)
    measure = page.findChild(QAbstractButton, "measureButton")
    assert measure is not None
    qtbot.waitUntil(measure.isEnabled)
    missed = {w for w in clickable(stage.window) if page.isAncestorOf(w)} - set(
        walk(qtbot, stage.window)
    )
    assert not missed, [(type(w).__name__, w.accessibleName()) for w in missed]
    measure.setFocus()
    qtbot.keyClick(measure, Qt.Key.Key_Space)
    qtbot.waitUntil(stage.part("qualityResults").isVisible)
    qtbot.keyClick(stage.window, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_every_command_of_the_palette_runs_by_its_name(qtbot: QtBot, stage: Stage) -> None:
    qtbot.keyClick(stage.window, Qt.Key.Key_P, _CONTROL)
    box = stage.window.findChild(QLineEdit, "paletteInput")
    assert box is not None
    qtbot.keyClicks(box, "pause")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(PauseIndexing)))


def test_the_focus_is_always_to_be_seen(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    qtbot.keyClick(stage.window, Qt.Key.Key_K, _CONTROL)
    for widget in walk(qtbot, stage.window):
        widget.clearFocus()
        without = stage.window.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        assert stage.window.grab().toImage() != without, (
            type(widget).__name__,
            widget.accessibleName(),
        )


def test_the_window_has_no_hidden_shortcut_without_a_name(stage: Stage) -> None:
    for action in stage.window.actions():
        named = action.text() or action.objectName().startswith("openSource")
        assert named, action.shortcut().toString()
    assert all(s.parent() is not None for s in stage.window.findChildren(QShortcut))
