"""The source viewer against a scripted library, over the real wire."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.domain.place import Place
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.viewer import SourceViewer
from desktop_rag.gui.viewer.find_bar import FindBar
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.viewer.page_view import PageView
from desktop_rag.gui.viewer.passage_card import PassageCard
from desktop_rag.gui.viewer.text_pane import TextPane
from desktop_rag.gui.viewer.viewer_bar import ViewerBar
from desktop_rag.link.loopback import loopback
from desktop_rag.messages.library import LibraryChanged, QueueStatus
from desktop_rag.messages.viewer import GetText, OpenSource, RenderPage, SourceOpened
from tests.gui.scripted_library import A4, Document, ScriptedLibrary, manual, text_document

PDF = "/Ünï cödé & co/Install (v2) #1 [draft] 100%.pdf"
CODE = "def one():\n    return 1\n\n\ndef two():\n    '''💧'''\n    return 'two'\n"


@pytest.fixture
def library() -> ScriptedLibrary:
    return ScriptedLibrary()


@pytest.fixture
def handed() -> list[QUrl]:
    return []


@pytest.fixture
def link(qtbot: QtBot, library: ScriptedLibrary) -> Iterator[EngineLink]:
    made = EngineLink(lambda: loopback(library))
    made.open()
    qtbot.waitUntil(lambda: made.is_connected, timeout=5000)
    yield made
    made.close()


@pytest.fixture
def viewer(qtbot: QtBot, link: EngineLink, handed: list[QUrl]) -> SourceViewer:

    def open_url(url: QUrl) -> bool:
        handed.append(url)
        return True

    made = SourceViewer(link, open_url=open_url)
    qtbot.addWidget(made)
    made.resize(600, 700)
    made.show()
    return made


def part(viewer: SourceViewer, kind: type[QWidget]) -> QWidget:
    found = viewer.findChild(kind)
    assert found is not None
    return found


def pages_of(viewer: SourceViewer) -> PageView:
    view = part(viewer, PageView)
    assert isinstance(view, PageView)
    return view


def text_of(viewer: SourceViewer) -> TextPane:
    pane = part(viewer, TextPane)
    assert isinstance(pane, TextPane)
    return pane


def said(viewer: SourceViewer) -> str:
    notice = part(viewer, InlineNotice)
    assert isinstance(notice, InlineNotice)
    return notice.text if notice.isVisible() else ""


def cited(viewer: SourceViewer) -> str:
    card = part(viewer, PassageCard)
    assert isinstance(card, PassageCard)
    return card.passage if card.isVisible() else ""


def marked_text(viewer: SourceViewer) -> list[str]:
    return [s.cursor.selectedText() for s in text_of(viewer).view.extraSelections()]


def press(viewer: SourceViewer, words: str) -> None:
    button = next(b for b in viewer.findChildren(QPushButton) if b.text() == words)
    button.click()


def search(qtbot: QtBot, viewer: SourceViewer, words: str) -> None:
    qtbot.keyClick(viewer, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    box = viewer.findChild(QLineEdit, "findInSource")
    assert box is not None
    box.setText(words)
    qtbot.keyClick(box, Qt.Key.Key_Return)


def count(viewer: SourceViewer) -> str:
    box = viewer.findChild(QLineEdit, "findInSource")
    assert box is not None
    return box.accessibleDescription()


def test_a_pdf_opens_at_its_page_with_the_passage_marked(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    document = library.documents[PDF] = manual(PDF)
    line = document.regions[114]
    viewer.show_source(PDF, "h", Place((line.start, line.end), page=12), None, "Step 12.4")
    pages = pages_of(viewer)
    qtbot.waitUntil(lambda: pages.picture_of_reading() is not None, timeout=5000)
    assert pages.page == 12
    assert pages.marked_pages() == {12}
    middle = pages.rectangle_of(line).center().toPoint()
    corner = pages.rectangle_of(line).topLeft().toPoint()
    picture = pages.viewport().grab().toImage()
    assert pages.viewport().rect().contains(middle)
    colour = picture.pixelColor(corner.x() - 1, middle.y())
    assert colour.blue() < 160 < colour.red(), "the passage is yellow"
    assert picture.pixelColor(corner.x() - 40, middle.y()).blue() > 240, "beside it is paper"


def test_three_thousand_pages_open_at_once_and_only_those_in_sight_are_drawn(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    opened = SourceOpened(PDF, "pages", "same", pages=3000, sizes=(A4,) * 3000)
    library.documents[PDF] = Document(opened)
    qtbot.waitExposed(viewer)
    begin = time.perf_counter()
    viewer.show_source(PDF, "", Place((0, 0), page=2345), None, "words")
    pages = pages_of(viewer)
    qtbot.waitUntil(lambda: pages.picture_of_reading() is not None, timeout=5000)
    assert time.perf_counter() - begin < 10, "half a second on a quiet machine"
    assert pages.page == 2345
    qtbot.wait(150)
    asked = {m.page for m in library.sent(RenderPage)}  # type: ignore[attr-defined]
    assert asked <= set(range(2343, 2349))


def test_a_fast_scroll_asks_only_for_where_it_ends(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    opened = SourceOpened(PDF, "pages", "same", pages=3000, sizes=(A4,) * 3000)
    library.documents[PDF] = Document(opened)
    viewer.show_source(PDF, "", Place((0, 0), page=1), None, "words")
    pages = pages_of(viewer)
    qtbot.waitUntil(lambda: pages.picture_of_reading() is not None, timeout=5000)
    for page in range(1, 3000, 7):
        pages.go_to_page(page)
        qtbot.wait(0)
    pages.go_to_page(3000)
    qtbot.waitUntil(lambda: pages.picture_of_reading() is not None, timeout=5000)
    assert len(library.sent(RenderPage)) < 120
    assert pages.pictures.kept_bytes <= 64_000_000


def test_pages_are_enlarged_around_what_is_read_and_fit_again(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents[PDF] = manual(PDF)
    viewer.show_source(PDF, "", Place((0, 0), page=12), None, "words")
    pages = pages_of(viewer)
    qtbot.waitUntil(lambda: pages.page == 12, timeout=5000)
    fitting = pages.zoom
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(pages, Qt.Key.Key_Plus, control)
    qtbot.keyClick(pages, Qt.Key.Key_Plus, control)
    assert pages.zoom > 1.4 * fitting
    assert pages.page == 12
    qtbot.keyClick(pages, Qt.Key.Key_0, control)
    assert pages.zoom == pytest.approx(fitting)


def test_a_page_number_leads_to_its_page(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents[PDF] = manual(PDF)
    viewer.show_source(PDF, "", Place((0, 0), page=2), None, "words")
    box = viewer.findChild(QLineEdit, "pageNumber")
    assert box is not None
    qtbot.waitUntil(lambda: box.text() == "2", timeout=5000)
    box.setText("29")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert pages_of(viewer).page == 29


def test_a_page_that_cannot_be_drawn_says_why(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    opened = SourceOpened("/elsewhere.pdf", "pages", "same", pages=1, sizes=(A4,))
    library.documents[PDF] = Document(opened)
    viewer.show_source(PDF, "", Place((0, 0), page=1), None, "words")
    pages = pages_of(viewer)
    qtbot.waitUntil(lambda: pages.pictures.problem(1) != "", timeout=5000)
    assert pages.pictures.problem(1).startswith("There is no such file.")


def test_found_words_are_marked_on_pages_and_stepped_through(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents[PDF] = manual(PDF)
    viewer.show_source(PDF, "h", Place((0, 0), page=1), None, "words")
    qtbot.waitUntil(lambda: pages_of(viewer).isVisible(), timeout=5000)
    search(qtbot, viewer, "step 7.")
    qtbot.waitUntil(lambda: count(viewer) == "1 of 10", timeout=5000)
    assert pages_of(viewer).page == 7
    qtbot.keyClick(viewer, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert count(viewer) == "10 of 10"
    bar = part(viewer, FindBar)
    qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert not bar.isVisible()


def test_code_has_its_lines_numbered_coloured_and_marked(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents["/a/x.py"] = text_document("/a/x.py", CODE, "code", language="python")
    start = CODE.index("def two")
    viewer.show_source("/a/x.py", "", Place((start, len(CODE)), lines=(5, 7)), None, "def two")
    pane = text_of(viewer)
    qtbot.waitUntil(lambda: bool(pane.view.extraSelections()), timeout=5000)
    view = pane.view
    assert [s.cursor.blockNumber() + 1 for s in view.extraSelections()] == [5, 6, 7]
    qtbot.waitUntil(lambda: bool(view.document().findBlockByNumber(4).layout().formats()))
    keyword = view.document().findBlockByNumber(4).layout().formats()[0]
    assert (keyword.start, keyword.length) == (0, 3)
    string = view.document().findBlockByNumber(6).layout().formats()[-1]
    assert view.document().findBlockByNumber(6).text()[string.start :].startswith("'two'")


def test_the_passage_is_marked_exactly_behind_wide_characters(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    text = "# Pump 💧💧\r\n\r\nA line\u2029and 𐍈 more.\r\nHold the key 💧 now."
    library.documents["/a.md"] = text_document("/a.md", text, "markdown")
    start = text.index("the key 💧")
    viewer.show_source("/a.md", "", Place((0, 1)), (start, start + 9), "the key 💧")
    qtbot.waitUntil(lambda: marked_text(viewer) == ["the key 💧"], timeout=5000)


def test_a_long_text_is_loaded_around_the_passage_and_part_by_part(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    text = "".join(f"Line number {n} of the log.\n" for n in range(60_000))
    library.documents["/a.log"] = text_document("/a.log", text)
    at = text.index("number 45000 ")
    viewer.show_source("/a.log", "", Place((at, at + 12), lines=(45001, 45001)), None, "words")
    qtbot.waitUntil(lambda: marked_text(viewer) == ["number 45000"], timeout=5000)
    request = library.sent(GetText)[0]
    assert isinstance(request, GetText)
    assert request.end - request.start <= 2_000_000
    first = text_of(viewer).view.display.start
    press(viewer, "Earlier text")
    qtbot.waitUntil(lambda: text_of(viewer).view.display.start < first, timeout=5000)
    search(qtbot, viewer, "number 59999 ")
    qtbot.waitUntil(lambda: "number 59999 " in marked_text(viewer), timeout=5000)


def test_a_changed_file_says_so_and_shows_the_passage_as_it_was_cited(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    opened = SourceOpened("/a.md", "text", "changed", chars=40, note="It was changed on Monday.")
    library.documents["/a.md"] = Document(opened, "New beginning. Hold the key. New end....")
    viewer.show_source("/a.md", "old", Place((0, 13)), None, "Hold the key.")
    qtbot.waitUntil(lambda: marked_text(viewer) == ["Hold the key."], timeout=5000)
    assert said(viewer) == "It was changed on Monday. The passage is still in it."
    assert cited(viewer) == "Hold the key."


def test_a_passage_that_left_its_file_is_not_marked_elsewhere(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    document = manual(PDF, 3)
    library.documents[PDF] = replace(document, opened=SourceOpened(
        PDF, "pages", "changed", pages=3, sizes=(A4,) * 3
    ))  # fmt: skip
    viewer.show_source(PDF, "old", Place((0, 30), page=1), None, "Words of long ago")
    qtbot.waitUntil(lambda: "no longer in it" in said(viewer), timeout=5000)
    assert pages_of(viewer).marked_pages() == set()
    assert cited(viewer) == "Words of long ago"


def test_a_moved_file_is_shown_from_where_it_is_now(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    moved = text_document("/new/a.md", "Hold the key.")
    library.documents["/new/a.md"] = moved
    library.documents["/old/a.md"] = replace(
        moved, opened=SourceOpened("/new/a.md", "text", "moved", chars=13)
    )
    viewer.show_source("/old/a.md", "h", Place((0, 4)), None, "Hold")
    qtbot.waitUntil(lambda: marked_text(viewer) == ["Hold"], timeout=5000)
    assert said(viewer) == "This file was moved since it was cited."
    assert cited(viewer) == "Hold"


def test_a_file_that_moves_while_it_is_shown_is_followed(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, link: EngineLink
) -> None:
    shown = text_document("/old/a.md", "Hold the key.")
    library.documents["/old/a.md"] = shown
    viewer.show_source("/old/a.md", "h", Place((0, 4)), None, "Hold")
    qtbot.waitUntil(lambda: marked_text(viewer) == ["Hold"], timeout=5000)
    moved = replace(shown, opened=SourceOpened("/new/b.md", "text", "moved", chars=13))
    library.documents = {"/old/a.md": moved, "/new/b.md": moved}
    link.library_changed.emit(LibraryChanged((), {}, QueueStatus()))
    qtbot.waitUntil(lambda: said(viewer) != "", timeout=5000)
    bar = part(viewer, ViewerBar)
    assert isinstance(bar, ViewerBar)
    assert bar.title == "b.md"
    qtbot.waitUntil(lambda: marked_text(viewer) == ["Hold"], timeout=5000)


def test_a_source_appears_when_the_engine_is_back(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, link: EngineLink
) -> None:
    viewer.show_source("/a.md", "h", Place((0, 4)), None, "Hold the key.")
    qtbot.waitUntil(lambda: cited(viewer) == "Hold the key.", timeout=5000)
    library.documents["/a.md"] = text_document("/a.md", "Hold the key.")
    link.connected.emit()
    qtbot.waitUntil(lambda: marked_text(viewer) == ["Hold"], timeout=5000)
    assert said(viewer) == ""


@pytest.mark.parametrize("known", [True, False])
def test_a_missing_file_still_shows_the_passage(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, known: bool
) -> None:
    if known:
        opened = SourceOpened("/a.md", "missing", "missing", note="There is no such file.")
        library.documents["/a.md"] = Document(opened)
    viewer.show_source("/a.md", "h", Place((0, 4)), None, "<b>Hold</b> the key.")
    qtbot.waitUntil(lambda: cited(viewer) == "<b>Hold</b> the key.", timeout=5000)
    assert said(viewer).startswith("There is no such file.")


def test_what_a_document_says_is_never_markup_and_never_a_link(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, handed: list[QUrl]
) -> None:
    text = '<img src="http://example.org/x.png"> [run](file:///tmp/run.sh) javascript:alert(1)'
    name = '/a/<img src="file:///x.png"> [draft].md'
    library.documents[name] = text_document(name, text, "markdown")
    viewer.show_source(name, "", Place((0, 5)), None, text)
    qtbot.waitUntil(lambda: bool(marked_text(viewer)), timeout=5000)
    view = text_of(viewer).view
    assert view.toPlainText() == text
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.cursorRect().center())
    assert handed == []
    assert "&lt;img" in viewer.findChild(QWidget, "sourceTitle").toolTip()


def test_a_document_is_opened_outside_only_after_a_question(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, handed: list[QUrl], tmp_path: Path
) -> None:
    path = tmp_path / "Install (v2) #1 [draft] 100%.pdf"
    path.write_bytes(b"%PDF")
    library.documents[str(path)] = text_document(path, "words")
    viewer.show_source(str(path), "", Place((0, 1)), None, "words")
    viewer.open_outside()
    assert handed == []
    assert said(viewer) == f"Open {path.name} in its own program?"
    press(viewer, "Open")
    assert [url.toLocalFile() for url in handed] == [str(path)]


def test_a_script_is_shown_but_never_opened(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, handed: list[QUrl], tmp_path: Path
) -> None:
    path = tmp_path / "run.sh"
    path.write_text("rm -rf /")
    library.documents[str(path)] = text_document(path, "rm -rf /", "code", language="bash")
    viewer.show_source(str(path), "", Place((0, 2)), None, "rm")
    qtbot.waitUntil(lambda: bool(marked_text(viewer)), timeout=5000)
    viewer.open_outside()
    assert "not opened here" in said(viewer)
    press(viewer, "Show in its folder")
    assert [url.toLocalFile() for url in handed] == [str(tmp_path)]


def test_a_file_that_is_gone_is_not_handed_to_the_system(
    viewer: SourceViewer, handed: list[QUrl]
) -> None:
    viewer.show_source("/nowhere/at/all.pdf", "", Place((0, 1)), None, "words")
    viewer.open_outside()
    press(viewer, "Open")
    assert handed == []
    assert "not there any more" in said(viewer)


def test_the_passage_is_copied_with_its_source(viewer: SourceViewer) -> None:
    viewer.show_source("/a/manual.pdf", "", Place((0, 1), page=12), None, "Hold the key.")
    viewer.copy_passage()
    assert QGuiApplication.clipboard().text() == "“Hold the key.” — manual.pdf, p. 12"


def test_the_last_click_wins(qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary) -> None:
    for name in ("/one.txt", "/two.txt", "/three.txt"):
        library.documents[name] = text_document(name, name * 3)
        viewer.show_source(name, "", Place((0, 3)), None, name)
    qtbot.waitUntil(lambda: marked_text(viewer) == ["/th"], timeout=5000)
    qtbot.wait(50)
    assert text_of(viewer).view.toPlainText().startswith("/three.txt")


def test_another_passage_of_the_same_text_is_shown_without_loading_it_again(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents["/a.txt"] = text_document("/a.txt", "One two three.")
    viewer.show_source("/a.txt", "h", Place((0, 3)), None, "One")
    qtbot.waitUntil(lambda: marked_text(viewer) == ["One"], timeout=5000)
    viewer.show_source("/a.txt", "h", Place((4, 7)), None, "two")
    qtbot.waitUntil(lambda: marked_text(viewer) == ["two"], timeout=5000)
    assert len(library.sent(OpenSource)) == 2
    assert len(library.sent(GetText)) == 1


def test_keys_lead_to_the_other_sources(qtbot: QtBot, viewer: SourceViewer) -> None:
    viewer.show_source("/a.txt", "", Place((0, 3)), None, "One")
    with qtbot.waitSignal(viewer.next_requested, timeout=1000):
        qtbot.keyClick(viewer, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    with qtbot.waitSignal(viewer.previous_requested, timeout=1000):
        qtbot.keyClick(viewer, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)


def test_a_cleared_viewer_shows_nothing(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents[PDF] = manual(PDF, 2)
    viewer.show_source(PDF, "", Place((0, 0), page=1), None, "words")
    qtbot.waitUntil(lambda: pages_of(viewer).picture_of_reading() is not None, timeout=5000)
    viewer.clear()
    assert pages_of(viewer).pictures.kept_bytes == 0
    bar = part(viewer, ViewerBar)
    assert isinstance(bar, ViewerBar)
    assert bar.title == ""


def test_headings_stand_out_in_markdown(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents["/a.md"] = text_document("/a.md", "# 💧 Pump\n\nHold it.", "markdown")
    viewer.show_source("/a.md", "", Place((10, 14)), None, "Hold")
    qtbot.waitUntil(lambda: bool(marked_text(viewer)), timeout=5000)
    first = text_of(viewer).view.document().findBlockByNumber(0).layout().formats()[0]
    assert (first.start, first.length) == (0, len("# 💧 Pump") + 1)
    assert first.format.fontWeight() > 400


def test_every_appearance_can_be_worn_while_a_source_is_shown(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, qapp: QApplication
) -> None:
    library.documents["/a/x.py"] = text_document("/a/x.py", CODE, "code", language="python")
    viewer.show_source("/a/x.py", "", Place((0, 5)), None, "def")
    qtbot.waitUntil(lambda: bool(marked_text(viewer)), timeout=5000)
    viewer.open_outside()
    sheet, palette = qapp.styleSheet(), qapp.palette()
    theme = Theme(qapp)
    grounds = set()
    for name in ("dark", "contrast", "light"):
        theme.wear(Appearance(name, 150))
        qtbot.wait(10)
        mark = text_of(viewer).view.extraSelections()[0]
        grounds.add(mark.format.background().color().name())
    theme.wear(Appearance("light"))
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    theme.deleteLater()
    assert len(grounds) == 3


def test_the_bar_for_finding_is_put_away_and_the_keys_go_back_to_the_text(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    library.documents["/a.txt"] = text_document("/a.txt", "One two one.")
    viewer.show_source("/a.txt", "", Place((0, 3)), None, "One")
    qtbot.waitUntil(lambda: bool(marked_text(viewer)), timeout=5000)
    search(qtbot, viewer, "one")
    qtbot.waitUntil(lambda: count(viewer) == "1 of 2", timeout=5000)
    qtbot.keyClick(part(viewer, FindBar), Qt.Key.Key_Escape)
    assert marked_text(viewer) == ["One"]
    search(qtbot, viewer, "three")
    qtbot.waitUntil(lambda: count(viewer) == "not found", timeout=5000)


def test_everything_has_a_name_for_screen_readers(viewer: SourceViewer) -> None:
    assert viewer.objectName() == "sourceViewer"
    assert viewer.accessibleName()
    for kind in (QAbstractButton, QLineEdit, QPlainTextEdit):
        for widget in viewer.findChildren(kind):
            assert widget.accessibleName() or widget.text(), widget  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [360, 900])
def test_the_tools_over_a_page_never_lie_on_one_another(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary, theme: Theme, width: int
) -> None:
    theme.wear(Appearance("light", 200))
    library.documents["/tools.pdf"] = manual("/tools.pdf")
    viewer.setFixedWidth(width)
    viewer.show_source("/tools.pdf", "h", Place((0, 4), page=2), None, "")
    number = viewer.findChild(QLineEdit, "pageNumber")
    assert number is not None
    qtbot.waitUntil(number.isVisible, timeout=5000)
    bar = viewer.findChild(ViewerBar)
    assert bar is not None

    def apart() -> bool:
        tools = [
            w for w in bar.findChildren(QWidget) if w.isVisible() and not w.findChildren(QWidget)
        ]
        places = [QRect(tool.mapTo(bar, QPoint(0, 0)), tool.size()) for tool in tools]
        return len(tools) > 5 and not any(
            place.intersects(other) for at, place in enumerate(places) for other in places[at + 1 :]
        )

    try:
        qtbot.waitUntil(apart, timeout=3000)
    finally:
        theme.wear(Appearance("light"))
