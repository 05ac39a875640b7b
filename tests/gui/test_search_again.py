"""What a search shows stays true: it is repeated, seldom and unseen, and what failed is cleared."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QListView, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Filters
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.search_refresh import SearchRefresh
from desktop_rag.gui.state.search_session import SearchSession
from desktop_rag.gui.views.centre_pane import ASK, SEARCH
from desktop_rag.messages.library import LibraryChanged, QueueStatus
from desktop_rag.messages.models import ModelStateChanged
from desktop_rag.messages.viewer import OpenSource
from tests.fakes.scripted_gui_engine import ANSWER, hit
from tests.gui.conftest import Open, Stage
from tests.gui.scripted_search import BROKEN, LOADING, TOO_LONG, ScriptedSearch, scripted_search

_CALM_MS = 200


@pytest.fixture
def engine() -> ScriptedSearch:
    return scripted_search()


@pytest.fixture
def stage(open_window: Open, engine: ScriptedSearch) -> Stage:
    return impatient(open_window(engine))


def impatient(stage: Stage) -> Stage:
    """A window that repeats a search sooner than people would like."""
    refresh = stage.window.findChild(SearchRefresh)
    assert refresh.calm_s == 2.0
    refresh.calm_s = _CALM_MS / 1000
    return stage


def results(stage: Stage) -> QListView:
    view = stage.part("searchResults")
    assert isinstance(view, QListView)
    return view


def ids(stage: Stage) -> list[int]:
    model = results(stage).model()
    return [model.hit(row).chunk.id for row in range(model.rowCount())]  # type: ignore[attr-defined]


def switch(stage: Stage, mode: int) -> None:
    stage.part("modeSwitch").setCurrentIndex(mode)  # type: ignore[attr-defined]


def search(qtbot: QtBot, stage: Stage, words: str = "reset pump") -> None:
    """Search and wait for the end of it."""
    switch(stage, SEARCH)
    stage.part("askInput").setPlainText(words)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: stage.state.search.settled)


def said(part: QWidget) -> str:
    return "\n".join(label.text() for label in part.findChildren(QLabel))


def line(stage: Stage) -> str:
    """What stands above the results."""
    return said(results(stage).parentWidget())


def record(stage: Stage) -> str:
    """What stands under “How was this found?”."""
    return said(stage.part("scoreBreakdown"))


def many(count: int) -> list[Hit]:
    return [hit(n, f"/home/ana/Notes/{n}.md", f"reset number {n}") for n in range(1, count + 1)]


# --- again when meaning is ready -------------------------------------------------------------


def test_what_words_alone_found_is_searched_again_when_the_embedder_is_ready(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    engine.loading = True
    search(qtbot, stage)
    assert ids(stage) == [1]
    assert LOADING in line(stage)
    shown: list[bool] = []
    stage.state.search.found.connect(lambda _result, final: shown.append(final))
    engine.become_ready()
    qtbot.waitUntil(lambda: ids(stage) == [1, 2, 3, 4])
    assert LOADING not in line(stage)
    assert shown == [True]  # old results stay until all of the new ones are there


def test_an_embedder_that_becomes_ready_during_a_search_is_not_missed(
    qtbot: QtBot, open_window: Open
) -> None:
    engine = scripted_search(loading=True, search_s=0.4)
    stage = open_window(engine)
    switch(stage, SEARCH)
    stage.part("askInput").setPlainText("reset pump")  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: engine.searched() == 1)
    engine.become_ready()
    qtbot.waitUntil(lambda: LOADING in line(stage))
    qtbot.waitUntil(lambda: ids(stage) == [1, 2, 3, 4])
    assert LOADING not in line(stage)


# --- again when the library changed ----------------------------------------------------------


def test_new_and_removed_files_are_seen_without_typing(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    engine.find([hit(7, "/home/ana/Work/new.md", "reset, as of today"), *engine.hits[1:]])
    qtbot.waitUntil(lambda: ids(stage) == [7, 2, 3, 4])
    assert "new.md" in record(stage)


def test_a_repeat_keeps_selection_place_focus_and_source(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    engine.hits = many(20)
    search(qtbot, stage, "reset")
    view = results(stage)
    view.setFocus()
    view.setCurrentIndex(view.model().index(9, 0))
    wanted = engine.hits[9].file.path
    qtbot.waitUntil(lambda: wanted in [m.path for m in engine.sent(OpenSource)])  # type: ignore[attr-defined]
    top = view.visualRect(view.currentIndex()).top()
    opened = len(engine.sent(OpenSource))
    engine.find([hit(50, "/home/ana/Work/new.md", "reset of today"), *engine.hits[1:]])
    qtbot.waitUntil(lambda: ids(stage)[0] == 50)
    engine.find([hit(51, "/home/ana/Work/newer.md", "reset of now"), *engine.hits])
    qtbot.waitUntil(lambda: ids(stage)[0] == 51)
    assert ids(stage)[view.currentIndex().row()] == 10
    assert view.selectionModel().selectedIndexes() == [view.currentIndex()]
    assert view.visualRect(view.currentIndex()).top() == top
    assert view.hasFocus()
    assert len(engine.sent(OpenSource)) == opened  # who reads in it is not thrown back


def test_who_scrolled_away_from_the_selected_hit_stays_there(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    engine.hits = many(20)
    search(qtbot, stage, "reset")
    view = results(stage)
    view.setCurrentIndex(view.model().index(0, 0))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    last = view.visualRect(view.model().index(19, 0)).bottom()
    engine.find([hit(50, "/home/ana/Work/new.md", "reset of today"), *engine.hits])
    qtbot.waitUntil(lambda: ids(stage)[0] == 50)
    assert view.visualRect(view.model().index(20, 0)).bottom() == last
    assert ids(stage)[view.currentIndex().row()] == 1


def test_a_passage_that_was_indexed_anew_stays_selected(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    view = results(stage)
    view.setCurrentIndex(view.model().index(1, 0))
    old = engine.hits[1]
    anew = hit(60, old.file.path, old.chunk.text, heading=("Pump", "Maintenance"), start=30)
    engine.find([engine.hits[0], engine.hits[2], anew])
    qtbot.waitUntil(lambda: ids(stage) == [1, 3, 60])
    assert view.currentIndex().row() == 2
    qtbot.waitUntil(lambda: engine.sent(OpenSource)[-1].content_hash == "h60")  # type: ignore[attr-defined]


def test_stepping_goes_through_the_new_results(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    results(stage).setCurrentIndex(results(stage).model().index(3, 0))
    engine.find([*engine.hits, hit(70, "/home/ana/Work/new.md", "reset of today")])
    qtbot.waitUntil(lambda: ids(stage)[-1] == 70)
    stage.window.contents.panes.evidence.viewer().next_requested.emit()
    assert ids(stage)[results(stage).currentIndex().row()] == 70


def test_1000_files_are_no_reason_to_search_without_end(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    before, begun, number = engine.searched(), time.monotonic(), 0
    while time.monotonic() - begun < 1.5:
        number += 1
        queue = QueueStatus(1000 - number, 2, 60.0, number, 1000)
        engine.tell(LibraryChanged(tuple(engine.roots), {"indexed": number}, queue))
        qtbot.wait(5)
    most = 1 + (time.monotonic() - begun) * 1000 / _CALM_MS
    assert 2 <= engine.searched() - before <= most
    qtbot.wait(_CALM_MS + 500)
    assert engine.searched() - before <= most + 1
    quiet = engine.searched()
    qtbot.wait(_CALM_MS + 500)
    assert engine.searched() == quiet


def test_nothing_is_repeated_where_nobody_looks_but_when_somebody_looks_again(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    qtbot.wait(_CALM_MS)
    hide_and_show = (
        (lambda: switch(stage, ASK), lambda: switch(stage, SEARCH)),
        (
            stage.window.contents.flow.show_ledger,
            stage.window.contents.panes.centre.show_mode_page,
        ),
        (stage.window.showMinimized, stage.window.showNormal),
    )
    for hide, show in hide_and_show:
        hide()
        QApplication.processEvents()
        before = engine.searched()
        engine.tell(engine.library_changed())
        qtbot.wait(400)
        assert engine.searched() == before
        show()
        qtbot.waitUntil(lambda n=before: engine.searched() == n + 1)
        qtbot.wait(_CALM_MS)


def test_nothing_is_repeated_while_an_answer_is_written(qtbot: QtBot, open_window: Open) -> None:
    engine = scripted_search(answer="word " * 400, pause_s=0.005)
    stage = impatient(open_window(engine))
    search(qtbot, stage)
    qtbot.wait(_CALM_MS)
    stage.state.ask.ask("How?", stage.window.contents.panes.centre.filter_bar.filters)
    engine.find(engine.hits[:2])
    qtbot.wait(400)
    assert stage.state.ask.busy
    assert engine.searched() == 1
    stage.state.ask.stop()
    qtbot.waitUntil(lambda: ids(stage) == [1, 2])


def test_an_engine_that_came_back_is_asked_again_without_emptying_the_list(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    engine.hits = engine.hits[:3]
    qtbot.wait(100)
    engine.die()
    qtbot.waitUntil(lambda: not stage.state.link.is_connected)
    assert ids(stage) == [1, 2, 3, 4]
    qtbot.waitUntil(lambda: ids(stage) == [1, 2, 3], timeout=10_000)


def test_a_repeat_that_fails_takes_nothing_away(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    engine.broken = True
    engine.tell(engine.library_changed())
    qtbot.waitUntil(lambda: engine.searched() == 2)
    qtbot.waitUntil(lambda: not stage.state.search.busy)
    assert ids(stage) == [1, 2, 3, 4]
    assert BROKEN not in line(stage)


# --- the repeating by itself -----------------------------------------------------------------


@pytest.fixture
def link(engine: ScriptedSearch, qtbot: QtBot) -> Iterator[EngineLink]:
    made = EngineLink(engine.attach)
    made.open()
    qtbot.waitUntil(lambda: bool(engine.subscribers))
    yield made
    made.close()
    for client in engine.clients:
        client.close()
    made.deleteLater()


def test_a_search_that_takes_long_is_repeated_the_more_seldom(
    qtbot: QtBot, link: EngineLink, engine: ScriptedSearch
) -> None:
    engine.search_s = 0.3
    session = SearchSession(link, link)
    refresh = SearchRefresh(link, session, lambda: True, link, calm_s=0.05)
    session.want("reset", Filters())
    qtbot.waitUntil(lambda: session.settled)
    refresh.note()
    qtbot.wait(500)
    assert engine.searched() == 1
    qtbot.waitUntil(lambda: engine.searched() == 2)


def test_other_models_are_no_reason_to_search_again(
    qtbot: QtBot, link: EngineLink, engine: ScriptedSearch
) -> None:
    session = SearchSession(link, link)
    SearchRefresh(link, session, lambda: True, link, calm_s=0.05)
    session.want("reset", Filters())
    qtbot.waitUntil(lambda: session.settled)
    engine.tell(ModelStateChanged("answer", "SmolLM2 135M", "loading"))
    qtbot.wait(400)
    assert engine.searched() == 1


def test_words_typed_before_there_is_an_engine_are_searched_once(
    qtbot: QtBot, engine: ScriptedSearch
) -> None:
    link = EngineLink(engine.attach)
    session = SearchSession(link, link)
    SearchRefresh(link, session, lambda: True, link, calm_s=0.05)
    session.want("reset", Filters())
    qtbot.wait(150)
    link.open()
    qtbot.waitUntil(lambda: session.settled)
    qtbot.wait(300)
    assert engine.searched() == 1
    link.close()
    for client in engine.clients:
        client.close()
    link.deleteLater()


# --- a search that fails ---------------------------------------------------------------------


def test_a_search_that_fails_leaves_nothing_of_the_one_before(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    results(stage).setCurrentIndex(results(stage).model().index(0, 0))
    viewer = stage.part("sourceViewer")
    assert viewer.isVisible()
    qtbot.waitUntil(lambda: "keyword search" in record(stage))
    stage.part("askInput").setPlainText("x" * 8001)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: TOO_LONG in line(stage))
    assert ids(stage) == []
    assert not viewer.isVisible()
    assert "keyword search" not in record(stage)
    assert stage.state.search.result is None
    engine.tell(engine.library_changed())
    qtbot.wait(400)
    assert engine.searched() == 2  # what cannot be searched is not tried again by itself
    search(qtbot, stage, "reset")
    assert ids(stage)


def test_the_source_of_an_answer_stays_open_whatever_a_search_comes_to(
    qtbot: QtBot, stage: Stage
) -> None:
    flow, evidence = stage.window.contents.flow, stage.window.contents.panes.evidence
    flow.ask("How do I reset the pump?")
    qtbot.waitUntil(lambda: bool(stage.state.ask.turns) and not stage.state.ask.busy)
    flow.open_source(1)
    search(qtbot, stage, "technician")
    stage.part("askInput").setPlainText("x" * 8001)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: TOO_LONG in line(stage))
    assert stage.part("sourceViewer").isVisible()
    switch(stage, ASK)
    evidence.viewer().next_requested.emit()
    assert evidence.shown is not None
    assert evidence.shown.chunk.id == 2


def test_enter_tries_again_what_failed(qtbot: QtBot, stage: Stage, engine: ScriptedSearch) -> None:
    engine.broken = True
    switch(stage, SEARCH)
    box = stage.part("askInput")
    qtbot.keyClicks(box, "reset")
    qtbot.waitUntil(lambda: BROKEN in line(stage))
    engine.broken = False
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(ids(stage)) > 1)


# --- how it was found ------------------------------------------------------------------------


def test_who_comes_back_to_a_search_finds_its_record_again(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    search(qtbot, stage)
    qtbot.waitUntil(lambda: "keyword search" in record(stage))
    switch(stage, ASK)
    switch(stage, SEARCH)
    assert "keyword search" in record(stage)
    assert engine.searched() == 1


def test_an_answer_that_ends_meanwhile_does_not_take_the_record_of_a_search(
    qtbot: QtBot, open_window: Open
) -> None:
    engine = scripted_search(answer=ANSWER, pause_s=0.01)
    stage = open_window(engine)
    stage.window.contents.flow.ask("How do I reset the pump?")
    search(qtbot, stage, "technician")
    qtbot.waitUntil(lambda: bool(stage.state.ask.turns) and not stage.state.ask.busy)
    assert "manual.pdf" not in record(stage)
    switch(stage, ASK)
    stage.window.contents.flow.show_found()
    assert "manual.pdf" in record(stage)


def test_a_repeat_does_not_scroll_the_record(
    qtbot: QtBot, stage: Stage, engine: ScriptedSearch
) -> None:
    engine.hits = many(20)
    search(qtbot, stage, "reset")
    panel = stage.part("scoreBreakdown")
    bar = panel.verticalScrollBar()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: bar.maximum() > 300)
    bar.setValue(300)
    engine.find([*engine.hits[1:], engine.hits[0]])
    qtbot.waitUntil(lambda: ids(stage)[-1] == 1)
    qtbot.wait(50)
    assert bar.value() == 300


def test_without_words_there_is_no_record(qtbot: QtBot, stage: Stage) -> None:
    search(qtbot, stage)
    qtbot.waitUntil(lambda: "keyword search" in record(stage))
    stage.part("askInput").setPlainText("")  # type: ignore[attr-defined]
    assert ids(stage) == []
    assert "keyword search" not in record(stage)
