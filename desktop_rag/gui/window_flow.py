"""What happens when: the deeds of the window, between its state and its views."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.domain.answer import Source
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.state import words
from desktop_rag.gui.state.announcing import AnswerAnnouncer
from desktop_rag.gui.state.ask_session import ThreadTurn
from desktop_rag.gui.state.citing import citation_data
from desktop_rag.gui.state.window_state import WindowState
from desktop_rag.gui.views.centre_pane import ASK, SEARCH, CentrePane
from desktop_rag.gui.views.conversation_list import ConversationView
from desktop_rag.gui.views.evidence_pane import EvidencePane
from desktop_rag.gui.views.library_view import LibraryView
from desktop_rag.gui.window_search import SearchFlow
from desktop_rag.host.resources import resource
from desktop_rag.messages.common import NoticeGiven

if TYPE_CHECKING:
    from desktop_rag.gui.views.conversation_export import ConversationExport

_QUESTION = "window.question"
_MODEL = "window.model"


@dataclass(frozen=True, slots=True)
class Panes:
    """The parts of the window that the flow moves between."""

    library: LibraryView
    conversations: ConversationView
    centre: CentrePane
    evidence: EvidencePane


class WindowFlow(QObject):
    """Asking, opening sources, adding files; `SearchFlow` does the searching."""

    def __init__(self, state: WindowState, panes: Panes, window: QWidget) -> None:
        super().__init__(window)
        self._state = state
        self._panes = panes
        self._window = window
        self._announcer = AnswerAnnouncer(state.ask, self)
        self._announcer.said.connect(self._announce)
        self._exporter: ConversationExport | None = None
        self._model_problem = ""
        self._chosen_in = ""
        self._searching = SearchFlow(state, panes.centre, panes.evidence, self)
        self._connect_asking()
        self._connect_library()

    # --- deeds ---

    def ask(self, question: str) -> None:
        """Ask, or in search mode search at once."""
        centre = self._panes.centre
        self._state.notices.dismiss(_QUESTION)
        if centre.searching:
            self._searching.search(question)
            return
        if self._state.ask.busy:
            return
        centre.question.set_text("")
        self._state.ask.ask(question, centre.filter_bar.filters)
        centre.show_mode_page()
        self._panes.evidence.show_sources_tab()

    def ask_about(self, path: str) -> None:
        """Limit the next questions to one file or folder and go to the question."""
        self._panes.centre.filter_bar.only([path])
        self.go_to_question()

    def _ask_about_files(self, paths: list[str]) -> None:
        self._panes.centre.mode_switch.setCurrentIndex(ASK)
        self._panes.centre.filter_bar.only(paths)
        self.go_to_question()

    def _ask_about_found(self, path: str) -> None:
        self._panes.centre.mode_switch.setCurrentIndex(ASK)
        self.ask_about(path)

    def go_to_question(self) -> None:
        """Put the cursor into the question box."""
        self._panes.centre.show_mode_page()
        box = self._panes.centre.question.box
        box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        box.selectAll()

    def new_conversation(self) -> None:
        """Start an empty conversation."""
        self._panes.centre.mode_switch.setCurrentIndex(ASK)
        self._state.ask.start_new()
        self._panes.evidence.close_viewer()
        self.go_to_question()

    def switch_mode(self) -> None:
        """From asking to searching and back; the words stay."""
        switch = self._panes.centre.mode_switch
        switch.setCurrentIndex(ASK if switch.currentIndex() == SEARCH else SEARCH)
        self.go_to_question()

    def search_for(self, text: str) -> None:
        """Search for `text` and show what is found."""
        self._panes.centre.mode_switch.setCurrentIndex(SEARCH)
        self._panes.centre.question.set_text(text)
        self.ask(text)

    def stop(self) -> None:
        """Stop the answer, or leave a page for the conversation."""
        if self._state.ask.busy:
            self._state.ask.stop()
        else:
            self._panes.centre.show_mode_page()

    def open_source(self, n: int) -> None:
        """Open the source numbered `n` of the answer in view."""
        source = self._panes.evidence.sources.source(n)
        if source is not None:
            self.open_cited(source)

    def open_cited(self, source: Source) -> None:
        """Open a source at its passage and mark its card."""
        panel = self._panes.evidence.sources
        self._panes.evidence.open_hit(source.hit, [other.hit for other in panel.sources()])
        self._panes.evidence.show_sources_tab()
        panel.mark_current(source.n)

    def take_files(self, paths: list[str]) -> None:
        """Add files that are not in the library and ask about them alone."""
        if not paths:
            return
        library = self._state.library
        if not library.known:  # what is in it already is not added again
            once = Qt.ConnectionType.SingleShotConnection
            library.changed.connect(lambda: self.take_files(paths), once)
            return
        self._panes.centre.mode_switch.setCurrentIndex(ASK)
        self._ask_about_dropped(paths)

    def add_files(self) -> None:
        """Let the person choose files to add."""
        title = self.tr("Add files to the library")
        dialog = QFileDialog(self._window, title)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        self._run_file_dialog(dialog)

    def add_folder(self) -> None:
        """Let the person choose a folder to add."""
        dialog = QFileDialog(self._window, self.tr("Add a folder to the library"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._run_file_dialog(dialog)

    def add_sample(self) -> None:
        """Add the documents that come with the application."""
        self._state.library.add([str(resource("sample_library"))])

    def toggle_pause(self) -> None:
        """Pause indexing or go on."""
        library = self._state.library
        if library.queue.paused:
            library.resume()
        else:
            library.pause()

    def show_ledger(self) -> None:
        """All files with their states."""
        self._panes.centre.show_ledger("", "")

    def show_found(self) -> None:
        """How the last answer was found."""
        self._panes.evidence.show_scores_tab()

    def export_conversation(self, form: str) -> None:
        """Write the conversation on screen to a file, as `markdown`, `html` or `pdf`."""
        self._export(self._state.ask.conversation, form)

    def say_model(self, *, wanted: bool) -> None:
        """Say why there is no model to write answers, once, unless none is wanted."""
        model = self._state.library.language_model
        problem = model.problem if wanted else ""
        if problem == self._model_problem:
            return
        self._model_problem = problem
        self._state.notices.post(NoticeGiven(_MODEL, problem, model.remedy, "warning"))

    # --- wiring ---

    def _connect_asking(self) -> None:
        centre, evidence = self._panes.centre, self._panes.evidence
        session = self._state.ask
        centre.question.asked.connect(self.ask)
        centre.question.stop_wanted.connect(self.stop)
        centre.question.refused.connect(self._refuse)
        centre.question.files_dropped.connect(self._ask_about_dropped)
        centre.ask_view.source_opened.connect(self.open_cited)
        centre.ask_view.turn_in_view.connect(self._show_turn)
        centre.ask_view.found_wanted.connect(self._show_found_of)
        centre.ask_view.copy_wanted.connect(self._copy_answer)
        centre.ask_view.again_wanted.connect(self._ask_again)
        centre.search_view.ask_about.connect(self._ask_about_found)
        evidence.sources.source_opened.connect(self.open_cited)
        evidence.sources.ask_about.connect(self.ask_about)
        evidence.sources.copy_wanted.connect(self._copy_source)
        evidence.step_wanted.connect(self._step)
        session.turn_started.connect(lambda: centre.question.show_busy(True))
        session.turn_ended.connect(self._on_answer_ended)
        session.conversation_shown.connect(self._on_conversation_shown)
        conversations = self._panes.conversations
        conversations.opened.connect(self._open_conversation)
        conversations.new_wanted.connect(self.new_conversation)
        conversations.export_wanted.connect(self._export)
        conversations.deleted.connect(self._on_conversation_deleted)
        self._state.conversations.modelReset.connect(self._mark_conversation)

    def _connect_library(self) -> None:
        centre, library = self._panes.centre, self._panes.library
        library.add_folder_wanted.connect(self.add_folder)
        library.add_files_wanted.connect(self.add_files)
        library.ledger_wanted.connect(self._on_ledger_wanted)
        library.ask_in.connect(self.ask_about)
        centre.first_start.choose_folder_wanted.connect(self.add_folder)
        centre.first_start.sample_wanted.connect(self.add_sample)
        centre.file_opened.connect(self._open_file)
        centre.ask_about.connect(self._ask_about_files)
        centre.notices.again_wanted.connect(self._state.link.reconnect)

    def _export(self, number: int, form: str) -> None:
        if self._exporter is None:
            from desktop_rag.gui.views.conversation_export import ConversationExport

            state = self._state
            self._exporter = ConversationExport(state.link, state.notices, self._window)
        self._exporter.begin(number, form)

    # --- asking ---

    def _refuse(self, sentence: str) -> None:
        self._state.notices.post(NoticeGiven(_QUESTION, sentence))

    def _ask_about_dropped(self, paths: list[str]) -> None:
        self._panes.centre.filter_bar.only(paths)
        known = [root.path for root in self._state.library.roots]
        fresh = [path for path in paths if not _lies_below(path, known)]
        self._state.library.add(fresh)
        self.go_to_question()

    def _ask_again(self, turn: ThreadTurn) -> None:
        if not self._state.ask.busy:
            self._state.ask.ask(turn.question, turn.filters)

    def _on_answer_ended(self) -> None:
        self._panes.centre.question.show_busy(False)
        self._state.conversations.refresh()

    def _announce(self, text: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, text))

    def _on_conversation_shown(self) -> None:
        self._panes.centre.question.show_busy(False)
        if not self._state.ask.turns:
            self._panes.evidence.sources.show_sources(())
            self._panes.evidence.scores.clear()
        self._panes.centre.show_mode_page()
        self._mark_conversation()

    def _open_conversation(self, number: int) -> None:
        self._panes.centre.mode_switch.setCurrentIndex(ASK)
        if number != self._state.ask.conversation:
            self._state.ask.open(number)
        self._panes.centre.show_mode_page()

    def _on_conversation_deleted(self, number: int) -> None:
        if number == self._state.ask.conversation:
            self.new_conversation()

    def _mark_conversation(self) -> None:
        self._panes.conversations.mark(self._state.ask.conversation)

    def _show_turn(self, turn: ThreadTurn) -> None:
        if not self._panes.centre.searching:  # a search has the pane to itself meanwhile
            self._panes.evidence.show_turn(turn)

    def _show_found_of(self, turn: ThreadTurn) -> None:
        self._panes.evidence.show_turn(turn)
        self._panes.evidence.show_scores_tab()

    def _copy_answer(self, turn: ThreadTurn) -> None:
        assert turn.answer is not None
        lines = [turn.question, "", turn.text, ""]
        lines += [f"[{s.n}] {words.source_words(s.hit)}" for s in turn.answer.sources if s.used]
        QGuiApplication.clipboard().setText("\n".join(lines).rstrip())

    def _copy_source(self, source: Source) -> None:
        QGuiApplication.clipboard().setMimeData(citation_data(source.hit))

    # --- sources ---

    def _step(self, hit: Hit) -> None:
        if self._panes.centre.searching:
            self._panes.centre.search_view.select(hit.chunk.id)
            return
        sources = self._panes.evidence.sources.sources()
        source = next((one for one in sources if one.hit.chunk.id == hit.chunk.id), None)
        if source is not None:
            self.open_cited(source)

    def _open_file(self, entry: FileEntry) -> None:
        self._panes.evidence.show()
        self._panes.evidence.open_file(entry)

    # --- library ---

    def _on_ledger_wanted(self, under: str, state: str) -> None:
        self._panes.centre.show_ledger(under, state)

    def _run_file_dialog(self, dialog: QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setDirectory(self._chosen_in or _documents())
        dialog.filesSelected.connect(self._add_chosen)
        dialog.open()

    def _add_chosen(self, paths: list[str]) -> None:
        self._chosen_in = str(Path(paths[0]).parent)
        self._state.library.add(paths)


def _documents() -> str:
    """Where a first look for documents begins: not in the folder of the application."""
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)


def _lies_below(path: str, roots: list[str]) -> bool:
    return any(path == root or path.startswith(root.rstrip("/\\") + "/") for root in roots)
