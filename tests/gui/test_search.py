"""Searching while one types."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QListView, QTabBar
from pytestqt.qtbot import QtBot

from desktop_rag.domain.search_form import fold
from desktop_rag.gui.state.hit_list import hit_row, query_terms
from desktop_rag.messages.ask import Ask
from desktop_rag.messages.search import Search
from tests.fakes.scripted_gui_engine import furnished, hit
from tests.gui.conftest import Open, Stage


def results(stage: Stage) -> QListView:
    view = stage.part("searchResults")
    assert isinstance(view, QListView)
    return view


def search_mode(stage: Stage) -> None:
    switch = stage.part("modeSwitch")
    assert isinstance(switch, QTabBar)
    switch.setCurrentIndex(1)


def count(stage: Stage) -> int:
    return results(stage).model().rowCount()


def test_results_appear_while_one_types_and_nothing_is_asked(qtbot: QtBot, stage: Stage) -> None:
    search_mode(stage)
    qtbot.keyClicks(stage.part("askInput"), "reset pump")
    qtbot.waitUntil(lambda: count(stage) == 4)
    assert not stage.engine.sent(Ask)
    assert all(message.partial for message in stage.engine.sent(Search))  # type: ignore[attr-defined]


def test_fast_typing_searches_once_and_a_stale_search_is_dropped(
    qtbot: QtBot, open_window: Open
) -> None:
    stage = open_window(furnished(search_s=0.5))
    search_mode(stage)
    qtbot.keyClicks(stage.part("askInput"), "technician")
    qtbot.waitUntil(lambda: len(stage.engine.sent(Search)) == 1)
    stage.part("askInput").setPlainText("drain")  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: len(stage.engine.sent(Search)) == 2)
    qtbot.waitUntil(lambda: stage.state.search.result is not None)
    qtbot.wait(600)
    assert stage.state.search.result is not None
    assert stage.state.search.result.query == "drain"
    assert count(stage) == 1


def test_words_typed_while_asking_are_searched_when_the_mode_changes(
    qtbot: QtBot, stage: Stage
) -> None:
    qtbot.keyClicks(stage.part("askInput"), "technician")
    qtbot.keyClick(stage.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: count(stage) == 1)
    assert stage.part("askInput").toPlainText() == "technician"  # type: ignore[attr-defined]


def test_a_selected_hit_is_shown_in_the_source_viewer_and_enter_goes_to_the_results(
    qtbot: QtBot, stage: Stage
) -> None:
    search_mode(stage)
    qtbot.keyClicks(stage.part("askInput"), "reset")
    qtbot.keyClick(stage.part("askInput"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: count(stage) > 1)
    results(stage).setCurrentIndex(results(stage).model().index(0, 0))
    assert stage.part("sourceViewer").isVisible()
    assert results(stage).currentIndex().row() == 0
    qtbot.keyClick(results(stage), Qt.Key.Key_Down)
    assert results(stage).currentIndex().row() == 1


def test_nothing_found_says_what_to_try(qtbot: QtBot, stage: Stage) -> None:
    search_mode(stage)
    qtbot.keyClicks(stage.part("askInput"), "zebra")

    def told() -> bool:
        labels = results(stage).parentWidget().findChildren(QLabel)
        return any("Nothing found." in label.text() for label in labels)

    qtbot.waitUntil(told)


def test_the_record_of_a_search_is_shown_beside_it(qtbot: QtBot, stage: Stage) -> None:
    search_mode(stage)
    qtbot.keyClicks(stage.part("askInput"), "reset")
    panel = stage.part("scoreBreakdown")

    def told() -> bool:
        return any(label.text() == "keyword search" for label in panel.findChildren(QLabel))

    qtbot.waitUntil(told)
    assert panel.isVisible()


def test_a_filter_searches_again_with_its_limit(qtbot: QtBot, stage: Stage) -> None:
    search_mode(stage)
    qtbot.keyClicks(stage.part("askInput"), "reset")
    qtbot.waitUntil(lambda: count(stage) > 0)
    stage.part("filterBar").only(["/home/ana/Work"])  # type: ignore[attr-defined]
    qtbot.waitUntil(
        lambda: stage.engine.sent(Search)[-1].filters.under == ("/home/ana/Work",)  # type: ignore[attr-defined]
    )


def test_marks_in_a_snippet_stand_on_the_words_looked_for() -> None:
    row = hit_row(hit(1, "/a.md", "Der Café-Automat,\n\ndas CAFE und Cafés."), query_terms("café"))
    marked = [row.snippet[start:end] for start, end in row.marks]
    assert [fold(word) for word in marked] == ["cafe", "cafe", "cafes"]


def test_the_snippet_begins_near_the_best_part_of_a_long_passage() -> None:
    text = "intro " * 100 + "the reset key is red. " + "outro " * 100
    row = hit_row(hit(1, "/a.md", text, focus=(600, 621)), query_terms("reset"))
    assert row.snippet.startswith("… ")
    assert "the reset key is red." in row.snippet[:80]


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("pump", "pumps and pumping and a pumpkinseed", ["pumps", "pumping"]),
        ("the intake", "then there the intake_pressure", ["intake"]),
        ("the", "then there the intake", ["the"]),
        ("日本 水", "日本 の 水", ["日本"]),
        ("E-17", "error E-17 or E-170", ["E-17"]),
    ],
)
def test_whole_words_are_marked_in_a_snippet(query: str, text: str, marked: list[str]) -> None:
    row = hit_row(hit(1, "/a.txt", text), query_terms(query))
    assert [row.snippet[start:end] for start, end in row.marks] == marked


def test_what_a_person_should_know_of_a_search_stands_above_its_results(
    qtbot: QtBot, open_window: Open
) -> None:
    leaving = "Questions and passages of your documents are sent to rerank.example.org."
    stage = open_window(furnished(search_notices=(leaving,)))
    search_mode(stage)
    qtbot.keyClicks(stage.part("askInput"), "reset pump")
    qtbot.waitUntil(lambda: any(leaving in said.text() for said in labels(stage)))


def labels(stage: Stage) -> list[QLabel]:
    return stage.window.findChildren(QLabel)


def test_a_hit_leaves_the_window_as_text_with_its_source_and_as_a_file(
    qtbot: QtBot, stage: Stage
) -> None:
    stage.window.contents.flow.switch_mode()
    stage.window.contents.flow.ask("reset pump")
    results = stage.part("searchResults")
    assert isinstance(results, QListView)
    qtbot.waitUntil(lambda: results.model().rowCount() > 0)
    first = results.model().index(0, 0)
    assert results.dragEnabled()
    assert first.flags() & Qt.ItemFlag.ItemIsDragEnabled
    data = results.model().mimeData([first])
    assert data.text().endswith("— manual.pdf · p. 12")
    assert [url.toLocalFile() for url in data.urls()] == ["/home/ana/Work/manual.pdf"]


def test_the_menu_of_a_hit_asks_about_its_file_and_copies_it(qtbot: QtBot, stage: Stage) -> None:
    view = stage.window.contents.panes.centre.search_view
    stage.window.contents.flow.switch_mode()
    stage.window.contents.flow.ask("reset pump")
    qtbot.waitUntil(lambda: view._model.rowCount() > 0)
    menu = view.menu_of(view._model.hit(0))
    deeds = {action.text(): action for action in menu.actions()}
    deeds["Copy passage with its source"].trigger()
    assert "— manual.pdf · p. 12" in QGuiApplication.clipboard().text()
    deeds["Ask about this file"].trigger()
    centre = stage.window.contents.panes.centre
    assert not centre.searching
    assert centre.filter_bar.filters.under == ("/home/ana/Work/manual.pdf",)
    menu.deleteLater()
