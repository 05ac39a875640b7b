"""The line at the foot of the window: work, attention, model, and that nothing leaves."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.library import LibraryState
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.widgets.buttons import IconButton, IconLabel, label, push_button
from desktop_rag.gui.widgets.elided_label import ElidedLabel
from desktop_rag.messages.library import LanguageModelStatus, QueueStatus

_PERMILLE = 1000


class ActivityBar(QFrame):
    """Shows the queue with what is left, a pause button, the model, and the network's silence."""

    attention_wanted = Signal()
    models_wanted = Signal()

    def __init__(
        self, link: EngineLink, library: LibraryState, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("activityBar")
        self.setAccessibleName(self.tr("Activity"))
        self._link = link
        self._library = library
        self._work = ElidedLabel("", Qt.TextElideMode.ElideRight)
        self._bar = QProgressBar()
        self._bar.setRange(0, _PERMILLE)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(120)
        self._bar.setAccessibleName(self.tr("Indexing progress"))
        self._pause = IconButton(theme, "pause", self.tr("Pause indexing"))
        self._pause.clicked.connect(self._on_pause)
        self._attention = push_button("", "link")
        self._attention.clicked.connect(self.attention_wanted)
        self._model = push_button("", "link")
        self._model.clicked.connect(self.models_wanted)
        self._offline_sign = IconLabel(theme, "offline", 16, "good")
        self._offline = label(self.tr("offline ✓"))
        self._lay_out()
        library.changed.connect(self._show_work)
        library.models_changed.connect(self._show_model)
        library.models_changed.connect(self._show_work)
        self._given_up = False
        link.connected.connect(partial(self._on_line, given_up=False))
        link.disconnected.connect(partial(self._on_line, given_up=False))
        link.unavailable.connect(partial(self._on_line, given_up=True))
        self._show_work()
        self._show_model()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(tokens.SPACE_M, tokens.SPACE_XS, tokens.SPACE_M, tokens.SPACE_XS)
        row.setSpacing(tokens.SPACE_S)
        row.addWidget(self._bar)
        row.addWidget(self._pause)
        row.addWidget(self._work, 1)
        row.addWidget(self._attention)
        row.addSpacing(tokens.SPACE_S)
        row.addWidget(self._model)
        row.addSpacing(tokens.SPACE_S)
        row.addWidget(self._offline_sign)
        row.addWidget(self._offline)

    def _show_work(self) -> None:
        queue = self._library.queue
        here = self._link.is_connected
        busy = here and queue.waiting + queue.running > 0
        self._bar.setVisible(busy)
        self._bar.setValue(_permille(queue))
        self._pause.setVisible(busy or (here and queue.paused))
        self._pause.show_icon("resume" if queue.paused else "pause")
        self._pause.rename(self.tr("Go on indexing") if queue.paused else self.tr("Pause indexing"))
        self._work.setText(self._work_words(queue))
        attention = self._library.attention()
        self._attention.setVisible(attention > 0)
        self._attention.setText(self.tr("⚠ %Ln file(s) need attention", "", attention))

    def _on_line(self, *_why: object, given_up: bool) -> None:
        self._given_up = given_up
        self._show_work()

    def _work_words(self, queue: QueueStatus) -> str:
        if not self._link.is_connected:
            if self._given_up:
                return self.tr("The engine is not running")
            return self.tr("Starting the engine…")
        if queue.paused:
            return self.tr("Paused · %Ln file(s) wait", "", queue.waiting + queue.running)
        if queue.waiting + queue.running == 0:
            return self._found_words()
        if queue.learning and not queue.waiting and not queue.current:
            said = self.tr(
                "All found by words · %Ln passage(s) still to be learnt", "", queue.learning
            )
        else:
            said = self.tr("Indexing {done} of {total}").format(
                done=words.count_words(queue.done), total=words.count_words(queue.total)
            )
        if queue.eta_s is not None:
            left = self.tr("{time} left").format(time=words.duration_words(queue.eta_s))
            said = f"{said} · {left}"
        return f"{said} · {words.file_name(queue.current)}" if queue.current else said

    def _found_words(self) -> str:
        """How many files can be found now; those of a disk that is away are still found."""
        files = self._library.files
        away = files.get("offline", 0)
        found = files.get("indexed", 0) + files.get("partial", 0) + away
        if found == 0:
            return self.tr("Nothing is indexed yet")
        said = self.tr("%Ln file(s) searchable", "", found)
        if away:
            said = f"{said} · {self.tr('%Ln not reachable now', '', away)}"
        return said if self._meaning_is_there() else f"{said} · {self._preparing()}"

    def _meaning_is_there(self) -> bool:
        status = self._library.status
        return status is None or status.embedder.ready or bool(status.embedder.problem)

    def _preparing(self) -> str:
        return self.tr("by words; search by meaning is being prepared")

    def _show_model(self) -> None:
        model = self._library.language_model
        self._model.setText(self._model_words(model))
        self._model.setToolTip(words.tip_words(self._model_hint(model)))
        status = self._library.status
        quiet = status is None or not status.network.get("connections_made")
        self._offline.setText(self.tr("offline ✓") if quiet else self.tr("network was used"))
        self._offline.setToolTip(
            self.tr("Nothing you ask or index leaves this computer.")
            if quiet
            else self.tr(
                "You asked for it: a model was downloaded, or a server that you chose was sent "
                "questions and passages."
            )
        )
        alone = quiet and not model.elsewhere
        self._offline_sign.show_icon(
            "offline" if alone else "info", "good" if alone else "evidence"
        )
        if model.elsewhere:
            self._offline_sign.show_icon("warning", "evidence")
            self._offline.setText(self.tr("not only this computer"))
            self._offline.setToolTip(
                words.tip_words(
                    self.tr(
                        "Questions and passages of your documents are sent to {host}, because you"
                        " chose a model there."
                    ).format(host=model.host)
                )
            )

    def _model_words(self, model: LanguageModelStatus) -> str:
        if model.state == "none" or not model.name:
            return self.tr("no language model: answers are quoted")
        said = self.tr("{name} (starter)").format(name=model.name) if model.starter else model.name
        if model.state == "loading":
            return self.tr("loading {name}…").format(name=said)
        if model.state == "failed":
            return self.tr("⚠ {name} does not run").format(name=said)
        return said

    def _model_hint(self, model: LanguageModelStatus) -> str:
        if model.problem:
            return f"{model.problem} {model.remedy}".strip()
        if model.starter:
            return self.tr(
                "This small starter model writes poorly, so answers quote your documents. "
                "Choose a larger one under Models."
            )
        return self.tr("Choose a language model")

    def _on_pause(self) -> None:
        if self._library.queue.paused:
            self._library.resume()
        else:
            self._library.pause()


def _permille(queue: QueueStatus) -> int:
    if queue.total <= 0:
        return 0
    return min(max(queue.done * _PERMILLE // queue.total, 0), _PERMILLE)
