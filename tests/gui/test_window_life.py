"""The window comes, stays and goes: handed-over files, the tray, the start with the session."""

from __future__ import annotations

import os
import plistlib
import shlex
import sys
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop_rag import __version__
from desktop_rag.__main__ import WindowWanted as Wanted
from desktop_rag.__main__ import window_wanted
from desktop_rag.gui.state.handing_over import hand_over
from desktop_rag.gui.state.kept_window import KeptWindow, Wishes
from desktop_rag.gui.state.login_start import LoginStart, login_command
from desktop_rag.gui.state.long_work import LongWork
from desktop_rag.gui.views.help_dialog import HelpDialog
from desktop_rag.gui.window_life import WindowLife, login_start
from desktop_rag.host.paths import LibraryPaths, socket_address
from desktop_rag.link.attach import Address, write_address
from desktop_rag.link.listening import Listening
from desktop_rag.messages.common import WindowWanted
from desktop_rag.messages.library import AddPaths, QueueStatus
from tests.fakes.scripted_gui_engine import furnished
from tests.gui.conftest import Open, Stage


def test_a_start_with_files_opens_the_window_and_a_command_stays_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("files").mkdir()
    Path("a.pdf").touch()
    here = str(tmp_path / "a.pdf")
    assert window_wanted([]) == Wanted()
    assert window_wanted(["a.pdf"]) == Wanted(None, ("a.pdf",))
    assert window_wanted(["--library", "l", "--hidden", here]) == Wanted(Path("l"), (here,), True)
    assert window_wanted(["--library"]) is None
    assert window_wanted(["files"]) is None, "the command, though there is a folder of that name"
    assert window_wanted(["missing.pdf"]) is None
    assert window_wanted(["search", "a.pdf"]) is None


def test_files_handed_over_are_added_and_asked_about_alone(qtbot: QtBot, stage: Stage) -> None:
    stage.window.showMinimized()
    paths = ("/home/ana/Notes/pump.md", "/elsewhere/new.pdf")
    stage.engine.tell(WindowWanted(paths))
    qtbot.waitUntil(lambda: bool(stage.engine.sent(AddPaths)))
    assert not stage.window.isMinimized()
    assert stage.engine.sent(AddPaths)[-1].paths == ("/elsewhere/new.pdf",)  # type: ignore[attr-defined]
    assert stage.window.contents.panes.centre.filter_bar.filters.under == paths


def test_without_files_the_window_only_comes_to_the_front(qtbot: QtBot, stage: Stage) -> None:
    stage.window.showMinimized()
    stage.engine.tell(WindowWanted())
    qtbot.waitUntil(lambda: not stage.window.isMinimized())
    assert not stage.engine.sent(AddPaths)


def test_without_an_engine_there_is_nobody_to_hand_over_to(tmp_path: Path) -> None:
    assert not hand_over(tmp_path / "library", ())
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "engine.json").write_text("{damaged")
    assert not hand_over(tmp_path / "library", ())


def test_with_a_tray_closing_puts_the_window_away_and_quitting_ends(
    qtbot: QtBot, stage: Stage
) -> None:
    contents, window = stage.window.contents, stage.window
    life = WindowLife(window, stage.state, contents.flow, window._theme, None, lambda: True)
    contents.life = life
    life.wear(Wishes(tray=True))
    assert life.tray is not None
    assert [a.text() for a in life.tray.menu.actions() if a.text()] == [
        "Open the window",
        "Ask a question",
        "Pause or go on indexing",
        "Quit",
    ]
    window.close()
    assert not window.isVisible()
    assert stage.state.link.is_connected, "it goes on in the tray"
    life.tray.menu.actions()[0].trigger()
    assert window.isVisible()
    life.wear(Wishes())
    assert life.tray is None
    life.wear(Wishes(tray=True))
    window.quit()
    assert not window.isVisible()
    assert life.tray is None


def test_without_a_tray_closing_closes(stage: Stage) -> None:
    stage.window.contents.life.wear(Wishes(tray=True))
    assert not stage.window.contents.life.puts_away()


def test_a_hidden_start_without_a_tray_is_a_small_window(stage: Stage) -> None:
    stage.window.contents.life.begin_hidden()
    assert stage.window.isMinimized()


def test_the_end_of_long_work_is_told_and_of_short_work_is_not(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(furnished(queue=QueueStatus()))
    now = [0.0]
    work = LongWork(stage.state.library, now=lambda: now[0])
    told: list[int] = []
    work.ended.connect(told.append)
    for took in (59.0, 61.0):
        for queue in (QueueStatus(3, 1, None, 1, 5), QueueStatus(0, 0, None, 5, 5)):
            stage.engine.queue = queue
            stage.engine.tell(stage.engine.library_changed())
            busy = queue.running > 0
            qtbot.waitUntil(lambda b=busy: (stage.state.library.queue.running > 0) == b)
            now[0] += took
    assert len(told) == 1


def test_indexing_that_ends_while_one_is_elsewhere_is_said(stage: Stage) -> None:
    stage.window.hide()
    stage.window.contents.life._on_work_ended(340)
    said = [notice.text for notice in stage.state.notices.notices()]
    assert "Indexing is done: 340 files are searchable." in said


def test_the_start_at_login_is_an_entry_that_comes_and_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    login = LoginStart(tmp_path, "linux")
    login.switch(False)
    assert not list(tmp_path.iterdir()), "nothing is written unless it is wanted"
    login.switch(True)
    entry = (tmp_path / ".config" / "autostart" / "desktop-rag.desktop").read_text()
    assert entry.startswith("[Desktop Entry]\n")
    command = next(line for line in entry.splitlines() if line.startswith("Exec="))
    assert shlex.split(command.removeprefix("Exec=")) == login_command()
    login.switch(False)
    assert not login.file.exists()


def test_the_start_at_login_on_a_mac(tmp_path: Path) -> None:
    login = LoginStart(tmp_path, "darwin")
    login.switch(True)
    kept = plistlib.loads(login.file.read_bytes())
    assert kept["RunAtLoad"] is True
    assert kept["ProgramArguments"] == [sys.executable, "-m", "desktop_rag", "--hidden"]


def test_a_copy_that_keeps_to_its_own_folder_touches_no_login(own_home: Path) -> None:
    assert login_start() is None


def test_a_login_entry_that_cannot_be_written_is_said(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / ".config").write_text("a file in the way")
    contents, window = stage.window.contents, stage.window
    login = LoginStart(tmp_path, "linux")
    life = WindowLife(window, stage.state, contents.flow, window._theme, login, lambda: False)
    life.wear(Wishes(start_at_login=True))
    said = [notice.text for notice in stage.state.notices.notices()]
    assert any("Starting at login could not be set" in text for text in said)


def test_an_update_is_told_once_and_leads_to_what_is_new(
    qtbot: QtBot, open_window: Open, tmp_path: Path
) -> None:
    first = open_window()
    assert not first.state.notices.notices(), "the very first start is no update"
    first.window.close()
    kept = KeptWindow(tmp_path / "window.ini")
    assert kept.version == __version__
    kept.version = "0.0.1"
    kept.write()
    updated = open_window()
    said = [notice.text for notice in updated.state.notices.notices()]
    assert f"Desktop RAG was updated to version {__version__}." in said
    updated.window.contents.show_news()
    dialog = updated.window.contents.dialogs["help"]
    assert isinstance(dialog, HelpDialog)
    assert dialog._tabs.tabText(dialog._tabs.currentIndex()) == "What is new"
    assert not updated.state.notices.notices()


def test_a_conversation_is_shown_where_one_left_it(qtbot: QtBot, open_window: Open) -> None:
    engine = furnished(answer="A long line of words.\n\n" * 60)
    stage = open_window(engine)
    for _ in range(2):
        stage.window.contents.flow.ask("How do I reset the pump?")
        qtbot.waitUntil(lambda: not stage.state.ask.busy)
    view = stage.window.contents.panes.centre.ask_view
    view.go_to(300)
    assert abs(view.place - 300) <= 1
    stage.window.close()
    again = open_window(furnished(conversations=engine.conversations))
    there = again.window.contents.panes.centre.ask_view
    qtbot.waitUntil(lambda: bool(again.state.ask.turns) and abs(there.place - 300) <= 20)


def test_the_window_comes_back_in_its_size_and_with_its_panes_as_they_were(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window()
    stage.window.resize(760, 600)
    split = stage.window.contents._split
    split.setSizes([190, 340, 228])
    sizes = split.sizes()
    stage.window.close()
    again = open_window()
    assert (again.window.width(), again.window.height()) == (760, 600)
    assert again.window.contents._split.sizes() == sizes


def test_an_engine_that_gives_no_answer_holds_up_no_start(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    listening = Listening(socket_address("mute", tmp_path), b"k" * 32)
    try:
        write_address(
            LibraryPaths(library).address, Address(listening.address, b"k" * 32, os.getpid())
        )
        began = time.monotonic()
        assert not hand_over(library, ())
        assert time.monotonic() - began < 10
    finally:
        listening.close()
