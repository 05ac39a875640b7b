"""What a person does with the window, over a real engine, real stores and real models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from reportlab.pdfgen.canvas import Canvas

from desktop_rag.gui.app import install_language
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.viewer.passage_card import PassageCard
from desktop_rag.gui.views.quality_view import QualityView
from tests.end_to_end.driving import kill_engine
from tests.end_to_end.window_driving import LONG_MS, LiveWindow

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

FACT = "The counterweight of the gate was replaced by Marta Quiroga on 14 May 2019."
_FILLING = (
    "This page tells of the paint, the doors and the windows of the building in the valley.",
    "Nothing that is said here has anything to do with machines or with people.",
)


@pytest.fixture(scope="module")
def theme(qapp: QApplication) -> Iterator[Theme]:
    install_language(qapp, "en")
    made = Theme(qapp)
    yield made
    qapp.setStyleSheet("")


@pytest.fixture
def open_window(
    qtbot: QtBot, theme: Theme, library: Path, tmp_path: Path
) -> Iterator[Callable[[], LiveWindow]]:
    opened: list[LiveWindow] = []

    def open_it() -> LiveWindow:
        opened.append(LiveWindow(qtbot, theme, library, tmp_path))
        return opened[-1]

    yield open_it
    for live in opened:
        live.close()


def write_report(path: Path) -> None:
    """A report of three pages; the fact stands in the middle of the second."""
    canvas = Canvas(str(path), pagesize=(595, 842))
    for page in (1, 2, 3):
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(72, 770, f"Report of the north lock, part {page}")
        canvas.setFont("Helvetica", 11)
        lines = [*_FILLING, *([FACT] if page == 2 else []), *_FILLING]
        for number, line in enumerate(lines):
            canvas.drawString(72, 720 - 18 * number, line)
        canvas.showPage()
    canvas.save()


def test_from_the_first_start_to_a_cited_answer(open_window: Callable[[], LiveWindow]) -> None:
    live = open_window()
    assert live.part("firstStart").isVisible()
    live.answers_are_quoted()
    live.press("Try the sample library")
    live.until(lambda: live.indexed() > 0, LONG_MS)
    live.until_idle()
    answer = live.ask("What must be done before the lid of the pump is opened?")
    assert answer.outcome == "answered"
    assert "padlock" in answer.text
    assert "[1]" in live.answer_view().toPlainText()
    assert live.part("sourceCard_1").isVisible()
    live.save_picture("story_first_start")


def test_files_are_dropped_asked_about_opened_changed_and_all_by_keyboard(
    open_window: Callable[[], LiveWindow], documents: Path, tmp_path: Path
) -> None:
    """One engine for a whole sitting: each start of one costs seconds."""
    live = open_window()
    live.answers_are_quoted()
    write_report(documents / "north lock.pdf")
    (documents / "tower.txt").write_text("In the tower of the town hang nineteen bells.\n")
    live.drop(live.window, documents)
    live.until(lambda: live.indexed() == 2, LONG_MS)
    live.until_idle()
    _a_mark_opens_the_page_of_a_pdf(live)
    _a_dropped_file_is_asked_about(live, tmp_path)
    _a_file_renamed_while_it_is_open_is_followed(live, documents)
    _a_file_changed_since_it_was_cited_says_so(live, documents)
    _the_keyboard_is_enough(live)
    _ones_own_files_are_measured(live)


def _a_mark_opens_the_page_of_a_pdf(live: LiveWindow) -> None:
    answer = live.ask("Who replaced the counterweight of the gate?")
    assert "Marta Quiroga" in answer.text
    assert answer.sources[0].hit.chunk.place.page is not None
    live.click_mark(1)
    live.until(lambda: live.viewer().isVisible() and live.pages().marked_pages() == {2})
    pages = live.pages()
    live.until(lambda: pages.page == 2 and pages.picture_of_reading() is not None)
    assert _yellow_in_sight(pages), "the passage is marked where one looks"
    live.save_picture("story_pdf_page")


def _yellow_in_sight(pages: QWidget) -> bool:
    picture = pages.grab().toImage()
    for y in range(0, picture.height(), 2):
        for x in range(0, picture.width(), 4):
            colour = picture.pixelColor(x, y)
            if colour.red() > 220 and colour.green() > 180 and colour.blue() < 170:
                return True
    return False


def _a_dropped_file_is_asked_about(live: LiveWindow, folder: Path) -> None:
    note = folder / "lighthouse.txt"
    note.write_text("The lamp of the lighthouse turns once in nine seconds.\n")
    before = live.indexed()
    live.drop(live.part("askInput").viewport(), note)  # type: ignore[attr-defined]
    live.until(lambda: live.indexed() == before + 1, LONG_MS)
    live.until_idle()
    answer = live.ask("How often does the lamp turn?")
    assert "nine seconds" in answer.text
    assert {source.hit.file.path for source in answer.sources} == {str(note)}


def _a_file_changed_since_it_was_cited_says_so(live: LiveWindow, documents: Path) -> None:
    assert "nineteen bells" in live.ask("How many bells hang in the tower?").text
    (documents / "tower.txt").write_text("The bells of the tower were melted down.\n")
    live.click_mark(1)
    notice = live.viewer().findChild(InlineNotice)
    assert notice is not None
    live.until(lambda: "changed" in notice.text and "no longer in it" in notice.text)
    cited = live.viewer().findChild(PassageCard)
    assert cited is not None
    assert cited.isVisible()
    assert "nineteen bells" in cited.passage
    live.save_picture("story_changed")


def _a_file_renamed_while_it_is_open_is_followed(live: LiveWindow, documents: Path) -> None:
    live.part("filterBar").clear()  # type: ignore[attr-defined]
    live.ask("Who replaced the counterweight of the gate?")
    live.click_mark(1)
    live.until(lambda: live.pages().isVisible() and live.pages().marked_pages() == {2})
    (documents / "north lock.pdf").rename(documents / "south lock.pdf")
    notice = live.viewer().findChild(InlineNotice)
    assert notice is not None
    live.until(lambda: "moved" in notice.text, LONG_MS)
    live.until(lambda: live.pages().marked_pages() == {2})
    live.until_idle()
    (documents / "south lock.pdf").rename(documents / "north lock.pdf")
    live.until(lambda: "moved" not in notice.text, LONG_MS)


def _the_keyboard_is_enough(live: LiveWindow) -> None:
    qtbot, window = live.qtbot, live.window
    held = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window, Qt.Key.Key_N, held)
    assert not live.state.ask.turns
    focused = QApplication.focusWidget()
    assert focused is live.part("askInput")
    qtbot.keyClicks(focused, "When was the counterweight replaced?")
    qtbot.keyClick(focused, Qt.Key.Key_Return)
    live.until(lambda: bool(live.state.ask.turns) and not live.state.ask.busy)
    qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    live.until(lambda: live.pages().isVisible() and live.pages().marked_pages() == {2})
    qtbot.keyClick(window, Qt.Key.Key_F, held)
    find = QApplication.focusWidget()
    assert find is not None
    assert live.viewer().isAncestorOf(find)
    qtbot.keyClicks(find, "Marta")
    live.until(lambda: "1" in live.part("findCount").text())  # type: ignore[attr-defined]
    qtbot.keyClick(find, Qt.Key.Key_Escape)
    qtbot.keyClick(window, Qt.Key.Key_K, held)
    assert QApplication.focusWidget() is live.part("askInput")
    live.save_picture("story_keyboard")


def _ones_own_files_are_measured(live: LiveWindow) -> None:
    live.window.contents.keep_as_test()
    page = live.part("qualityView")
    assert isinstance(page, QualityView)
    assert page.questions.questions[0].text == "When was the counterweight replaced?"
    live.press("Make questions from my files")
    live.until(lambda: page.questions.rowCount() > 1)
    live.press("Compare with another setting")
    live.press("Measure")
    live.until(page.results.isVisible)
    said = page.results.accessibleDescription()
    assert said.startswith("A: The right file came first for ")
    assert "\nB: The right file came first for " in said
    assert page.questions.index(0, 2).data() == "1", "the last question finds its file first"
    live.save_picture("story_quality")


def test_the_window_outlives_an_engine_that_is_killed_while_it_indexes(
    open_window: Callable[[], LiveWindow], library: Path, documents: Path
) -> None:
    count = 500
    for number in range(count):
        text = f"Part {number} has the serial number SN-{number:05}. It weighs {number} grams.\n"
        (documents / f"part{number:04}.txt").write_text(text * 3)
    live = open_window()
    live.answers_are_quoted()
    live.state.library.add([str(documents)])
    live.until(lambda: live.indexed() > 20, LONG_MS)
    told: list[str] = []
    live.link.disconnected.connect(told.append)
    with live.qtbot.waitSignal(live.link.disconnected, timeout=10_000):
        kill_engine(library)
    assert told == ["The engine stopped and is being started again. Nothing is lost."]
    assert told[0] in live.notices()
    live.save_picture("story_killed")
    live.until(lambda: live.link.is_connected, LONG_MS)
    assert told[0] not in live.notices()
    live.until(lambda: live.indexed() == count and live.idle(), LONG_MS)
    assert live.notices() == []
    assert "SN-00217" in live.ask("Which serial number has part 217?").text


def test_a_written_answer_is_stopped_and_a_missing_model_is_said_and_answers_are_quoted(
    open_window: Callable[[], LiveWindow], documents: Path
) -> None:
    (documents / "tower.txt").write_text("In the tower of the town hang nineteen bells.\n" * 3)
    live = open_window()
    live.state.library.add([str(documents)])
    live.until(lambda: live.indexed() == 1, LONG_MS)
    live.until_idle()
    live.change("answering.kind", "generated")
    live.qtbot.keyClicks(live.part("askInput"), "How many bells hang in the tower?")
    live.qtbot.keyClick(live.part("askInput"), Qt.Key.Key_Return)
    live.until(lambda: live.state.ask.turns[-1].stage in ("loading_model", "writing"), LONG_MS)
    live.qtbot.keyClick(live.part("askInput"), Qt.Key.Key_Escape)
    assert "Stopping…" in live.answer_view().toPlainText()
    live.until(lambda: not live.state.ask.busy)
    assert "Stopped." in live.answer_view().toPlainText()
    live.change("models.answer", str(documents / "missing.gguf"))
    live.until(lambda: any("missing.gguf" in text for text in live.notices()))
    answer = live.ask("How many bells hang in the tower?")
    assert answer.kind == "extractive"
    assert "nineteen bells" in answer.text
    live.save_picture("story_model_missing")


def test_the_window_and_its_engine_speak_spanish(
    qtbot: QtBot, qapp: QApplication, theme: Theme, library: Path, documents: Path, tmp_path: Path
) -> None:
    translators = install_language(qapp, "es")
    (documents / "roto.pdf").write_bytes(b"%PDF-1.4 roto")
    (documents / "faro.txt").write_text("El faro de la isla lo cuida Iria Castro desde 2011.\n")
    live = LiveWindow(qtbot, theme, library, tmp_path, language="es")
    try:
        live.answers_are_quoted()
        live.drop(live.window, documents)
        live.until(lambda: live.indexed() == 1 and live.idle(), LONG_MS)
        answer = live.ask("¿Quién cuida el faro de la isla?")
        assert "Iria Castro" in answer.text
        assert "Fuentes usadas" in live.answer_view().toPlainText()
        live.window.contents.flow.show_ledger()
        table = live.part("ledgerTable")
        model = table.model()  # type: ignore[attr-defined]
        live.until(lambda: model.rowCount() == 2)
        said = [str(model.index(row, 2).data()) for row in range(2)]
        assert any("está dañado o no es: PDF" in text for text in said)
        live.save_picture("story_spanish")
    finally:
        live.close()
        for translator in translators:
            qapp.removeTranslator(translator)
        install_language(qapp, "en")
