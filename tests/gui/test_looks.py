"""What pictures of the window showed to be wrong once: cut words, uneven rows, unclear states."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTabBar,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.domain.answer import Source
from desktop_rag.domain.errors import EngineUnavailable
from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.state.ledger import CHANGED_COLUMN, WHY_COLUMN
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.views.model_server_dialog import ModelServerDialog
from desktop_rag.gui.views.password_dialog import PasswordDialog
from desktop_rag.gui.views.settings_dialog import SettingsDialog
from desktop_rag.gui.views.template_dialog import TemplateDialog
from desktop_rag.gui.widgets.buttons import IconLabel, push_button
from desktop_rag.gui.widgets.hover_card import HoverCard
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library import LanguageModelStatus, QueueStatus, RootStatus
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


def test_an_engine_that_does_not_start_is_not_said_to_be_starting(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(furnished(queue=QueueStatus(125, 1, 118.0, 214, 340)))
    link, bar = stage.state.link, stage.part("activityBar")
    qtbot.waitUntil(lambda: "Indexing 214 of 340" in " ".join(_texts(bar)))
    link._is_connected = False
    link.disconnected.emit("The engine ended. It is being started again.")
    assert "Starting the engine…" in _texts(bar)
    progress = bar.findChild(QProgressBar)
    assert progress is not None
    assert not progress.isVisible(), "nothing is indexed without an engine"
    link.unavailable.emit(EngineUnavailable("The engine could not be started.", "Try again."))
    assert "The engine is not running" in _texts(bar)
    link._is_connected = True
    link.connected.emit()
    assert progress.isVisible()


def test_no_sign_of_being_offline_stands_beside_a_server_elsewhere(open_window: Open) -> None:
    far = LanguageModelStatus("qwen3:4b", "ready", host="192.168.1.20", elsewhere=True)
    alone, shared = open_window(furnished()), open_window(furnished(model=far))
    signs = [
        one.part("activityBar").findChildren(IconLabel)[0].pixmap().toImage()
        for one in (alone, shared)
    ]
    assert "not only this computer" in _texts(shared.part("activityBar"))
    assert signs[0] != signs[1]


def test_filters_that_do_not_fit_beside_the_switch_go_below_it(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(furnished())
    stage.window.resize(1240, 800)
    bar, switch = stage.part("filterBar"), stage.part("modeSwitch")
    path = "/home/ana/Work/a rather long name of a manual.pdf"
    stage.window.contents.flow.ask_about(path)
    qtbot.waitUntil(lambda: bar.geometry().top() >= switch.geometry().bottom())
    stage.window.contents.panes.centre.filter_bar.only([])
    qtbot.waitUntil(lambda: bar.geometry().top() < switch.geometry().bottom())


def test_a_setting_with_a_long_list_keeps_its_name_and_its_explanation_together(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(furnished(on_models=ScriptedModels()))
    stage.window.contents.show_settings()
    dialog = stage.window.contents.dialogs["settings"]
    assert isinstance(dialog, SettingsDialog)
    row = dialog.row("indexing.ignore")
    qtbot.waitUntil(row.isVisible)
    labels = [w for w in row.findChildren(QLabel) if w.isVisible()]
    labels.sort(key=lambda w: w.y())
    name, about = labels[:2]
    assert about.y() - name.geometry().bottom() <= tokens.SPACE_S


@pytest.mark.parametrize("scale", [100, 200])
def test_buttons_below_the_list_of_files_are_never_cut(
    qtbot: QtBot, open_window: Open, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    try:
        stage = open_window(furnished())
        stage.window.resize(1100, 800)
        qtbot.keyClick(stage.window, Qt.Key.Key_L, _CONTROL)
        table = stage.part("ledgerTable")
        assert isinstance(table, QTableView)
        qtbot.waitUntil(lambda: table.model().rowCount() == 3)
        table.selectRow(1)
        buttons = [b for b in stage.part("ledgerView").findChildren(QPushButton) if b.isVisible()]
        assert len(buttons) == 4
        qtbot.waitUntil(lambda: all(b.width() >= b.sizeHint().width() for b in buttons))
    finally:
        theme.wear(Appearance("light"))


@pytest.mark.parametrize("scale", [100, 200, 300])
def test_a_line_of_text_fits_into_its_field_at_every_size(
    qtbot: QtBot, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    dialog = ModelServerDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.fill("answer", "http://192.168.1.20:8080/v1", "qwen3:4b")
    fields = dialog.findChildren(QLineEdit)
    lines = [field.contentsRect().height() - field.fontMetrics().height() for field in fields]
    theme.wear(Appearance("light"))
    assert min(lines) >= 0


@pytest.mark.parametrize("scale", [100, 200])
def test_what_stands_in_an_empty_page_is_not_cut(
    qtbot: QtBot, open_window: Open, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    try:
        stage = open_window(furnished())
        page = stage.window.contents.panes.centre.ask_view
        hints = [label for label in page.findChildren(QLabel) if label.isVisible()]
        assert hints
        for hint in hints:
            assert hint.wordWrap() or hint.sizeHint().width() <= page.width(), hint.text()
    finally:
        theme.wear(Appearance("light"))


@pytest.mark.parametrize("scale", [100, 200])
def test_the_card_of_a_mark_holds_its_whole_text(
    qtbot: QtBot, open_window: Open, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    try:
        stage = open_window(furnished())
        ask(qtbot, stage)
        card = stage.window.findChild(HoverCard)
        assert card is not None
        view = stage.window.contents.panes.centre.ask_view
        card.show_source(Source(1, stage.engine.hits[0]), view.mapToGlobal(QPoint(40, 40)))
        for part in (label for label in card.findChildren(QLabel) if label.isVisible()):
            assert part.height() >= part.heightForWidth(part.width()), part.text()
        assert view.rect().contains(card.geometry().topLeft())
    finally:
        theme.wear(Appearance("light"))


def test_names_have_the_room_of_reasons_when_there_are_none(
    qtbot: QtBot, open_window: Open
) -> None:
    fine = [
        FileEntry(f"/home/ana/a rather long name of a file {n}.pdf", "/home/ana", "indexed")
        for n in range(3)
    ]
    stage = open_window(furnished(files=fine))
    qtbot.keyClick(stage.window, Qt.Key.Key_L, _CONTROL)
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 3)
    assert table.isColumnHidden(WHY_COLUMN)
    assert table.columnWidth(0) >= table.sizeHintForColumn(0)
    failed = FileEntry("/home/ana/x.pdf", "/home/ana", "failed", "It is damaged.", "Save it again.")
    stage.engine.files.append(failed)
    stage.state.library.changed.emit()
    qtbot.waitUntil(lambda: table.model().rowCount() == 4)
    assert not table.isColumnHidden(WHY_COLUMN)
    assert table.columnWidth(WHY_COLUMN) >= table.width() // 4


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_the_link_that_enter_would_take_has_a_frame_in_the_colour_of_the_focus(
    qtbot: QtBot, stage: Stage, theme: Theme, name: str
) -> None:
    theme.wear(Appearance(name))
    try:
        ask(qtbot, stage)
        view = stage.part("answerView")
        view.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(view, Qt.Key.Key_Tab)
        picture = view.grab().toImage()
        column = [picture.pixelColor(x, y) for x in range(400) for y in range(picture.height())]
        accent = QColor(theme.colours.accent)
        view.clearFocus()
        without = view.grab().toImage()
        plain = [without.pixelColor(x, y) for x in range(400) for y in range(picture.height())]
        assert column.count(accent) > plain.count(accent) + 40
    finally:
        theme.wear(Appearance("light"))


def test_files_of_a_disk_that_is_away_still_count_as_searchable(
    qtbot: QtBot, open_window: Open
) -> None:
    root = "/media/ana/USB stick"
    files = [FileEntry(f"{root}/{n}.pdf", root, "offline", chunks=3) for n in range(13)]
    roots = [RootStatus(root, "offline", 13, 13)]
    stage = open_window(furnished(files=files, roots=roots, queue=QueueStatus()))
    bar = stage.part("activityBar")
    qtbot.waitUntil(lambda: "13 files searchable · 13 not reachable now" in _texts(bar))


def test_what_an_engine_said_goes_with_it(qtbot: QtBot, stage: Stage) -> None:
    notices, link = stage.state.notices, stage.state.link
    stage.engine.tell(NoticeGiven("root.1", "The folder /usb cannot be reached.", "", "warning"))
    notices.post(NoticeGiven("window.question", "The question is empty."))
    qtbot.waitUntil(lambda: len(notices.notices()) == 2)
    with qtbot.waitSignals([link.disconnected, link.connected]):
        stage.engine.die()
    qtbot.waitUntil(lambda: [n.key for n in notices.notices()] == ["window.question"])


def test_the_folder_that_the_keyboard_is_at_is_to_be_seen(qtbot: QtBot, stage: Stage) -> None:
    listed = stage.part("rootList")
    assert isinstance(listed, QListView)
    listed.setFocus(Qt.FocusReason.TabFocusReason)
    row = listed.visualRect(listed.currentIndex())
    ground = listed.viewport().grab().toImage().pixelColor(row.right() - 12, row.bottom() - 4)
    assert ground == QColor(tokens.LIGHT.accent_soft)


@pytest.mark.parametrize("scale", [100, 200, 300])
def test_sentences_of_dialogs_and_notices_are_whole_at_every_size(
    qtbot: QtBot, open_window: Open, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    try:
        stage = open_window(furnished())
        long = "The new embedder learns the library: 4,200 passages to go. " * 3
        stage.state.notices.post(NoticeGiven("embedder", long))
        password = PasswordDialog("/home/ana/locked.pdf", "It is protected by a password.")
        wording = TemplateDialog("/home/ana/prices.json", "")
        for dialog in (password, wording):
            qtbot.addWidget(dialog)
            dialog.show()
        password.allow_keeping("This system has no keyring that passwords could be kept in.")
        for window in (password, wording, stage.part("notice")):
            qtbot.waitUntil(partial(_all_whole, window))
    finally:
        theme.wear(Appearance("light"))


def _all_whole(window: QWidget) -> bool:
    labels = [label for label in window.findChildren(QLabel) if label.isVisible()]
    return all(label.height() >= label.heightForWidth(label.width()) for label in labels)


@pytest.mark.parametrize("scale", [100, 300])
def test_the_input_of_a_setting_stays_inside_its_row(
    qtbot: QtBot, open_window: Open, theme: Theme, scale: int
) -> None:
    theme.wear(Appearance("light", scale))
    try:
        stage = open_window(furnished(on_models=ScriptedModels()))
        stage.window.contents.show_settings()
        dialog = stage.window.contents.dialogs["settings"]
        assert isinstance(dialog, SettingsDialog)
        row = dialog.row("application.theme")
        area = dialog.findChild(QScrollArea)
        assert area is not None
        qtbot.waitUntil(
            lambda: row.editor.mapTo(area, row.editor.rect().bottomRight()).x() <= area.width()
        )
    finally:
        theme.wear(Appearance("light"))


def test_the_date_of_a_file_stands_in_one_line(qtbot: QtBot, open_window: Open) -> None:
    file = FileEntry("/home/ana/x.pdf", "/home/ana", "failed", "Damaged.", modified=1.75e9)
    stage = open_window(furnished(files=[file]))
    qtbot.keyClick(stage.window, Qt.Key.Key_L, _CONTROL)
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 1)
    assert table.columnWidth(CHANGED_COLUMN) >= table.sizeHintForColumn(CHANGED_COLUMN)


def test_as_many_files_are_listed_as_are_said_to_need_attention(
    qtbot: QtBot, open_window: Open
) -> None:
    root = "/home/ana/Work"
    states = ("indexed", "failed", "partial", "empty", "quarantined")
    files = [FileEntry(f"{root}/{n}.pdf", root, state) for n, state in enumerate(states)]
    stage = open_window(
        furnished(files=files, roots=[RootStatus(root, "ready", 5, 1, attention=4)])
    )
    said = next(b for b in stage.window.findChildren(QPushButton) if "4 files need" in b.text())
    said.click()
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 4)
