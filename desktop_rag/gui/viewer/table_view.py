"""A table of a document as a table, with the passage and the hits of a search marked."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import PurePath

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QFrame, QHeaderView, QTableView, QWidget

from desktop_rag.gui.state.words import tip_words
from desktop_rag.gui.viewer.colours import viewer_colours
from desktop_rag.gui.viewer.display_text import DisplayText
from desktop_rag.gui.viewer.table_rows import Row, delimited_rows, delimiter_of, sheet_rows

Index = QModelIndex | QPersistentModelIndex
Range = tuple[int, int]
_NOWHERE = QModelIndex()
_DELIMITED = frozenset({".csv", ".tsv", ".tab", ".psv"})
_WIDEST = 320
_LOOKED_AT = 200  # rows, for the width of a column


class TableModel(QAbstractTableModel):
    """Rows of one part of a document. Ranges count in the document's text."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self._starts: list[int] = []
        self._base = 0
        self._columns = 0
        self._passage: Range | None = None
        self._found: tuple[Range, ...] = ()
        self._current: Range | None = None
        self.brushes: dict[str, QBrush] = {}

    def show_rows(self, rows: list[Row], base: int) -> None:
        """Show these rows, whose part of the document begins at `base`."""
        self.beginResetModel()
        self.rows, self._base = rows, base
        self._starts = [row.start for row in rows]
        self._columns = max((len(row.cells) for row in rows), default=0)
        self._passage, self._found, self._current = None, (), None
        self.endResetModel()

    def mark(self, passage: Range | None, found: tuple[Range, ...], current: Range | None) -> None:
        """Mark the rows of the passage and the cells that were found."""
        self._passage, self._found, self._current = passage, found, current
        if self.rows:
            last = self.index(len(self.rows) - 1, max(self._columns - 1, 0))
            self.dataChanged.emit(self.index(0, 0), last)

    def index_of(self, position: int) -> QModelIndex:
        """The cell that holds a position of the document; the nearest before it."""
        local = position - self._base
        row = max(bisect_right(self._starts, local) - 1, 0)
        if row >= len(self.rows):
            return QModelIndex()
        starts = [cell.start for cell in self.rows[row].cells]
        return self.index(row, max(bisect_right(starts, local) - 1, 0))

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """One row of the table a row."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """As many as the widest row has."""
        return 0 if parent.isValid() else self._columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text and look."""
        row = self.rows[index.row()]
        if index.column() >= len(row.cells):
            return self._ground(row, None) if role == Qt.ItemDataRole.BackgroundRole else None
        cell = row.cells[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text.replace("\n", " ")
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_words(cell.text)
        if role == Qt.ItemDataRole.FontRole and (row.title or self._is_header(index.row())):
            bold = QFont()
            bold.setBold(True)
            return bold
        if role == Qt.ItemDataRole.BackgroundRole:
            return self._ground(row, (cell.start + self._base, cell.end + self._base))
        return None

    def _is_header(self, row: int) -> bool:
        return row == 0 or self.rows[row - 1].title

    def _ground(self, row: Row, cell: Range | None) -> QBrush | None:
        if cell is not None and self._current is not None and _touch(cell, self._current):
            return self.brushes.get("current")
        if cell is not None and any(_touch(cell, found) for found in self._found):
            return self.brushes.get("hit")
        whole = (row.start + self._base, row.end + self._base)
        if self._passage is not None and _touch(whole, self._passage):
            return self.brushes.get("passage")
        return None


class TableView(QTableView):
    """Shows one part of a table at a time. Selected cells are copied with tabs between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tableView")
        self.setAccessibleName(self.tr("Table of the source"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().hide()
        self.horizontalHeader().setResizeContentsPrecision(_LOOKED_AT)
        self.horizontalHeader().setMaximumSectionSize(_WIDEST)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.display = DisplayText("")
        self._model = TableModel()
        self._passage: Range | None = None
        self._found: tuple[Range, ...] = ()
        self._current: Range | None = None
        self.setModel(self._model)
        for corner in self.findChildren(QAbstractButton):
            corner.setAccessibleName(self.tr("Select the whole table"))

    @property
    def table(self) -> TableModel:
        """The rows that are shown."""
        return self._model

    def show_table(self, display: DisplayText, text: str, name: str) -> None:
        """Show a part of the document's `text`; `name` of the file tells its form."""
        self.display = display
        self._passage, self._found, self._current = None, (), None
        if PurePath(name).suffix.lower() in _DELIMITED:
            rows = delimited_rows(text, delimiter_of(text))
        else:
            rows = sheet_rows(text)
        self.clearSpans()
        self._model.show_rows(rows, display.start)
        for number, row in enumerate(rows):
            if row.title and self._model.columnCount() > 1:
                self.setSpan(number, 0, 1, self._model.columnCount())
        self.resizeColumnsToContents()

    def show_text(self, display: DisplayText) -> None:
        """Show nothing but an empty part."""
        self.show_table(display, "", "")

    def mark_passage(self, passage: Range | None) -> None:
        """Mark the rows of the passage and bring the first into sight."""
        self._passage = passage
        self._mark()
        if passage is not None:
            self._reveal(passage[0], select=False)

    def mark_found(self, ranges: tuple[Range, ...], current: Range | None) -> None:
        """Mark the cells that were found and go to the current one."""
        self._found, self._current = ranges, current
        self._mark()
        if current is not None:
            self._reveal(current[0], select=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copying takes all selected cells."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._selected_text())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change between light and dark."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_current"):
            self._mark()

    def _mark(self) -> None:
        colours = viewer_colours(QGuiApplication.palette())
        self._model.brushes = {
            "passage": QBrush(colours.passage),
            "hit": QBrush(colours.hit),
            "current": QBrush(colours.current_hit),
        }
        self._model.mark(self._passage, self._found, self._current)

    def _reveal(self, position: int, *, select: bool) -> None:
        index = self._model.index_of(position)
        if index.isValid():
            self.scrollTo(index, QTableView.ScrollHint.PositionAtCenter)
            if select:
                self.setCurrentIndex(index)

    def _selected_text(self) -> str:
        rows: dict[int, list[str]] = {}
        for index in sorted(self.selectedIndexes(), key=lambda i: (i.row(), i.column())):
            rows.setdefault(index.row(), []).append(str(index.data() or ""))
        return "\n".join("\t".join(cells) for cells in rows.values())


def _touch(one: Range, other: Range) -> bool:
    return one[0] < other[1] and other[0] < one[1]
