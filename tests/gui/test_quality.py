"""The quality page: questions whose right files are known, measured and compared."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.state.kept_window import KeptWindow
from desktop_rag.gui.views.quality_view import QualityView
from desktop_rag.messages.library import AddPaths
from desktop_rag.messages.quality import (
    MeasureQuality,
    QualityMeasured,
    QualityQuestion,
    QualityReport,
)
from tests.fakes.scripted_gui_engine import furnished
from tests.gui.conftest import Open, Stage


def _page(stage: Stage) -> QualityView:
    stage.window.contents.show_quality()
    page = stage.part("qualityView")
    assert isinstance(page, QualityView)
    return page


def _press(page: QualityView, text: str) -> None:
    next(b for b in page.findChildren(QPushButton) if b.text() == text).click()


def test_questions_are_made_from_files_and_measured(qtbot: QtBot, stage: Stage) -> None:
    page = _page(stage)
    assert not page.findChild(QPushButton, "measureButton").isEnabled()
    _press(page, "Make questions from my files")
    qtbot.waitUntil(lambda: page.questions.rowCount() == 4)
    page.measure()
    qtbot.waitUntil(page.results.isVisible)
    said = page.results.accessibleDescription()
    assert "of 4 questions" in said
    assert "B: " not in said
    places = [page.questions.index(row, 2).data() for row in range(4)]
    assert "not among 20" in places
    assert "1" in places


def test_two_settings_are_compared_with_an_interval_in_words(qtbot: QtBot, stage: Stage) -> None:
    page = _page(stage)
    page.suggest()
    qtbot.waitUntil(lambda: page.questions.rowCount() == 4)
    _press(page, "Compare with another setting")
    page.measure()
    qtbot.waitUntil(page.results.isVisible)
    sent = stage.engine.sent(MeasureQuality)[-1]
    assert isinstance(sent, MeasureQuality)
    assert sent.variants[0] == {}
    assert all(key.startswith("retrieval.") for key in sent.variants[1])
    said = page.results.accessibleDescription()
    assert said.startswith("A: ")
    assert "\nB: " in said
    assert "is better" in said or "may be chance" in said


def test_a_question_of_ones_own_needs_its_right_file(qtbot: QtBot, stage: Stage) -> None:
    page = _page(stage)
    page._text.setText("How is the pump reset?")
    _press(page, "Add")
    assert page.questions.rowCount() == 0
    page._take_right("/home/ana/Notes/pump.md")
    _press(page, "Add")
    assert page.questions.questions == (
        QualityQuestion("How is the pump reset?", ("/home/ana/Notes/pump.md",)),
    )


def test_a_set_whose_files_are_not_in_the_library_can_be_added(qtbot: QtBot, stage: Stage) -> None:
    page = _page(stage)
    page.load("/set")
    qtbot.waitUntil(lambda: page.questions.rowCount() == 4)
    _press(page, "Add them")
    qtbot.waitUntil(lambda: bool(stage.engine.sent(AddPaths)))
    assert stage.engine.sent(AddPaths)[-1].paths == ("/set/files",)  # type: ignore[attr-defined]


def test_a_measurement_can_be_stopped(qtbot: QtBot, open_window: Open) -> None:
    stage = open_window(furnished(pause_s=0.2))
    page = _page(stage)
    page.suggest()
    qtbot.waitUntil(lambda: page.questions.rowCount() == 4)
    button = page.findChild(QPushButton, "measureButton")
    button.click()
    qtbot.waitUntil(lambda: button.text() == "Stop")
    button.click()
    qtbot.waitUntil(lambda: button.text() == "Measure")
    assert not page.results.isVisible()


def test_the_questions_are_there_again_after_a_new_start(
    qtbot: QtBot, open_window: Open, tmp_path: Path
) -> None:
    stage = open_window()
    page = _page(stage)
    page.add((QualityQuestion("Where is the ñandú?", ("/a/b.md",)),))
    stage.window.contents.keep(KeptWindow(tmp_path / "window.ini"))
    stage.window.close()
    again = _page(open_window())
    assert again.questions.questions == (QualityQuestion("Where is the ñandú?", ("/a/b.md",)),)


def test_kept_questions_that_are_damaged_are_left_out(stage: Stage) -> None:
    page = _page(stage)
    page.questions.take_text("[{]")
    page.questions.take_text('[1, {"text": ""}, {"text": "Q", "right": ["/a"]}]')
    assert [q.text for q in page.questions.questions] == ["Q"]


def test_the_last_question_becomes_a_test_with_the_files_its_answer_used(
    qtbot: QtBot, stage: Stage
) -> None:
    stage.window.contents.flow.ask("How do I reset the pump?")
    qtbot.waitUntil(lambda: bool(stage.state.ask.turns) and not stage.state.ask.busy)
    stage.window.contents.keep_as_test()
    page = _page(stage)
    assert page.questions.questions == (
        QualityQuestion(
            "How do I reset the pump?", ("/home/ana/Work/manual.pdf", "/home/ana/Notes/pump.md")
        ),
    )


def test_a_question_is_looked_at_in_the_search(qtbot: QtBot, stage: Stage) -> None:
    page = _page(stage)
    page.add((QualityQuestion("reset pump", ("/home/ana/Notes/pump.md",)),))
    table = stage.part("questionTable")
    table.setFocus()
    table.selectRow(0)  # type: ignore[attr-defined]
    page._look_at(page.questions.index(0, 0))
    qtbot.waitUntil(lambda: stage.part("searchResults").isVisible())
    qtbot.waitUntil(lambda: stage.state.search.result is not None)
    assert "reset" in stage.state.search.result.hits[0].chunk.text  # type: ignore[union-attr]


def test_steps_that_failed_are_told_beside_the_figures(stage: Stage) -> None:
    page = _page(stage)
    report = QualityReport({"recall@5": 1.0}, (1,), degraded=1, notices=("It was not reranked.",))
    page.results.show_measured(QualityMeasured((report,)))
    assert page.results.accessibleDescription().endswith("\n⚠ It was not reranked.")
    both = QualityMeasured((QualityReport({"recall@5": 1.0}, (1,)), report))
    page.results.show_measured(both)
    assert page.results.accessibleDescription().endswith("\n⚠ B: It was not reranked.")
