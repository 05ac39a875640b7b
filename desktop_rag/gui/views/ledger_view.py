"""The ledger: every file with its state, the reason, and what to do."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QModelIndex, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.domain.source import FILE_STATES, FileEntry
from desktop_rag.gui.state import words
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.ledger import (
    CHANGED_COLUMN,
    DEED_COLUMN,
    PASSAGES_COLUMN,
    WHY_COLUMN,
    LedgerModel,
    date_words,
)
from desktop_rag.gui.state.library import (
    ATTENTION_STATES,
    LibraryState,
    file_deed,
    needs_attention,
)
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.views.password_dialog import PasswordDialog
from desktop_rag.gui.widgets.buttons import IconButton, label, push_button
from desktop_rag.gui.widgets.elided_label import ElidedLabel
from desktop_rag.gui.widgets.flow_layout import FlowLayout
from desktop_rag.gui.widgets.link_delegate import LinkDelegate

_DEBOUNCE_MS = 150
_ATTENTION = ",".join(ATTENTION_STATES)
_LETTERS = {
    0: 22,
    1: 20,
    DEED_COLUMN: 24,
    PASSAGES_COLUMN: 12,
    CHANGED_COLUMN: 16,
}  # the width of each column but one
_FIRST_TO_GO = (PASSAGES_COLUMN, CHANGED_COLUMN)


class LedgerView(QWidget):
    """A table over `LedgerModel` with filters, and what can be done about a file that failed."""

    closed = Signal()
    ask_about = Signal(list)
    """Paths of files to ask about."""
    file_opened = Signal(object)
    """`FileEntry`."""

    def __init__(
        self, link: EngineLink, library: LibraryState, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("ledgerView")
        self._library = library
        self._under = ""
        self._model = LedgerModel(link, self)
        self._model.counted.connect(self._show_count)
        self._title = ElidedLabel(self.tr("Files"))
        self._title.setProperty("role", "title")
        self._count = label("", "small")
        self._states = self._state_box()
        self._contains = QLineEdit()
        self._contains.setPlaceholderText(self.tr("Part of a name"))
        self._contains.setAccessibleName(self.tr("Part of a name"))
        self._contains.setClearButtonEnabled(True)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_DEBOUNCE_MS)
        self._wait.timeout.connect(self._ask)
        self._contains.textChanged.connect(self._wait.start)
        self._table = self._make_table(theme)
        self._why = label("", "muted", wrap=True)
        self._why.setObjectName("ledgerWhy")
        self._retry = push_button(self.tr("Read the selected again"))
        self._retry.clicked.connect(self._retry_selected)
        self._unlock = push_button(self.tr("Give the password…"))
        self._unlock.clicked.connect(self._unlock_selected)
        self._retry_all = push_button(self.tr("Try all failed again"))
        self._retry_all.clicked.connect(lambda: library.retry())
        self._about = push_button(self.tr("Ask about this file"))
        self._about.clicked.connect(self._ask_about)
        self._retry_all.setEnabled(library.attention() > 0)
        self._lay_out(theme)
        library.changed.connect(self._on_library_changed)
        self._on_selection()

    def show_files(self, under: str, state: str) -> None:
        """List the files below `under` (empty: all) in a state (empty: all; `attention`: all
        states in which a file needs the person)."""
        self._under = under
        self._title.setText(words.file_name(under) if under else self.tr("Files"))
        row = self._states.findData(_ATTENTION if state == "attention" else state)
        self._states.setCurrentIndex(max(row, 0))
        self._ask()
        self._table.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight: ask for nothing."""
        super().hideEvent(event)
        self._model.stop()

    def _make_table(self, theme: Theme) -> QTableView:
        table = QTableView()
        table.setObjectName("ledgerTable")
        table.setAccessibleName(self.tr("Files"))
        table.setModel(self._model)
        table.setAlternatingRowColors(True)
        table.setShowGrid(False)
        table.setDragEnabled(True)
        table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(2 * table.fontMetrics().lineSpacing() + 12)
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        table.setItemDelegateForColumn(DEED_COLUMN, LinkDelegate(theme, table))
        table.activated.connect(self._open)
        table.clicked.connect(self._on_clicked)
        table.selectionModel().selectionChanged.connect(self._on_selection)
        self._model.modelReset.connect(self._divide)
        self._model.rowsInserted.connect(self._divide)
        return table

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the new width."""
        super().resizeEvent(event)
        self._divide()

    def _divide(self) -> None:
        """Give reason and remedy at least a third of the room, however large the text; all of it
        to the names where no file has a reason."""
        told = self._model.any_reason()
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(0 if told else WHY_COLUMN, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(WHY_COLUMN if told else 0, QHeaderView.ResizeMode.Stretch)
        self._table.setColumnHidden(WHY_COLUMN, not told)
        em = self._table.fontMetrics().averageCharWidth()
        room = (self.width() - 2 * tokens.SPACE_L) * 2 / 3
        fits = room >= em * sum(_LETTERS.values())
        left_out = (() if fits else _FIRST_TO_GO) + (() if told else (DEED_COLUMN,))
        shown = [c for c in _LETTERS if c not in left_out]
        wanted = em * sum(_LETTERS[column] for column in shown)
        for column, letters in _LETTERS.items():
            self._table.setColumnHidden(column, column not in shown)
            width = int(letters * em * min(1.0, room / wanted))
            least = header.sectionSizeHint(column)
            if column == CHANGED_COLUMN:
                least = max(
                    least, self._table.fontMetrics().horizontalAdvance(_long_date()) + 2 * em
                )
            self._table.setColumnWidth(column, max(width, least))

    def _state_box(self) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(self.tr("State of the files"))
        box.addItem(self.tr("All states"), "")
        box.addItem(self.tr("Need attention"), _ATTENTION)
        for state in FILE_STATES:
            box.addItem(words.file_state_words(state), state)
        box.activated.connect(self._ask)
        return box

    def _lay_out(self, theme: Theme) -> None:
        back = IconButton(theme, "back", self.tr("Back"))
        back.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.addWidget(back)
        head.addWidget(self._title, 1)
        head.addWidget(self._count)
        filters = QHBoxLayout()
        filters.addWidget(self._states)
        filters.addWidget(self._contains, 1)
        foot = FlowLayout(tokens.SPACE_S)
        for button in (self._about, self._unlock, self._retry, self._retry_all):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_L, tokens.SPACE_S, tokens.SPACE_L, tokens.SPACE_M)
        column.setSpacing(tokens.SPACE_S)
        column.addLayout(head)
        column.addLayout(filters)
        column.addWidget(self._table, 1)
        column.addWidget(self._why)
        column.addLayout(foot)

    def _ask(self) -> None:
        state = self._states.currentData() or ""
        self._model.show(state=state, under=self._under, contains=self._contains.text().strip())

    def _show_count(self, count: int) -> None:
        self._count.setText(self.tr("%Ln file(s)", "", count))

    def _on_library_changed(self) -> None:
        if self.isVisible():
            self._model.reload_soon()
        self._retry_all.setEnabled(self._library.attention() > 0)

    def _selected(self) -> list[FileEntry]:
        rows = self._table.selectionModel().selectedRows()
        return [self._model.entry(index.row()) for index in rows]

    def _on_selection(self) -> None:
        selected = self._selected()
        self._about.setEnabled(any(entry.chunks for entry in selected))
        self._retry.setEnabled(any(needs_attention(entry) for entry in selected))
        self._unlock.setVisible(any(file_deed(entry) == "password" for entry in selected))
        whole = f"{selected[0].reason} {selected[0].remedy}".strip() if len(selected) == 1 else ""
        self._why.setText(whole)  # a row shows two lines of it at most
        self._why.setVisible(bool(whole))

    def _ask_about(self) -> None:
        known = [entry.path for entry in self._selected() if entry.chunks]
        if known:
            self.ask_about.emit(known)

    def _retry_selected(self) -> None:
        self._library.retry([e.path for e in self._selected() if needs_attention(e)])

    def _unlock_selected(self) -> None:
        for entry in self._selected():
            if file_deed(entry) == "password":
                self._ask_password(entry)
                return

    def _ask_password(self, entry: FileEntry) -> None:
        dialog = PasswordDialog(entry.path, entry.reason, self)
        dialog.given.connect(self._library.give_password)
        self._library.ask_keyring(dialog, dialog.allow_keeping)
        dialog.show()

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() != DEED_COLUMN:
            return
        entry = self._model.entry(index.row())
        deed = file_deed(entry)
        if deed == "password":
            self._ask_password(entry)
        elif deed == "retry":
            self._library.retry([entry.path])

    def _open(self, index: QModelIndex) -> None:
        if index.column() != DEED_COLUMN:
            self.file_opened.emit(self._model.entry(index.row()))


def _long_date() -> str:
    """A date that takes as much room as any."""
    return date_words(QDateTime(QDate(2028, 12, 28), QTime(22, 58)))
