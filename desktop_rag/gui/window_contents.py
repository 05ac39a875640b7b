"""What the window holds: three panes, its commands and dialogs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_rag import __version__
from desktop_rag.domain.answer import Answer
from desktop_rag.gui.state.kept_window import KeptWindow, wishes_from
from desktop_rag.gui.state.login_start import LoginStart
from desktop_rag.gui.state.window_state import WindowState
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.views.activity_bar import ActivityBar
from desktop_rag.gui.views.centre_pane import CentrePane
from desktop_rag.gui.views.conversation_list import ConversationView
from desktop_rag.gui.views.evidence_pane import EvidencePane
from desktop_rag.gui.views.library_view import LibraryView
from desktop_rag.gui.views.notice_bar import NEWS
from desktop_rag.gui.widgets.buttons import IconButton, thin_line
from desktop_rag.gui.widgets.drop_overlay import DropOverlay
from desktop_rag.gui.window_actions import add_actions, add_source_keys, commands
from desktop_rag.gui.window_flow import Panes, WindowFlow
from desktop_rag.gui.window_life import WindowLife
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.models import GetSettings, SettingsShown
from desktop_rag.messages.quality import QualityQuestion

if TYPE_CHECKING:
    from desktop_rag.gui.views.library_care import LibraryCare
    from desktop_rag.gui.views.quality_view import QualityView

_NO_MODEL = "none"
_PANES = (250, 620, 370)
_LEAST = (170, 300, 200)  # at 100 % text


class WindowContents(QWidget):
    """Library and conversations, the question and its answer, the sources."""

    def __init__(
        self,
        window: QMainWindow,
        state: WindowState,
        theme: Theme,
        login: LoginStart | None = None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._state = state
        self._theme = theme
        self._models: QWidget | None = None
        self._quality: QualityView | None = None
        self._kept_questions = ""
        self.dialogs: dict[str, QWidget] = {}
        self._model_wanted = False
        self._place = 1000
        self.panes = Panes(
            LibraryView(state.library, theme),
            ConversationView(state.conversations, theme),
            CentrePane(state, theme),
            EvidencePane(state.link, theme),
        )
        self._activity = ActivityBar(state.link, state.library, theme)
        self._lay_out()
        self.overlay = DropOverlay(theme, window)
        self.flow = WindowFlow(state, self.panes, window)
        self.life = WindowLife(window, state, self.flow, theme, login)
        self._stop = self._add_actions()
        self._connect()
        self._show_what_esc_does()
        self.panes.centre.question.box.setFocus()

    def _connect(self) -> None:
        state = self._state
        self._activity.attention_wanted.connect(
            lambda: self.panes.centre.show_ledger("", "attention")
        )
        self._activity.models_wanted.connect(self.show_models)
        self.panes.centre.first_start.models_wanted.connect(self.show_models)
        self.panes.centre.notices.news_wanted.connect(self.show_news)
        state.link.connected.connect(self._ask_settings)
        state.library.models_changed.connect(self._say_model)
        state.ask.turn_started.connect(self._show_what_esc_does)
        state.ask.turn_ended.connect(self._show_what_esc_does)
        self.panes.centre.pages.currentChanged.connect(self._on_page)

    # --- pages and dialogs ---

    def show_models(self) -> None:
        """The page of models."""
        if self._models is None:
            from desktop_rag.gui.views.models_view import ModelsView

            models = self._models = ModelsView(self._state.link, self._theme)
            models.closed.connect(self.panes.centre.show_mode_page)
        self.panes.centre.show_page(self._models)

    def show_quality(self) -> None:
        """The page where questions are measured."""
        self.panes.centre.show_page(self._quality_page())

    def keep_as_test(self) -> None:
        """Keep the last question as a test: the files its answer used are its right ones."""
        turns = self._state.ask.turns
        answer = turns[-1].answer if turns else None
        paths = _used_paths(answer) if answer is not None else ()
        page = self._quality_page()
        if answer is not None and paths:
            page.add((QualityQuestion(answer.question, paths),))
        self.show_quality()

    def _quality_page(self) -> QualityView:
        if self._quality is None:
            from desktop_rag.gui.views.quality_view import QualityView

            self._quality = QualityView(self._state.link, self._state.library, self._theme)
            self._quality.questions.take_text(self._kept_questions)
            self._quality.closed.connect(self.panes.centre.show_mode_page)
            self._quality.search_wanted.connect(self.flow.search_for)
        return self._quality

    def show_settings(self) -> None:
        """The settings, beside the window."""
        self._show_dialog("settings", self._make_settings)

    def show_help(self) -> None:
        """The help, beside the window."""
        self._show_dialog("help", self._make_help)

    def show_news(self) -> None:
        """What is new in this version."""
        self._state.notices.dismiss(NEWS)
        self.show_help()
        from desktop_rag.gui.views.help_dialog import HelpDialog

        dialog = self.dialogs["help"]
        assert isinstance(dialog, HelpDialog)
        dialog.show_news()

    def show_palette(self) -> None:
        """All commands by name."""
        from desktop_rag.gui.views.command_palette import CommandPalette

        palette = CommandPalette(commands(self._actions), self._window)
        palette.show()

    def _make_settings(self) -> QWidget:
        from desktop_rag.gui.views.settings_dialog import SettingsDialog

        dialog = SettingsDialog(self._state.link)
        dialog.setObjectName("settingsDialog")
        dialog.changed.connect(self._wear)
        return dialog

    def _make_help(self) -> QWidget:
        from desktop_rag.gui.views.help_dialog import HelpDialog

        return HelpDialog()

    def _show_dialog(self, name: str, make: Callable[[], QWidget]) -> None:
        dialog = self.dialogs.get(name)
        if dialog is None:
            dialog = make()
            dialog.setParent(self._window, dialog.windowFlags())
            self.dialogs[name] = dialog
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    # --- layout ---

    def _lay_out(self) -> None:
        left = QWidget()
        left.setObjectName("leftPane")
        self._left_split = QSplitter(Qt.Orientation.Vertical)
        self._left_split.setChildrenCollapsible(False)
        self._left_split.addWidget(self.panes.library)
        self._left_split.addWidget(self.panes.conversations)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._left_split, 1)
        column.addWidget(thin_line())
        column.addLayout(self._foot())
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._columns = (left, self.panes.centre, self.panes.evidence)
        for pane in self._columns:
            self._split.addWidget(pane)
        self._fit_columns()
        self._theme.changed.connect(self._fit_columns)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes(list(_PANES))
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self._split, 1)
        rows.addWidget(self._activity)

    def _fit_columns(self) -> None:
        for pane, least in zip(self._columns, _LEAST, strict=True):
            pane.setMinimumWidth(self._theme.scaled(least))

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(tokens.SPACE_S, tokens.SPACE_XS, tokens.SPACE_S, tokens.SPACE_XS)
        row.setSpacing(tokens.SPACE_XS)
        for sign, name, deed in (
            ("settings", self.tr("Settings (Ctrl+,)"), self.show_settings),
            ("model", self.tr("Models"), self.show_models),
            ("quality", self.tr("Quality"), self.show_quality),
            ("help", self.tr("Help (F1)"), self.show_help),
        ):
            button = IconButton(self._theme, sign, name)
            button.clicked.connect(deed)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _add_actions(self) -> QAction:
        flow = self.flow
        self._actions = add_actions(
            self._window,
            {
                "goToQuestion": flow.go_to_question,
                "newConversation": flow.new_conversation,
                "switchMode": flow.switch_mode,
                "stop": flow.stop,
                "addFiles": flow.add_files,
                "addFolder": flow.add_folder,
                "showLedger": flow.show_ledger,
                "pauseIndexing": flow.toggle_pause,
                "retryAll": self._state.library.retry,
                "backUpLibrary": lambda: self._care().back_up(),
                "restoreLibrary": lambda: self._care().restore(),
                "moveLibrary": lambda: self._care().move(),
                "findInSource": self.panes.evidence.find_in_source,
                "showFound": flow.show_found,
                "exportMarkdown": partial(flow.export_conversation, "markdown"),
                "exportHtml": partial(flow.export_conversation, "html"),
                "exportPdf": partial(flow.export_conversation, "pdf"),
                "showModels": self.show_models,
                "showQuality": self.show_quality,
                "keepAsTest": self.keep_as_test,
                "showSettings": self.show_settings,
                "nextPane": lambda: self._move_pane(1),
                "previousPane": lambda: self._move_pane(-1),
                "showPalette": self.show_palette,
                "help": self.show_help,
                "news": self.show_news,
                "quit": self.life.quit,
            },
        )
        add_source_keys(self._window, flow.open_source)
        return next(action for action in self._actions if action.objectName() == "stop")

    def _care(self) -> LibraryCare:
        from desktop_rag.gui.views.library_care import LibraryCare

        known = self._window.findChild(LibraryCare)
        return known or LibraryCare(self._state.link, self._state.notices, self._window)

    def _on_page(self) -> None:
        centre = self.panes.centre
        asking = centre.pages.currentWidget() in (centre.ask_view, centre.search_view)
        self.panes.evidence.setVisible(asking)
        self._show_what_esc_does()

    def _show_what_esc_does(self) -> None:
        centre = self.panes.centre
        plain = (centre.ask_view, centre.search_view, centre.first_start)
        self._stop.setEnabled(self._state.ask.busy or centre.pages.currentWidget() not in plain)

    def _move_pane(self, by: int) -> None:
        panes: list[QWidget] = [
            self.panes.library,
            self.panes.conversations,
            self.panes.centre.pages,
            self.panes.centre.question,
            self.panes.evidence,
            self._activity,
        ]
        focused = QApplication.focusWidget()
        at = next((i for i, p in enumerate(panes) if focused and p.isAncestorOf(focused)), -1)
        for step in range(1, len(panes) + 1):
            pane = panes[(at + by * step) % len(panes)]
            target = _first_focusable(pane)
            if target is not None:
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    # --- from one start to the next ---

    def restore(self, kept: KeptWindow) -> None:
        """Put panes and conversation back as they were."""
        self._split.restoreState(kept.kept("panes"))
        self._left_split.restoreState(kept.kept("left"))
        self._kept_questions = kept.questions
        if kept.version not in ("", __version__):
            self._say_news()
        if kept.conversation:
            self._place = kept.scroll
            self._state.ask.conversation_shown.connect(
                self._go_to_place, Qt.ConnectionType.SingleShotConnection
            )
            self._state.ask.open(kept.conversation)

    def _go_to_place(self) -> None:
        ask_view = self.panes.centre.ask_view
        QTimer.singleShot(0, ask_view, lambda: ask_view.go_to(self._place))

    def _say_news(self) -> None:
        said = self.tr("Desktop RAG was updated to version {version}.").format(version=__version__)
        self._state.notices.post(NoticeGiven(NEWS, said))

    def keep(self, kept: KeptWindow) -> None:
        """Remember panes and conversation, and put the dialogs away."""
        kept.keep("panes", self._split.saveState())
        kept.keep("left", self._left_split.saveState())
        kept.conversation = self._state.ask.conversation
        kept.scroll = self.panes.centre.ask_view.place
        kept.version = __version__
        if self._quality is not None:
            kept.questions = self._quality.questions.as_text()
        for dialog in self.dialogs.values():
            dialog.close()

    # --- settings ---

    def _say_model(self) -> None:
        self.flow.say_model(wanted=self._model_wanted)

    def _ask_settings(self) -> None:
        self._state.link.request(GetSettings(), self._on_settings)

    def _on_settings(self, reply: Message) -> None:
        assert isinstance(reply, SettingsShown)
        self._wear(json.loads(reply.json))

    def _wear(self, values: dict[str, object]) -> None:
        models = values.get("models")
        self._model_wanted = not isinstance(models, dict) or models.get("answer") != _NO_MODEL
        self._say_model()
        wishes = wishes_from(values.get("application"))
        self.life.wear(wishes)
        self._theme.wear(Appearance(wishes.theme, wishes.text_scale))


def _used_paths(answer: Answer) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source.hit.file.path for source in answer.sources if source.used))


def _first_focusable(pane: QWidget) -> QWidget | None:
    for widget in (pane, *pane.findChildren(QWidget)):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes and widget.isVisible() and widget.isEnabled():
            return widget
    return None
