"""The window as a whole: names, keys, life with and without an engine, languages, looks."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QObject, QPointF, QRect, Qt, QTranslator, QUrl
from PySide6.QtGui import QAccessible, QAction, QDropEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QListWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

import desktop_rag.gui
from desktop_rag.domain.errors import EngineUnavailable, LibraryReadOnly
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.kept_window import KeptWindow, Wishes, read_wishes
from desktop_rag.gui.state.window_state import window_state
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.views.settings_dialog import SettingsDialog
from desktop_rag.gui.views.settings_dialog_fields import setting_sections
from desktop_rag.gui.widgets.buttons import push_button
from desktop_rag.gui.window import MainWindow
from desktop_rag.host.resources import resource
from desktop_rag.link.client import Client
from desktop_rag.messages.common import NoticeGiven, Subscribe
from desktop_rag.messages.library import GetStatus, LibraryChanged, QueueStatus, RootStatus
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine, furnished
from tests.gui.conftest import Open, Stage
from tests.gui.scripted_models import ScriptedModels

NAMES = (
    "askInput askButton stopButton modeSwitch answerView sourcesPanel libraryView activityBar "
    "searchResults scoreBreakdown conversationList filterBar"
).split()


def test_the_promised_widgets_have_their_names_and_say_what_they_are(stage: Stage) -> None:
    assert stage.window.objectName() == "mainWindow"
    for name in NAMES:
        assert stage.part(name).accessibleName(), name


def test_everything_that_takes_the_focus_has_a_name_for_screen_readers(stage: Stage) -> None:
    for widget in stage.window.findChildren(QWidget):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not takes or not widget.isVisible():
            continue
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        named = widget.accessibleName() or text or widget.toolTip()
        assert named, (widget.objectName(), type(widget).__name__, widget.parent())


KEYS = {
    "goToQuestion": "Ctrl+K",
    "findInSource": "Ctrl+F",
    "showPalette": "Ctrl+P",
    "help": "F1",
    "nextPane": "F6",
    "addFiles": "Ctrl+O",
    "addFolder": "Ctrl+Shift+O",
    "showSettings": "Ctrl+,",
    "stop": "Esc",
    **{f"openSource{n}": f"Alt+{n}" for n in range(1, 10)},
}


def test_the_promised_keys_do_the_promised_things(stage: Stage) -> None:
    actions = {action.objectName(): action for action in stage.window.actions()}
    assert {name: actions[name].shortcut().toString() for name in KEYS} == KEYS


def test_no_two_commands_share_a_key(stage: Stage) -> None:
    keys = [a.shortcut().toString() for a in stage.window.findChildren(QAction) if a.shortcut()]
    keys = [key for key in keys if key]
    assert len(keys) == len(set(keys))
    assert all(
        not s.key().toString().startswith("Ctrl") for s in stage.window.findChildren(QShortcut)
    )


def test_f6_walks_through_all_panes_and_back(qtbot: QtBot, stage: Stage) -> None:
    seen: list[QObject | None] = []
    for _ in range(8):
        qtbot.keyClick(stage.window, Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget())
    panes = [stage.part(n) for n in ("libraryView", "questionFrame", "rightPane", "activityBar")]
    for pane in panes:
        assert any(isinstance(w, QWidget) and pane.isAncestorOf(w) for w in seen), pane.objectName()


def test_the_palette_finds_and_runs_a_command(qtbot: QtBot, stage: Stage) -> None:
    qtbot.keyClick(stage.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    box = stage.window.findChild(QLineEdit, "paletteInput")
    entries = stage.window.findChild(QListWidget, "paletteList")
    assert box is not None
    assert entries is not None
    assert entries.count() > 10
    qtbot.keyClicks(box, "all show")
    assert entries.count() == 1
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert stage.part("ledgerView").isVisible()


def test_settings_models_and_help_open(qtbot: QtBot, stage: Stage) -> None:
    pytest.importorskip("desktop_rag.gui.views.settings_dialog")
    qtbot.keyClick(stage.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert stage.part("settingsDialog").isVisible()
    stage.part("settingsDialog").close()
    qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    stage.window.contents.show_models()
    assert stage.part("modelsView").isVisible()


def test_the_window_is_there_before_an_engine_answers(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    go_on = threading.Event()
    engine = furnished()

    def slow() -> Client:
        go_on.wait(10)
        return engine.attach()

    link = EngineLink(slow)
    window = MainWindow(theme, KeptWindow(tmp_path / "w.ini"))
    window.furnish(window_state(link))
    window.show()
    link.open()
    box = window.findChild(QWidget, "askInput")
    assert box is not None
    qtbot.keyClicks(box, "early")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    go_on.set()
    state = window.contents.flow._state
    qtbot.waitUntil(lambda: bool(state.ask.turns) and not state.ask.busy)
    assert state.ask.turns[0].text.startswith("Hold the **reset key**")
    window.close()
    engine.clients[0].close()
    window.deleteLater()


def test_a_frame_takes_no_drops_and_closes_before_it_is_furnished(
    theme: Theme, tmp_path: Path
) -> None:
    kept = KeptWindow(tmp_path / "w.ini")
    window = MainWindow(theme, kept)
    window.show()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/a.txt")])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, event)
    assert window.close()
    assert not kept.kept("geometry").isEmpty()
    window.deleteLater()


def test_the_frame_needs_no_pane() -> None:
    code = (
        "import sys, desktop_rag.gui.app\n"
        "bad = [m for m in sys.modules if m.startswith(('desktop_rag.gui.views', "
        "'desktop_rag.gui.widgets', 'desktop_rag.messages', 'msgspec'))]\n"
        "print(bad); sys.exit(bool(bad))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_engine_that_dies_is_started_again_and_the_person_is_told(
    qtbot: QtBot, stage: Stage
) -> None:
    told: list[str] = []
    stage.state.link.disconnected.connect(told.append)
    with qtbot.waitSignals([stage.state.link.disconnected, stage.state.link.connected]):
        stage.engine.die()
    assert told == ["The engine stopped and is being started again. Nothing is lost."]
    assert len(stage.engine.clients) == 2
    qtbot.waitUntil(lambda: len(stage.engine.sent(Subscribe)) == 2)
    qtbot.waitUntil(lambda: bool(stage.engine.subscribers))
    stage.engine.roots = [RootStatus("/new", "ready", 1, 1)]
    stage.engine.tell(LibraryChanged((RootStatus("/new", "ready", 1, 1),), {}, QueueStatus()))
    qtbot.waitUntil(lambda: stage.state.library.roots[0].path == "/new")


def test_an_engine_that_dies_again_and_again_waits_for_the_person(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(furnished())
    link = stage.state.link
    link._deaths = [time.monotonic()] * 4
    with qtbot.waitSignal(link.unavailable):
        stage.engine.die()
    assert len(stage.engine.clients) == 1
    with qtbot.waitSignal(link.connected):
        link.reconnect()


def test_an_engine_that_cannot_start_is_said_with_a_remedy_and_can_be_tried_again(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    engine = furnished()
    problems = [LibraryReadOnly("The library cannot be written to.", "Choose another folder.")]

    def attach() -> Client:
        if problems:
            raise problems.pop()
        return engine.attach()

    link = EngineLink(attach)
    state = window_state(link)
    window = MainWindow(theme, KeptWindow(tmp_path / "w.ini"))
    window.furnish(state)
    window.show()
    with qtbot.waitSignal(link.unavailable):
        link.open()
    (notice,) = state.notices.notices()
    assert (notice.text, notice.severity) == ("The library cannot be written to.", "error")
    again = next(b for b in window.findChildren(QAbstractButton) if b.text() == "Try again")
    with qtbot.waitSignal(link.connected):
        again.click()
    qtbot.waitUntil(lambda: not state.notices.notices())
    window.close()
    window.deleteLater()


def test_a_bug_while_attaching_is_said_too(qtbot: QtBot) -> None:
    def broken() -> Client:
        raise RuntimeError("no")

    link = EngineLink(broken)
    with qtbot.waitSignal(link.unavailable) as told:
        link.open()
    assert told.args is not None
    assert isinstance(told.args[0], EngineUnavailable)
    link.close()


def test_callbacks_of_a_widget_that_is_gone_are_dropped(qtbot: QtBot, stage: Stage) -> None:
    heard: list[object] = []
    owner = QObject()
    stage.state.link.request(GetStatus(), heard.append, owner=owner)
    del owner
    stage.state.link.request(GetStatus(), heard.append)
    qtbot.waitUntil(lambda: len(heard) == 1)
    qtbot.wait(50)
    assert len(heard) == 1


def test_a_notice_is_replaced_by_its_key_and_taken_back(qtbot: QtBot, stage: Stage) -> None:
    for text in ("Loading the model…", "The model is ready.", ""):
        stage.engine.tell(NoticeGiven("model", text))
        said = [text] if text else []
        qtbot.waitUntil(lambda s=said: [n.text for n in stage.state.notices.notices()] == s)


@pytest.mark.parametrize("moment", ["idle", "indexing", "streaming", "searching", "dialog"])
def test_closing_is_quick_whatever_runs(qtbot: QtBot, open_window: Open, moment: str) -> None:
    engine = furnished(answer="word " * 5000, pause_s=0.02, search_s=30.0)
    stage = open_window(engine)
    if moment == "streaming":
        stage.window.contents.flow.ask("How?")
        qtbot.waitUntil(lambda: "word" in stage.answer_text())
    elif moment == "searching":
        stage.window.contents.flow.switch_mode()
        stage.window.contents.flow.ask("pump")
        qtbot.wait(100)
    elif moment == "dialog":
        stage.window.contents.show_palette()
    started = time.monotonic()
    stage.window.close()
    stage.window.close()
    assert time.monotonic() - started < 10.0
    assert not stage.window.isVisible()


def test_events_of_1000_files_never_block_the_window(qtbot: QtBot, open_window: Open) -> None:
    engine = furnished(answer="word " * 300, pause_s=0.002)
    stage = open_window(engine)
    stage.window.contents.flow.ask("How?")
    gc.disable()  # looking through what all tests before left behind is no work of the window
    longest, last = 0.0, time.thread_time()
    for number in range(1000):
        queue = QueueStatus(1000 - number, 2, 60.0, number, 1000)
        engine.tell(LibraryChanged(tuple(engine.roots), {"indexed": number}, queue))
        QApplication.processEvents()
        now = time.thread_time()
        longest, last = max(longest, now - last), now
    gc.enable()
    assert longest < 0.1  # of its own work; what other processes take is for the benchmark
    qtbot.waitUntil(lambda: not stage.state.ask.busy)


def test_calls_into_qt_keep_the_count_of_none() -> None:
    """Versions of PySide6 that lose a reference with each call abort the window after a while."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(200):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 100


def test_the_window_imports_nothing_heavy_and_no_room_of_the_engine() -> None:
    code = (
        "import sys, desktop_rag.gui.app\n"
        "bad = [m for m in sys.modules if m.split('.')[0] in "
        "('torch', 'chromadb', 'llama_cpp', 'sentence_transformers', 'pypdfium2', 'numpy', "
        "'pydantic') or m.startswith(('desktop_rag.engine', 'desktop_rag.stores', "
        "'desktop_rag.inference', 'desktop_rag.retrieval', 'desktop_rag.reading', "
        "'desktop_rag.indexing', 'desktop_rag.answering'))]\n"
        "print(bad); sys.exit(bool(bad))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("colours", [tokens.LIGHT, tokens.DARK, tokens.CONTRAST], ids=str)
def test_text_reads_on_its_ground(colours: tokens.Colours) -> None:
    for ink, ground in tokens.text_pairs(colours):
        assert tokens.contrast(ink, ground) >= 4.5, (colours.name, ink, ground)


def test_what_takes_the_focus_tells_a_screen_reader_what_it_is(qtbot: QtBot, stage: Stage) -> None:
    stage.window.contents.flow.ask("How do I reset the pump?")
    qtbot.waitUntil(lambda: stage.window.findChild(QWidget, "sourceCard_1") is not None)
    nothing = (QAccessible.Role.NoRole, QAccessible.Role.Border, QAccessible.Role.Window)
    for widget in stage.window.findChildren(QWidget):
        if not (widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus):
            continue
        said = QAccessible.queryAccessibleInterface(widget)
        assert said is not None
        assert said.role() not in nothing, widget.objectName()
        assert said.text(QAccessible.Text.Name), widget.objectName()
    card = QAccessible.queryAccessibleInterface(stage.part("sourceCard_1"))
    assert card.role() == QAccessible.Role.Button
    assert card.text(QAccessible.Text.Description).startswith("To reset the pump")


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_a_hint_in_an_empty_field_reads_too(qtbot: QtBot, theme: Theme, name: str) -> None:
    theme.wear(Appearance(name))
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setPlaceholderText("MMMM" * 10)
    field.resize(300, 40)
    field.show()
    picture = field.grab(QRect(20, 8, 200, 24)).toImage()
    seen = {
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(picture.height())
    }
    best = max(tokens.contrast(ink, theme.colours.surface) for ink in seen)
    theme.wear(Appearance("light"))
    assert best >= 4.5


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_a_button_that_cannot_be_pressed_yet_still_reads(
    qtbot: QtBot, theme: Theme, name: str
) -> None:
    theme.wear(Appearance(name))
    button = push_button("MMMM" * 4, "primary")
    qtbot.addWidget(button)
    button.setEnabled(False)
    button.show()
    picture = button.grab().toImage()
    middle = picture.height() // 2
    inks = {picture.pixelColor(x, middle + dy).name() for x in range(20, 80) for dy in (-3, 0, 3)}
    ground = picture.pixelColor(6, middle).name()
    theme.wear(Appearance("light"))
    assert max(tokens.contrast(ink, ground) for ink in inks) >= 4.5


def test_the_contrast_of_black_and_white_is_21() -> None:
    assert tokens.contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert tokens.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_appearance_and_text_size_follow_the_settings(
    qtbot: QtBot, open_window: Open, theme: Theme
) -> None:
    before = theme.worn
    open_window(furnished(settings={"theme": "dark", "text_scale": 150}))
    qtbot.waitUntil(lambda: theme.worn == Appearance("dark", 150))
    assert theme.colours is tokens.DARK
    theme.wear(before)


def test_appearance_and_text_size_change_as_soon_as_they_are_chosen(
    qtbot: QtBot, open_window: Open, theme: Theme
) -> None:
    before = theme.worn
    stage = open_window(furnished(on_models=ScriptedModels()))
    stage.window.contents.show_settings()
    dialog = stage.part("settingsDialog")
    assert isinstance(dialog, SettingsDialog)
    dialog.row("application.theme").wanted.emit("application.theme", "dark")
    qtbot.waitUntil(lambda: theme.worn.theme == "dark")
    dialog.row("application.text_scale").wanted.emit("application.text_scale", "130")
    qtbot.waitUntil(lambda: theme.worn == Appearance("dark", 130))
    dialog.close()
    theme.wear(before)


def test_another_language_counts_from_the_next_start_and_says_so(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(furnished(on_models=ScriptedModels()))
    stage.window.contents.show_settings()
    dialog = stage.part("settingsDialog")
    assert isinstance(dialog, SettingsDialog)
    row = dialog.row("application.language")
    said = [label.text() for label in row.findChildren(QLabel)]
    assert "A change counts from the next start of the window." in said
    row.wanted.emit("application.language", "es")
    notice = dialog.findChild(InlineNotice)
    assert notice is not None
    qtbot.waitUntil(lambda: "next start" in notice.text)
    dialog.close()


def test_wishes_are_read_from_the_settings_file_and_wrong_ones_left_out(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    assert read_wishes(file) == Wishes()
    file.write_text('[application]\ntheme = "dark"\nlanguage = "es"\ntext_scale = 9000\n')
    assert read_wishes(file) == Wishes("dark", "es", 100)
    file.write_text("not toml [")
    assert read_wishes(file) == Wishes()


def test_the_window_speaks_spanish(qtbot: QtBot, theme: Theme, qapp: QApplication) -> None:
    spanish = QTranslator()
    assert spanish.load(str(resource("translations", "desktop_rag_es.qm")))
    qapp.installTranslator(spanish)
    try:
        link = EngineLink(ScriptedGuiEngine().attach)
        window = MainWindow(theme, KeptWindow(Path("unused.ini")))
        window.furnish(window_state(link))
        names = {b.text() for b in window.findChildren(QAbstractButton)}
        assert {"Elegir una carpeta…", "Probar la biblioteca de muestra"} <= names
        link.close()
        window.deleteLater()
    finally:
        qapp.removeTranslator(spanish)


def test_no_text_of_the_window_is_untranslated() -> None:
    tree = ET.parse(resource("translations", "desktop_rag_es.ts"))
    for message in tree.getroot().iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = translation.findall("numerusform") or [translation]
        assert translation.get("type") != "unfinished", message.findtext("source")
        assert all(form.text for form in forms), message.findtext("source")


def test_every_text_in_the_code_is_in_the_spanish_file(tmp_path: Path) -> None:
    tool = Path(sys.executable).with_name("pyside6-lupdate")
    if not tool.exists():
        pytest.skip("PySide6 came without lupdate")
    fresh = tmp_path / "es.ts"
    shutil.copy(resource("translations", "desktop_rag_es.ts"), fresh)
    sources = [str(path) for path in Path(desktop_rag.gui.__path__[0]).rglob("*.py")]
    subprocess.run([tool, "-silent", *sources, "-ts", fresh], check=True, capture_output=True)
    untranslated = [
        f"{context.findtext('name')}: {message.findtext('source')}"
        for context in ET.parse(fresh).getroot().iter("context")
        for message in context.iter("message")
        if (said := message.find("translation")) is not None and said.get("type") == "unfinished"
    ]
    assert not untranslated


def test_every_word_of_the_settings_is_said_in_spanish() -> None:
    tree = ET.parse(resource("translations", "desktop_rag_es.ts"))
    known = {
        message.findtext("source")
        for context in tree.getroot().iter("context")
        if context.findtext("name") == "Settings"
        for message in context.iter("message")
    }
    wanted = set()
    for section in setting_sections():
        wanted |= {section.title}
        for field in section.fields:
            wanted |= {field.title, field.description}
    assert not wanted - {""} - known


def test_placeholders_survive_translation() -> None:
    tree = ET.parse(resource("translations", "desktop_rag_es.ts"))
    for message in tree.getroot().iter("message"):
        source, translation = message.findtext("source") or "", message.find("translation")
        assert translation is not None
        for form in translation.findall("numerusform") or [translation]:
            assert _holes(form.text or "") == _holes(source), source


def _holes(text: str) -> list[str]:
    import re

    return sorted(re.findall(r"\{\w*\}|%Ln", text))
