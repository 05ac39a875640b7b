"""The library in the window: adding, states, the ledger, pausing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QProgressBar,
    QPushButton,
    QTableView,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.domain.errors import FileMissing
from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.state.ledger import DEED_COLUMN
from desktop_rag.gui.widgets.elided_label import ElidedLabel
from desktop_rag.gui.widgets.root_delegate import RootDelegate
from desktop_rag.messages.ask import Ask
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library import (
    AddPaths,
    ChangeRoot,
    EmbedderStatus,
    GivePassword,
    LanguageModelStatus,
    ListFiles,
    PauseIndexing,
    QueueStatus,
    ResumeIndexing,
    RetryFiles,
    RootStatus,
)
from desktop_rag.messages.models import ModelStateChanged
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine, furnished
from tests.gui.conftest import Open, Stage


def drop(target: QWidget, *paths: str) -> None:
    """Drag files over a widget and let them fall."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(5, 5), action, data, button, none))
    QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), action, data, button, none))


def press(stage: Stage, text: str) -> None:
    buttons = [b for b in stage.window.findChildren(QPushButton) if b.text() == text]
    shown = [b for b in buttons if b.isVisible()]
    assert shown, text
    shown[0].click()


def ledger(qtbot: QtBot, stage: Stage) -> QTableView:
    """The ledger of the files that need attention."""
    press(stage, "⚠ 2 files need attention")
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 2)
    return table


def cell(table: QTableView, row: int, column: int) -> object:
    return table.model().index(row, column).data()


def click_cell(qtbot: QtBot, table: QTableView, row: int, column: int) -> None:
    spot = table.visualRect(table.model().index(row, column)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_a_new_person_sees_a_drop_zone_and_an_honest_word(open_window: Open) -> None:
    stage = open_window(ScriptedGuiEngine())
    assert stage.part("firstStart").isVisible()
    said = " ".join(w.text() for w in stage.part("firstStart").findChildren(QLabel))
    assert "tiny starter model" in said


def test_the_sample_library_is_added_by_one_button(qtbot: QtBot, open_window: Open) -> None:
    stage = open_window(ScriptedGuiEngine())
    press(stage, "Try the sample library")
    qtbot.waitUntil(lambda: bool(stage.engine.sent(AddPaths)))
    (message,) = stage.engine.sent(AddPaths)
    assert isinstance(message, AddPaths)
    assert message.paths[0].endswith("sample_library")
    qtbot.waitUntil(lambda: not stage.part("firstStart").isVisible())
    assert stage.part("sourcesPanel").isVisible()


def test_dropped_folders_are_added_first_and_without_waiting(qtbot: QtBot, stage: Stage) -> None:
    drop(stage.window, "/home/ana/Ünï cödé & co", "/home/ana/one.pdf")
    qtbot.waitUntil(lambda: bool(stage.engine.sent(AddPaths)))
    expected = AddPaths(("/home/ana/Ünï cödé & co", "/home/ana/one.pdf"), wait=False, first=True)
    assert stage.engine.sent(AddPaths) == [expected]
    assert not stage.part("dropOverlay").isVisible()


def test_the_overlay_says_what_dropping_does(stage: Stage) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/a")])
    event = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(stage.window, event)
    assert stage.part("dropOverlay").isVisible()


def test_a_file_dropped_on_the_question_is_asked_about_alone(qtbot: QtBot, stage: Stage) -> None:
    box = stage.part("askInput")
    drop(box.viewport(), "/tmp/contract.pdf")  # type: ignore[attr-defined]
    chips = [c for c in stage.part("filterBar").findChildren(QToolButton) if c.isVisible()]
    assert chips[0].text() == "Only contract.pdf  ✕"
    qtbot.keyClicks(box, "What is due?")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(Ask)))
    (asked,) = stage.engine.sent(Ask)
    assert isinstance(asked, Ask)
    assert asked.search.filters.under == ("/tmp/contract.pdf",)
    assert [m.paths for m in stage.engine.sent(AddPaths)] == [("/tmp/contract.pdf",)]  # type: ignore[attr-defined]
    chips[0].click()
    assert not stage.part("filterBar").filters.any()  # type: ignore[attr-defined]


def test_a_file_of_the_library_dropped_on_the_question_is_not_added_again(stage: Stage) -> None:
    drop(stage.part("askInput").viewport(), "/home/ana/Notes/pump.md")  # type: ignore[attr-defined]
    assert not stage.engine.sent(AddPaths)


def test_a_folder_that_cannot_be_added_gives_a_sentence_and_a_remedy(
    qtbot: QtBot, open_window: Open
) -> None:
    engine = furnished(failure=FileMissing("There is no folder /x.", "Look for its new place."))
    stage = open_window(engine)
    drop(stage.window, "/x")
    qtbot.waitUntil(lambda: bool(stage.state.notices.notices()))
    (notice,) = stage.state.notices.notices()
    assert (notice.text, notice.remedy) == ("There is no folder /x.", "Look for its new place.")


def test_folders_show_their_state_in_words(stage: Stage) -> None:
    view = stage.part("rootList")
    assert isinstance(view, QListView)
    said = [view.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert said == [
        "Notes, ready, 48 files",
        "Work, indexing, 62 %, 340 files, 2 need attention",
    ]


@pytest.mark.parametrize(
    ("root", "said"),
    [
        (RootStatus("/a", "indexing", 340, 214), "214 of 340 files"),
        (RootStatus("/a", "ready", 1, 1), "1 file"),
        (RootStatus("/a", "ready", 3, 2, attention=1), "3 files · 1 needs attention"),
        (RootStatus("/a", "offline", 3, 3), "not reachable"),
        (RootStatus("/a", "paused", 3, 0), "paused"),
    ],
)
def test_each_state_of_a_folder_has_words(stage: Stage, root: RootStatus, said: str) -> None:
    assert RootDelegate(stage.window._theme).root_words(root) == said


def test_the_queue_shows_counts_time_left_and_can_be_paused(qtbot: QtBot, stage: Stage) -> None:
    bar = stage.part("activityBar")
    labels = [label.text() for label in bar.findChildren(QLabel)]
    assert "Indexing 214 of 340 · 2 min left · report.pdf" in labels
    pause = next(b for b in bar.findChildren(QToolButton) if b.isVisible())
    pause.click()
    qtbot.waitUntil(lambda: stage.state.library.queue.paused)
    assert len(stage.engine.sent(PauseIndexing)) == 1
    pause.click()
    qtbot.waitUntil(lambda: not stage.state.library.queue.paused)
    assert len(stage.engine.sent(ResumeIndexing)) == 1


@pytest.mark.parametrize(
    ("done", "total"), [(0, 0), (5, 3), (3_000_000_000, 6_000_000_000), (40_000, 40_000), (-1, 5)]
)
def test_progress_never_leaves_its_bounds(
    qtbot: QtBot, open_window: Open, done: int, total: int
) -> None:
    stage = open_window(furnished(queue=QueueStatus(1, 1, None, done, total)))
    bar = stage.part("activityBar").findChild(QProgressBar)
    assert bar is not None
    assert 0 <= bar.value() <= 1000
    if done == total == 40_000:
        assert bar.value() == 1000


def test_attention_leads_to_the_files_with_reason_and_remedy(qtbot: QtBot, stage: Stage) -> None:
    press(stage, "⚠ 2 files need attention")
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 2)
    texts = [table.model().index(0, column).data() for column in range(3)]
    assert texts == [
        "locked.pdf",
        "could not be read",
        "“locked.pdf” is protected by a password. "
        "Give the password for this file, or save a copy without one.",
    ]
    table.selectRow(0)
    press(stage, "Read the selected again")
    qtbot.waitUntil(lambda: bool(stage.engine.sent(RetryFiles)))
    assert stage.engine.sent(RetryFiles) == [RetryFiles(("/home/ana/Work/locked.pdf",))]
    qtbot.keyClick(stage.window, Qt.Key.Key_Escape)
    assert stage.part("answerView").parentWidget().isVisible()


def test_a_protected_file_is_read_with_the_password_that_is_given(
    qtbot: QtBot, stage: Stage
) -> None:
    table = ledger(qtbot, stage)
    assert cell(table, 0, DEED_COLUMN) == "Give the password…"
    click_cell(qtbot, table, 0, DEED_COLUMN)
    box = stage.window.findChild(QLineEdit, "password")
    assert box is not None
    assert box.echoMode() == QLineEdit.EchoMode.Password
    qtbot.keyClicks(box, "open sesame")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(GivePassword)))
    assert stage.engine.sent(GivePassword) == [
        GivePassword("/home/ana/Work/locked.pdf", "open sesame")
    ]


def test_a_password_is_kept_by_the_keyring_when_the_person_wants_it(
    qtbot: QtBot, stage: Stage
) -> None:
    click_cell(qtbot, ledger(qtbot, stage), 0, DEED_COLUMN)
    keep = stage.window.findChild(QCheckBox, "keepPassword")
    box = stage.window.findChild(QLineEdit, "password")
    assert keep is not None
    assert box is not None
    assert not keep.isChecked()
    qtbot.waitUntil(keep.isEnabled)
    keep.click()
    qtbot.keyClicks(box, "open sesame")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(GivePassword)))
    assert stage.engine.sent(GivePassword) == [
        GivePassword("/home/ana/Work/locked.pdf", "open sesame", keep=True)
    ]


def test_without_a_keyring_a_password_cannot_be_kept_and_it_is_said_why(
    qtbot: QtBot, stage: Stage
) -> None:
    stage.engine.no_keyring = "This system has no keyring that passwords could be kept in."
    click_cell(qtbot, ledger(qtbot, stage), 0, DEED_COLUMN)
    keep = stage.window.findChild(QCheckBox, "keepPassword")
    assert keep is not None
    qtbot.waitUntil(lambda: "no keyring" in keep.toolTip())
    assert not keep.isEnabled()


def test_the_password_can_be_given_by_keyboard(qtbot: QtBot, stage: Stage) -> None:
    table = ledger(qtbot, stage)
    table.selectRow(0)
    press(stage, "Give the password…")
    assert stage.window.findChild(QLineEdit, "password") is not None


def test_each_failed_file_can_be_read_again_by_one_click(qtbot: QtBot, stage: Stage) -> None:
    table = ledger(qtbot, stage)
    click_cell(qtbot, table, 1, DEED_COLUMN)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(RetryFiles)))
    assert stage.engine.sent(RetryFiles) == [RetryFiles(("/home/ana/Work/torn.pptx",))]


def test_a_missing_model_is_said_once_with_its_remedy(qtbot: QtBot, open_window: Open) -> None:
    gone = LanguageModelStatus(
        "", "none", problem="There is no large.gguf.", remedy="Choose a model under Models."
    )
    stage = open_window(furnished(model=gone))
    qtbot.waitUntil(lambda: bool(stage.state.notices.notices()))
    (notice,) = stage.state.notices.notices()
    assert (notice.text, notice.remedy) == (gone.problem, gone.remedy)
    stage.state.notices.dismiss(notice.key)
    with qtbot.waitSignal(stage.state.library.models_changed):
        stage.state.library.refresh()
    assert not stage.state.notices.notices()


def test_a_name_that_looks_like_markup_stays_a_name_in_tool_tips(open_window: Open) -> None:
    evil = "/home/ana/<img src=x> & <b>bold</b>"
    stage = open_window(furnished(roots=[RootStatus(evil, "ready", 1, 1)]))
    view = stage.part("rootList")
    assert isinstance(view, QListView)
    tip = view.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "<p>/home/ana/&lt;img src=x&gt; &amp; &lt;b&gt;bold&lt;/b&gt;</p>"
    assert ElidedLabel("<b>x</b>").toolTip() == "<p>&lt;b&gt;x&lt;/b&gt;</p>"
    assert ElidedLabel("plain").toolTip() == "plain"


def test_a_ledger_of_many_files_is_fetched_page_by_page(qtbot: QtBot, open_window: Open) -> None:
    files = [FileEntry(f"/r/{n:05}.txt", "/r", "indexed") for n in range(1200)]
    stage = open_window(furnished(files=files))
    qtbot.keyClick(stage.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 500)
    table.scrollToBottom()
    qtbot.waitUntil(lambda: table.model().rowCount() == 1000)
    table.scrollToBottom()
    qtbot.waitUntil(lambda: table.model().rowCount() == 1200)
    assert not table.model().canFetchMore(table.rootIndex())
    assert [m.after for m in stage.engine.sent(ListFiles)] == ["", "/r/00499.txt", "/r/00999.txt"]  # type: ignore[attr-defined]


def test_changes_of_the_library_keep_the_selection_of_a_folder(qtbot: QtBot, stage: Stage) -> None:
    view = stage.part("rootList")
    assert isinstance(view, QListView)
    view.setCurrentIndex(view.model().index(1, 0))
    stage.engine.roots[1] = RootStatus("/home/ana/Work", "ready", 340, 340)
    stage.engine.tell(stage.engine.library_changed())
    qtbot.waitUntil(lambda: stage.state.library.roots[1].state == "ready")
    assert view.currentIndex().row() == 1


def test_the_data_of_a_folder_is_told_in_the_persons_own_words(
    qtbot: QtBot, open_window: Open
) -> None:
    root = RootStatus("/home/ana/Data", "ready", 3, 3, template="{name} costs {price}")
    stage = open_window(furnished(roots=[root]))
    roots = stage.part("rootList")
    assert isinstance(roots, QListView)
    qtbot.waitUntil(lambda: roots.model().rowCount() == 1)

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        [action] = [a for a in menu.actions() if a.text() == "Wording of its data…"]
        action.trigger()
        menu.close()

    QTimer.singleShot(50, choose)
    centre = roots.visualRect(roots.model().index(0, 0)).center()
    roots.customContextMenuRequested.emit(centre)
    box = stage.window.findChild(QLineEdit, "template")
    assert box is not None
    assert box.text() == "{name} costs {price}"
    box.setText("{name} weighs {weight}")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(stage.engine.sent(ChangeRoot)))
    assert stage.engine.sent(ChangeRoot) == [
        ChangeRoot(root.path, {"indexing.template": "{name} weighs {weight}"})
    ]


def test_what_is_going_on_is_one_calm_line_and_never_a_dialog(
    qtbot: QtBot, open_window: Open
) -> None:
    preparing = EmbedderStatus("all-MiniLM-L6-v2", "f1", 384, 256, ready=False)
    stage = open_window(furnished(queue=QueueStatus(), embedder=preparing))
    bar = stage.part("activityBar")

    def said() -> str:
        return " ".join(label.text() for label in bar.findChildren(QLabel))

    assert "by words; search by meaning is being prepared" in said()
    stage.engine.embedder = replace(preparing, ready=True)
    stage.engine.tell(ModelStateChanged("embed", "all-MiniLM-L6-v2", "ready"))
    qtbot.waitUntil(lambda: "being prepared" not in said())
    for key, text in (
        ("offline:/disk", "The folder /disk cannot be reached; what was indexed stays."),
        ("disk", "There is no room left on the disk of the library."),
        ("embedder", "The new embedder learns the library: 40 passages to go."),
    ):
        stage.engine.tell(NoticeGiven(key, text, "Do this.", "warning"))
        qtbot.waitUntil(lambda t=text: t in [n.text for n in stage.state.notices.notices()])
        stage.engine.tell(NoticeGiven(key, ""))
        qtbot.waitUntil(lambda: not stage.state.notices.notices())
    assert QApplication.activeModalWidget() is None


def test_files_of_the_ledger_are_dragged_out_and_asked_about(qtbot: QtBot, stage: Stage) -> None:
    stage.window.contents.flow.show_ledger()
    table = stage.part("ledgerTable")
    assert isinstance(table, QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 3)
    table.selectRow(0)
    data = table.model().mimeData(table.selectedIndexes())
    assert [url.toLocalFile() for url in data.urls()] == ["/home/ana/Notes/pump.md"]
    press(stage, "Ask about this file")
    centre = stage.window.contents.panes.centre
    assert centre.filter_bar.filters.under == ("/home/ana/Notes/pump.md",)
    assert stage.part("askInput").isVisible()
