"""How well are the right files found? The person's own questions, measured and compared."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.library import LibraryState
from desktop_rag.gui.state.question_table import QuestionTable
from desktop_rag.gui.state.words import file_name
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.viewer.notice import InlineNotice
from desktop_rag.gui.views.quality_view_changes import SettingChanges
from desktop_rag.gui.views.quality_view_results import QualityResults
from desktop_rag.gui.widgets.buttons import IconButton, label, push_button
from desktop_rag.messages import Message
from desktop_rag.messages.quality import (
    MeasureQuality,
    QualityMeasured,
    QualityProgressed,
    QualityQuestion,
    QuestionsReady,
    ReadQuestions,
    SuggestQuestions,
)

_SUGGESTED = 20
_PERMILLE = 1000
_TABLE_ROWS = 9
_WIDEST = 900


class QualityView(QWidget):
    """Questions above, what B changes and the result below. Nothing is stored but the questions."""

    closed = Signal()
    search_wanted = Signal(str)
    """A question to look at in the search."""

    def __init__(
        self, link: EngineLink, library: LibraryState, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("qualityView")
        self.setAccessibleName(self.tr("Quality"))
        self._link = link
        self._library = library
        self._theme = theme
        self._request = 0
        self._seed = 0
        self._right = ""
        self.questions = QuestionTable()
        self._table = self._make_table()
        self._notice = InlineNotice()
        self._text = QLineEdit()
        self._text.setPlaceholderText(self.tr("A question whose answer you know"))
        self._text.setAccessibleName(self.tr("New question"))
        self._text.returnPressed.connect(self._add_own)
        self._choose = push_button(self.tr("Choose the right file…"))
        self._choose.clicked.connect(self._choose_file)
        self.changes = SettingChanges(theme)
        self._measure = push_button(self.tr("Measure"), "primary")
        self._measure.setObjectName("measureButton")
        self._measure.clicked.connect(self._start_or_stop)
        self._bar = QProgressBar()
        self._bar.setRange(0, _PERMILLE)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of the measurement"))
        self._said = label("", "muted")
        self.results = QualityResults(theme)
        theme.changed.connect(self._show_state)
        self.questions.modelReset.connect(self._show_state)
        self._lay_out()
        self._show_state()

    def add(self, questions: tuple[QualityQuestion, ...]) -> None:
        """Add questions to the list."""
        self.questions.add(questions)
        self.results.clear()

    # --- what is asked of the engine ---

    def suggest(self) -> None:
        """Make questions from the person's files."""
        self._seed += 1
        message = SuggestQuestions(_SUGGESTED, self._seed)
        self._link.request(message, self._on_questions, self._on_failed, owner=self)

    def load(self, folder: str) -> None:
        """Load a question set from its folder."""
        self._link.request(ReadQuestions(folder), self._on_questions, self._on_failed, owner=self)

    def measure(self) -> None:
        """Measure, with the changes of B when there are some."""
        changes = self.changes.changes()
        variants: tuple[dict[str, str], ...] = ({}, changes) if changes else ({},)
        self._notice.say("")
        self.results.clear()
        message = MeasureQuality(self.questions.questions, variants)
        self._request = self._link.request(
            message, self._on_measured, self._on_failed, self._on_progress, owner=self
        )
        self._bar.setValue(0)
        self._show_state()

    def _on_questions(self, reply: Message) -> None:
        assert isinstance(reply, QuestionsReady)
        self.add(reply.questions)
        roots = [root.path for root in self._library.roots]
        inside = any(reply.files.startswith(root) for root in roots)
        if reply.files and not inside:
            self._notice.say(
                self.tr("The documents of this set are not in the library: {folder}").format(
                    folder=reply.files
                ),
                ((self.tr("Add them"), lambda: self._library.add([reply.files])),),
            )

    def _on_progress(self, event: Message) -> None:
        assert isinstance(event, QualityProgressed)
        self._bar.setValue(event.done * _PERMILLE // max(event.total, 1))
        self._said.setText(
            self.tr("search {done} of {total}").format(done=event.done, total=event.total)
        )

    def _on_measured(self, reply: Message) -> None:
        assert isinstance(reply, QualityMeasured)
        self._request = 0
        self.questions.show_ranks(tuple(report.ranks for report in reply.reports))
        self.results.show_measured(reply)

    def _on_failed(self, error: DesktopRagError) -> None:
        self._request = 0
        self._show_state()
        if error.code != "stopped":
            self._notice.say(f"{error.message} {error.remedy}".strip())

    # --- what the person does ---

    def _start_or_stop(self) -> None:
        if self._request:
            self._link.cancel(self._request)
        else:
            self.measure()

    def _add_own(self) -> None:
        text = self._text.text().strip()
        if not text or not self._right:
            self._notice.say(self.tr("Write a question and choose the file that answers it."))
            return
        self._notice.say("")
        self.add((QualityQuestion(text, (self._right,)),))
        self._text.clear()
        self._take_right("")
        self._text.setFocus()

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("The file that answers the question"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._open_dialog(dialog, self._take_right)

    def _take_right(self, path: str) -> None:
        self._right = path
        shown = file_name(path) if path else self.tr("Choose the right file…")
        self._choose.setText(shown)

    def _choose_set(self) -> None:
        dialog = QFileDialog(self, self.tr("The folder of a question set"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._open_dialog(dialog, self.load)

    def _open_dialog(self, dialog: QFileDialog, taken: Callable[[str], None]) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(taken)
        dialog.open()

    def _remove_selected(self) -> None:
        rows = [index.row() for index in self._table.selectionModel().selectedRows()]
        self.questions.remove(rows or range(self.questions.rowCount()))
        self.results.clear()

    def _look_at(self, index: QModelIndex) -> None:
        self.search_wanted.emit(self.questions.questions[index.row()].text)

    # --- looks ---

    def _show_state(self) -> None:
        some, busy = bool(self.questions.rowCount()), bool(self._request)
        self._measure.setText(self.tr("Stop") if busy else self.tr("Measure"))
        self._measure.setEnabled(some)
        self._remove.setEnabled(some and not busy)
        chosen = self._table.selectionModel().hasSelection()
        self._remove.setText(self.tr("Remove") if chosen else self.tr("Remove all"))
        self._table.setVisible(some)
        self._table.setFixedHeight(self._table_height())
        self._none.setVisible(not some)
        self._bar.setVisible(busy)
        if not busy:
            self._said.setText(self.tr("%Ln question(s)", "", self.questions.rowCount()))

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("questionTable")
        table.setAccessibleName(self.tr("Questions"))
        table.setModel(self.questions)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.activated.connect(self._look_at)
        table.selectionModel().selectionChanged.connect(self._show_state)
        return table

    def _table_height(self) -> int:
        rows = min(self.questions.rowCount(), _TABLE_ROWS)
        row = self._table.fontMetrics().lineSpacing() + tokens.SPACE_M
        self._table.verticalHeader().setDefaultSectionSize(row)
        return self._table.horizontalHeader().sizeHint().height() + rows * row + 2 * tokens.SPACE_S

    def _lay_out(self) -> None:
        page = QWidget()
        page.setObjectName("cardList")
        page.setMaximumWidth(self._theme.scaled(_WIDEST))
        column = QVBoxLayout(page)
        column.setContentsMargins(tokens.SPACE_L, tokens.SPACE_S, tokens.SPACE_L, tokens.SPACE_L)
        column.setSpacing(tokens.SPACE_M)
        column.addLayout(self._head())
        column.addWidget(self._notice)
        column.addWidget(label(self.tr("Questions"), "section"))
        column.addLayout(self._sources_row())
        column.addLayout(self._own_row())
        self._none = label(
            self.tr("No questions yet. Twenty are enough to see large differences."), "muted"
        )
        column.addWidget(self._none)
        column.addWidget(self._table)
        column.addWidget(label(self.tr("Settings"), "section"))
        column.addWidget(self.changes)
        column.addLayout(self._run_row())
        column.addWidget(self.results)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("cards")
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _head(self) -> QVBoxLayout:
        back = IconButton(self._theme, "back", self.tr("Back"))
        back.clicked.connect(self.closed)
        row = QHBoxLayout()
        row.addWidget(back)
        row.addWidget(label(self.tr("Quality"), "title"), 1)
        column = QVBoxLayout()
        column.addLayout(row)
        column.addWidget(
            label(
                self.tr(
                    "Ask questions whose right file you know and see at which place it is found; "
                    "then compare with another setting."
                ),
                "muted",
                wrap=True,
            )
        )
        return column

    def _sources_row(self) -> QHBoxLayout:
        suggest = push_button(self.tr("Make questions from my files"))
        suggest.setToolTip(
            self.tr("Telling words of sentences in your files: easy, but good for comparing.")
        )
        suggest.clicked.connect(self.suggest)
        load = push_button(self.tr("Load a question set…"))
        load.clicked.connect(self._choose_set)
        self._remove = push_button(self.tr("Remove all"), "plain")
        self._remove.clicked.connect(self._remove_selected)
        row = QHBoxLayout()
        row.setSpacing(tokens.SPACE_S)
        row.addWidget(suggest)
        row.addWidget(load)
        row.addStretch(1)
        row.addWidget(self._remove)
        return row

    def _own_row(self) -> QHBoxLayout:
        add = push_button(self.tr("Add"))
        add.clicked.connect(self._add_own)
        row = QHBoxLayout()
        row.setSpacing(tokens.SPACE_S)
        row.addWidget(self._text, 1)
        row.addWidget(self._choose)
        row.addWidget(add)
        return row

    def _run_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(tokens.SPACE_M)
        row.addWidget(self._measure)
        row.addWidget(self._said)
        row.addWidget(self._bar, 1)
        row.addStretch(0)
        return row
