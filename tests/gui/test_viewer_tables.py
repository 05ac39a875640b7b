"""Tables of a document, shown as tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.domain.place import Place
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.style.tokens import CONTRAST, DARK, LIGHT, contrast
from desktop_rag.gui.viewer.source_viewer import SourceViewer
from desktop_rag.gui.viewer.table_rows import delimited_rows, delimiter_of, sheet_rows
from desktop_rag.gui.viewer.table_view import TableView
from desktop_rag.link.loopback import loopback
from desktop_rag.messages.viewer import SourceOpened
from tests.gui.scripted_library import Document, ScriptedLibrary, text_document
from tests.unit.reading.making import Read

PRICES = (
    'part,"price, net",note\n'
    "pump,12.50,in stock\n"
    'valve,3.20,"two lines\nof a note"\n'
    'seal,0.40,"the ""red"" one"\n'
)
BOOK = "Prices\n\nPart | Price\npump | 12.50\nvalve | 3.20\n\nStaff\n\nName | Room\nAna | 12"
CELLS = st.lists(
    st.lists(
        st.text(st.sampled_from('ab,"\n ;é日'), max_size=6).map(str.strip), min_size=2, max_size=4
    ).filter(any),
    min_size=1,
    max_size=5,
)


@pytest.fixture
def library() -> ScriptedLibrary:
    return ScriptedLibrary(
        {
            "/t/prices.csv": text_document("/t/prices.csv", PRICES, "table"),
            "/t/book.xlsx": text_document("/t/book.xlsx", BOOK, "table"),
        }
    )


@pytest.fixture
def viewer(qtbot: QtBot, library: ScriptedLibrary) -> Iterator[SourceViewer]:
    link = EngineLink(lambda: loopback(library))
    shown = SourceViewer(link)
    qtbot.addWidget(shown)
    shown.resize(600, 400)
    shown.show()
    link.open()
    yield shown
    link.close()


def _show(qtbot: QtBot, viewer: SourceViewer, path: str, passage: str) -> TableView:
    text = PRICES if path.endswith("csv") else BOOK
    at = text.index(passage)
    chars = (at, at + len(passage))
    viewer.show_source(path, "h", Place(chars), chars, passage)
    table = viewer.findChild(TableView)
    assert table is not None
    qtbot.waitUntil(lambda: table.isVisible() and table.table.rowCount() > 0)
    return table


def _texts(table: TableView) -> list[list[str]]:
    model = table.table
    return [
        [str(model.index(r, c).data() or "") for c in range(model.columnCount())]
        for r in range(model.rowCount())
    ]


def _marked_rows(table: TableView) -> list[int]:
    model, role = table.table, Qt.ItemDataRole.BackgroundRole
    return [r for r in range(model.rowCount()) if model.index(r, 0).data(role) is not None]


def test_a_csv_file_is_a_table_with_the_cited_rows_marked(
    qtbot: QtBot, viewer: SourceViewer
) -> None:
    table = _show(qtbot, viewer, "/t/prices.csv", "valve,3.20")
    assert _texts(table) == [
        ["part", "price, net", "note"],
        ["pump", "12.50", "in stock"],
        ["valve", "3.20", "two lines of a note"],
        ["seal", "0.40", 'the "red" one'],
    ]
    assert _marked_rows(table) == [2]


def test_the_marked_rows_read_in_every_appearance(
    qtbot: QtBot, viewer: SourceViewer, theme: Theme
) -> None:
    table = _show(qtbot, viewer, "/t/prices.csv", "valve,3.20")
    for name, colours in (("light", LIGHT), ("dark", DARK), ("contrast", CONTRAST)):
        theme.wear(Appearance(name))
        QApplication.processEvents()
        ground = table.table.index(2, 0).data(Qt.ItemDataRole.BackgroundRole)
        assert ground.color().name() == colours.evidence_soft, name
        assert contrast(colours.text, colours.evidence_soft) >= 4.5
    theme.wear(Appearance("light"))


def test_a_workbook_shows_its_sheets_below_one_another(qtbot: QtBot, viewer: SourceViewer) -> None:
    table = _show(qtbot, viewer, "/t/book.xlsx", "Ana | 12")
    assert _texts(table)[0] == ["Prices", ""]
    assert _texts(table)[3] == ["valve", "3.20"]
    assert _texts(table)[4] == ["Staff", ""]
    assert table.columnSpan(4, 0) == 2
    assert _marked_rows(table) == [6]


def test_a_found_cell_stands_out_and_is_gone_to(qtbot: QtBot, viewer: SourceViewer) -> None:
    table = _show(qtbot, viewer, "/t/prices.csv", "pump,12.50")
    at = PRICES.index("0.40")
    table.mark_found(((at, at + 4),), (at, at + 4))
    assert (table.currentIndex().row(), table.currentIndex().column()) == (3, 1)
    role = Qt.ItemDataRole.BackgroundRole
    assert table.currentIndex().data(role) != table.table.index(1, 0).data(role)
    assert table.table.index(2, 0).data(role) is None


def test_cells_are_copied_with_tabs(qtbot: QtBot, viewer: SourceViewer) -> None:
    table = _show(qtbot, viewer, "/t/prices.csv", "pump,12.50")
    table.selectRow(1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "pump\t12.50\tin stock"


def test_what_a_cell_says_is_never_markup(qtbot: QtBot, library: ScriptedLibrary) -> None:
    rows = sheet_rows("S\n\n<b>x</b> | y")
    assert rows[1].cells[0].text == "<b>x</b>"


def test_a_table_of_a_changed_file_marks_nothing(
    qtbot: QtBot, viewer: SourceViewer, library: ScriptedLibrary
) -> None:
    path = "/t/prices.csv"
    opened = SourceOpened(path, "table", "changed", chars=len(PRICES))
    library.documents[path] = Document(opened, PRICES)
    viewer.show_source(path, "old", Place((0, 4)), (0, 4), "gone,1")
    table = viewer.findChild(TableView)
    qtbot.waitUntil(lambda: table is not None and table.table.rowCount() == 4)
    assert table is not None
    assert _marked_rows(table) == []


@given(CELLS, st.sampled_from(",;\t"))
def test_rows_are_those_of_the_csv_module_and_each_cell_knows_its_place(
    cells: list[list[str]], delimiter: str
) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(cells)
    text = out.getvalue()
    rows = delimited_rows(text, delimiter)
    assert [[cell.text for cell in row.cells] for row in rows] == cells
    for row in rows:
        for cell in row.cells:
            written = text[cell.start : cell.end]
            assert (
                next(csv.reader([written], delimiter=delimiter), [""])[:1] in ([cell.text], [])
                or "\n" in written
            )


def test_empty_cells_of_a_sheet_keep_the_others_in_their_columns() -> None:
    book = Workbook()
    sheet = book.active
    sheet.title = "Prices"
    for row in (["Part", "Price", "Note"], ["pump", None, "red"], [None, 3, None], ["seal", 4]):
        sheet.append(row)
    sheet.cell(row=6, column=9000, value="far off")
    out = io.BytesIO()
    book.save(out)
    rows = sheet_rows(Read("book.xlsx", out.getvalue()).text)
    assert [[cell.text for cell in row.cells] for row in rows] == [
        ["Prices"],
        ["Part", "Price", "Note"],
        ["pump", "", "red"],
        ["", "3"],
        ["seal", "4"],
        ["far off"],
    ]


def test_an_open_quotation_mark_takes_the_rest_and_hangs_nothing() -> None:
    rows = delimited_rows('a,"b\nc,d', ",")
    assert rows[0].cells[0].text == "a"
    assert delimited_rows("", ",") == []
    assert delimited_rows("a,b\r\nc,d\r\n", ",")[1].cells[1].text == "d"


@pytest.mark.parametrize(
    ("text", "sign"),
    [("a;b\n1,5;2\n", ";"), ("a\tb\n1\t2", "\t"), ("x\ny\n", ","), ("a|b|c\n1|2|3\n", "|")],
)
def test_the_delimiter_is_known_from_the_first_lines(text: str, sign: str) -> None:
    assert delimiter_of(text) == sign


def test_an_empty_text_has_no_rows() -> None:
    assert sheet_rows("") == []
