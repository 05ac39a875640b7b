"""Kept conversations: open, find, rename, delete, begin anew."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QFileDialog, QLineEdit, QListView, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.views.conversation_list import ConversationView
from desktop_rag.gui.views.conversation_pdf import InertDocument
from desktop_rag.messages.ask import (
    Ask,
    Conversation,
    ConversationTurn,
    DeleteConversation,
    ExportConversation,
    RenameConversation,
)
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine, finished_answer, furnished
from tests.gui.conftest import Open, Stage


@pytest.fixture
def engine() -> ScriptedGuiEngine:
    made = furnished()
    for number, title in ((1, "Pump"), (2, "Taxes 2025")):
        answer = finished_answer(title, f"About {title} [2].", made.hits)
        turn = ConversationTurn(1, 0.0, f"{title}?", answer)
        made.conversations[number] = Conversation(number, title, (turn,))
    return made


@pytest.fixture
def stage(open_window: Open, engine: ScriptedGuiEngine, qtbot: QtBot) -> Stage:
    made = open_window(engine)
    qtbot.waitUntil(lambda: titles(made) == ["Taxes 2025", "Pump"])
    return made


def listed(stage: Stage) -> QListView:
    view = stage.part("conversationList")
    assert isinstance(view, QListView)
    return view


def titles(stage: Stage) -> list[str]:
    model = listed(stage).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def save_to(qtbot: QtBot, stage: Stage, path: Path) -> None:
    """Choose a place in the file dialog that is open."""
    found: list[QFileDialog] = []

    def shown() -> bool:
        found[:] = stage.window.findChildren(QFileDialog)
        return bool(found)

    qtbot.waitUntil(shown)
    found[0].fileSelected.emit(str(path))
    found[0].reject()


@pytest.mark.parametrize(("form", "suffix"), [("markdown", "md"), ("html", "html")])
def test_a_conversation_is_exported_to_a_file_that_is_chosen(
    qtbot: QtBot, stage: Stage, tmp_path: Path, form: str, suffix: str
) -> None:
    view = stage.window.findChild(ConversationView)
    assert view is not None
    view.export_wanted.emit(1, form)
    target = tmp_path / f"out.{suffix}"
    target.write_text("older")
    save_to(qtbot, stage, target)
    assert target.read_text() == "# Pump\n\n## Pump?\n\nAbout Pump [2]."
    assert stage.engine.sent(ExportConversation) == [ExportConversation(1, form)]
    assert [n.text for n in stage.state.notices.notices()] == [f"Exported to out.{suffix}."]
    assert [file.name for file in tmp_path.glob("out*")] == [f"out.{suffix}"]


def test_a_conversation_becomes_a_pdf_that_loads_nothing_and_can_be_read(
    qtbot: QtBot, stage: Stage, tmp_path: Path
) -> None:
    view = stage.window.findChild(ConversationView)
    assert view is not None
    view.export_wanted.emit(1, "pdf")
    target = tmp_path / "out.pdf"
    save_to(qtbot, stage, target)
    assert stage.engine.sent(ExportConversation) == [ExportConversation(1, "html")]
    assert [n.text for n in stage.state.notices.notices()] == ["Exported to out.pdf."]
    pages = pdfium.PdfDocument(target)
    assert "About Pump [2]." in pages[0].get_textpage().get_text_bounded()
    pages.close()
    assert [file.name for file in tmp_path.glob("out*")] == ["out.pdf"]


def test_a_picture_in_a_page_is_not_loaded_for_its_pdf(qtbot: QtBot, tmp_path: Path) -> None:
    picture = tmp_path / "p.png"
    picture.write_bytes(b"not looked at")
    document = InertDocument()
    document.setHtml(f'<img src="{picture.as_uri()}"> <img src="http://evil.example/p.png"> words')
    assert document.toPlainText().endswith("words")
    assert (
        document.resource(QTextDocument.ResourceType.ImageResource, QUrl(picture.as_uri())) is None
    )


def test_an_export_that_cannot_be_written_is_said(
    qtbot: QtBot, stage: Stage, tmp_path: Path
) -> None:
    stage.state.ask.conversation = 1
    stage.window.contents.flow.export_conversation("markdown")
    save_to(qtbot, stage, tmp_path / "no such folder" / "out.md")
    (notice,) = stage.state.notices.notices()
    assert notice.text.startswith("out.md could not be written: ")
    assert notice.remedy


def test_without_a_conversation_an_export_says_so(stage: Stage) -> None:
    stage.window.contents.flow.export_conversation("html")
    assert [n.text for n in stage.state.notices.notices()] == [
        "There is no conversation to export yet: ask something first."
    ]


def test_opening_one_shows_its_turns_with_their_frozen_sources(qtbot: QtBot, stage: Stage) -> None:
    view = listed(stage)
    view.clicked.emit(view.model().index(1, 0))
    qtbot.waitUntil(lambda: "About Pump [2]." in stage.answer_text())
    assert stage.part("sourceCard_2").isVisible()
    qtbot.keyClicks(stage.part("askInput"), "And then?")
    qtbot.keyClick(stage.part("askInput"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(Ask)))
    assert stage.engine.sent(Ask)[0].conversation == 1  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: not stage.state.ask.busy)


def test_the_list_can_be_searched(qtbot: QtBot, stage: Stage) -> None:
    box = stage.part("conversationSearch")
    assert isinstance(box, QLineEdit)
    qtbot.keyClicks(box, "tax")
    qtbot.waitUntil(lambda: titles(stage) == ["Taxes 2025"])


def test_one_can_be_renamed(qtbot: QtBot, stage: Stage) -> None:
    model = listed(stage).model()
    model.setData(model.index(0, 0), "Taxes")
    qtbot.waitUntil(lambda: titles(stage)[0] == "Taxes")
    assert stage.engine.sent(RenameConversation) == [RenameConversation(2, "Taxes")]


def test_deleting_asks_first_and_empties_the_screen(qtbot: QtBot, stage: Stage) -> None:
    view = listed(stage)
    view.clicked.emit(view.model().index(0, 0))
    qtbot.waitUntil(lambda: "About Taxes" in stage.answer_text())
    view.setCurrentIndex(view.model().index(0, 0))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    box = stage.window.findChild(QMessageBox)
    assert box is not None
    assert not stage.engine.sent(DeleteConversation)
    delete = next(b for b in box.findChildren(QPushButton) if b.text() == "Delete")
    delete.click()
    qtbot.waitUntil(lambda: titles(stage) == ["Pump"])
    assert stage.state.ask.conversation == 0
    assert "About Taxes" not in stage.answer_text()


def test_a_new_one_starts_empty(qtbot: QtBot, stage: Stage) -> None:
    view = listed(stage)
    view.clicked.emit(view.model().index(0, 0))
    qtbot.waitUntil(lambda: "About Taxes" in stage.answer_text())
    qtbot.keyClick(stage.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert stage.answer_text() == ""
    assert stage.window.focusWidget() is stage.part("askInput")


def test_the_conversation_is_there_again_after_a_new_start(
    qtbot: QtBot, stage: Stage, open_window: Open
) -> None:
    view = listed(stage)
    view.clicked.emit(view.model().index(1, 0))
    qtbot.waitUntil(lambda: "About Pump" in stage.answer_text())
    stage.window.close()
    again = open_window(stage.engine)
    qtbot.waitUntil(lambda: "About Pump" in again.answer_text())
