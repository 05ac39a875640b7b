"""What pictures of the window showed to be wrong once: cut words, uneven rows, unclear states."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QSpinBox,
    QTabBar,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.widgets.buttons import push_button
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library import RootStatus
from tests.fakes.scripted_gui_engine import furnished
from tests.gui.conftest import Open, Stage
from tests.gui.scripted_models import ScriptedModels
from tests.gui.test_ask_answers import ask

_CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize("scale", [100, 200])
def test_controls_beside_each_other_are_equally_high(
    qtbot: QtBot, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    made = [push_button("Add"), QLineEdit(), QComboBox(), QSpinBox()]
    for widget in made:
        qtbot.addWidget(widget)
        widget.ensurePolished()
    heights = {type(widget).__name__: widget.sizeHint().height() for widget in made}
    theme.wear(Appearance("light"))
    assert max(heights.values()) - min(heights.values()) <= 2, heights


@pytest.mark.parametrize("colours", [tokens.LIGHT, tokens.DARK, tokens.CONTRAST], ids=str)
def test_it_shows_how_much_of_a_bar_is_filled(colours: tokens.Colours) -> None:
    assert tokens.contrast(colours.accent, colours.groove) >= 3


def test_what_cannot_be_pressed_differs_in_high_contrast_too() -> None:
    assert tokens.contrast(tokens.CONTRAST.text, tokens.CONTRAST.off) >= 2


@pytest.mark.parametrize("scale", [100, 200])
def test_the_chosen_command_has_a_ground_and_all_keys_are_whole(
    qtbot: QtBot, stage: Stage, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    qtbot.keyClick(stage.window, Qt.Key.Key_P, _CONTROL)
    listed = stage.window.findChild(QListWidget, "paletteList")
    assert listed is not None
    first = listed.visualItemRect(listed.item(0))
    ground = listed.viewport().grab().toImage().pixelColor(first.left() + 3, first.center().y())
    inside = first.right() <= listed.viewport().width()
    theme.wear(Appearance("light"))
    assert ground == QColor(tokens.LIGHT.accent_soft)
    assert inside, "the keys stand at the right end of a row"


@pytest.mark.parametrize("scale", [100, 200])
def test_the_heads_of_the_list_of_files_are_whole(
    qtbot: QtBot, open_window: Open, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    stage = open_window(furnished())
    stage.window.resize(1300, 800)
    qtbot.keyClick(stage.window, Qt.Key.Key_L, _CONTROL)
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 3)
    header = table.horizontalHeader()

    def cut() -> list[int]:
        shown = [c for c in range(header.count()) if not table.isColumnHidden(c)]
        return [c for c in shown if header.sectionSize(c) < header.sectionSizeHint(c)]

    try:
        qtbot.waitUntil(lambda: not cut())
    finally:
        theme.wear(Appearance("light"))


def test_a_long_reason_is_told_whole_for_the_chosen_file(qtbot: QtBot, open_window: Open) -> None:
    reason, remedy = "It ends too early. " * 20, "Save it again in the program it came from."
    torn = FileEntry("/home/ana/torn.docx", "/home/ana", "failed", reason.strip(), remedy)
    stage = open_window(furnished(files=[torn]))
    qtbot.keyClick(stage.window, Qt.Key.Key_L, _CONTROL)
    table, said = stage.part("ledgerTable"), stage.part("ledgerWhy")
    assert isinstance(table, QTableView)
    assert isinstance(said, QLabel)
    qtbot.waitUntil(lambda: table.model().rowCount() == 1)
    assert not said.isVisible()
    table.selectRow(0)
    assert said.text() == f"{reason.strip()} {remedy}"
    assert said.isVisible()


def test_a_page_that_is_neither_asking_nor_searching_is_not_called_so(
    qtbot: QtBot, stage: Stage
) -> None:
    switch = stage.part("modeSwitch")
    assert isinstance(switch, QTabBar)
    tab = switch.tabRect(0)

    def ground() -> QColor:
        return switch.grab().toImage().pixelColor(tab.left() + 6, tab.center().y())

    qtbot.keyClick(stage.window, Qt.Key.Key_L, _CONTROL)
    assert ground() != QColor(tokens.LIGHT.accent_soft)
    qtbot.keyClick(stage.window, Qt.Key.Key_Escape)
    assert ground() == QColor(tokens.LIGHT.accent_soft)


@pytest.mark.parametrize(
    ("page", "key", "held"),
    [
        ("ledgerView", Qt.Key.Key_L, _CONTROL),
        ("modelsView", Qt.Key.Key_M, _CONTROL),
        ("qualityView", Qt.Key.Key_M, _CONTROL | Qt.KeyboardModifier.ShiftModifier),
    ],
)
def test_the_keyboard_enters_a_page_with_it_and_returns_to_the_question(
    qtbot: QtBot, open_window: Open, page: str, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    stage = open_window(furnished(on_models=ScriptedModels()))
    qtbot.keyClick(stage.window, key, held)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert stage.part(page).isAncestorOf(focused), focused.objectName()
    qtbot.keyClick(stage.window, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is stage.part("askInput")


def test_a_notice_stands_apart_from_what_is_below(qtbot: QtBot, stage: Stage) -> None:
    stage.state.notices.post(NoticeGiven("one", "A sentence."))
    line = stage.part("notice")
    qtbot.waitUntil(line.isVisible)
    bar = line.parentWidget()
    assert bar is not None
    assert bar.height() - line.geometry().bottom() > tokens.SPACE_XS


def test_large_counts_are_written_with_the_signs_of_the_language(open_window: Open) -> None:
    roots = [RootStatus("/home/ana/Work", "ready", 123456, 123456, attention=4321)]
    stage = open_window(furnished(roots=roots))
    texts = " ".join(_texts(stage.window))
    assert "4,321" in texts
    assert "4321" not in texts


def test_a_link_below_an_answer_is_not_broken_in_two(qtbot: QtBot, stage: Stage) -> None:
    ask(qtbot, stage)
    document = stage.part("answerView").document()  # type: ignore[attr-defined]
    assert "Copy\u00a0with\u00a0sources" in document.toRawText()


def _texts(window: QWidget) -> list[str]:
    found = []
    for widget in window.findChildren(QWidget):
        said = getattr(widget, "text", None)
        if callable(said) and widget.isVisible():
            found.append(str(said()))
    return found
