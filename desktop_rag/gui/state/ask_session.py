"""One question at a time on its way to an answer, and the conversation it belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.errors import DesktopRagError, EngineGone
from desktop_rag.domain.hit import TraceStep
from desktop_rag.domain.query import Filters
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.messages import Message
from desktop_rag.messages.ask import (
    AnswerFinished,
    Ask,
    AskProgressed,
    Conversation,
    GetConversation,
    SourcesChosen,
    TextStreamed,
)
from desktop_rag.messages.search import Search

STOPPING = "stopping"
_SHOW_EVERY_MS = 40


@dataclass(slots=True)
class ThreadTurn:
    """A question in the window. `text` grows while the answer streams; `answer` holds the numbered
    sources as soon as they are chosen, and everything once it is finished."""

    question: str
    filters: Filters = field(default_factory=Filters)
    text: str = ""
    stage: str = "searching"
    answer: Answer | None = None
    steps: tuple[TraceStep, ...] = ()
    error: DesktopRagError | None = None
    live: bool = True


class AskSession(QObject):
    """The turns of the conversation on screen. Only the last one can be live."""

    turn_started = Signal()
    turn_changed = Signal()
    """The last turn has more text, another stage, or its sources."""
    turn_ended = Signal()
    """The last turn is finished, stopped or failed."""
    conversation_shown = Signal()
    """All turns are others now."""

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._request = 0
        self.turns: list[ThreadTurn] = []
        self.conversation = 0
        self._show = QTimer(self)
        self._show.setSingleShot(True)
        self._show.setInterval(_SHOW_EVERY_MS)
        self._show.timeout.connect(self.turn_changed)

    @property
    def busy(self) -> bool:
        """True while an answer is on its way."""
        return bool(self.turns) and self.turns[-1].live

    def ask(self, question: str, filters: Filters, kind: str = "") -> None:
        """Ask in the conversation on screen. Does nothing while an answer is on its way."""
        if self.busy or not question.strip():
            return
        self.turns.append(ThreadTurn(question.strip(), filters))
        self.turn_started.emit()
        message = Ask(Search(question.strip(), filters=filters), kind, self.conversation)
        self._request = self._link.request(message, self._on_done, self._on_failed, self._on_event)

    def stop(self) -> None:
        """Stop the answer; what is written so far stays. It stands still at once, however long
        the engine takes to end it."""
        if self.busy:
            self.turns[-1].stage = STOPPING
            self._link.cancel(self._request)
            self.turn_changed.emit()

    def start_new(self) -> None:
        """An empty conversation. An answer on its way is dropped."""
        self._show_turns(0, [])

    def open(self, conversation: int) -> None:
        """Show a kept conversation."""
        self._link.request(GetConversation(conversation), self._on_conversation)

    def _on_conversation(self, reply: Message) -> None:
        assert isinstance(reply, Conversation)
        turns = [
            ThreadTurn(
                turn.question,
                text=turn.answer.text,
                stage="",
                answer=turn.answer,
                steps=turn.answer.trace,
                live=False,
            )
            for turn in reply.turns
        ]
        self._show_turns(reply.id, turns)

    def _show_turns(self, conversation: int, turns: list[ThreadTurn]) -> None:
        if self.busy:
            self._link.drop(self._request)
        self._show.stop()
        self.conversation = conversation
        self.turns = turns
        self.conversation_shown.emit()

    def _on_event(self, event: Message) -> None:
        turn = self.turns[-1]
        if turn.stage == STOPPING:
            return
        if isinstance(event, TextStreamed):
            turn.text = event.text if event.replace else turn.text + event.text
        elif isinstance(event, AskProgressed):
            turn.stage = event.stage
        elif isinstance(event, SourcesChosen):
            turn.answer = event.answer
        if not self._show.isActive():
            self._show.start()

    def _on_done(self, reply: Message) -> None:
        assert isinstance(reply, AnswerFinished)
        turn = self.turns[-1]
        turn.answer = reply.answer
        turn.text = reply.answer.text
        turn.steps = reply.steps or reply.answer.trace
        if reply.conversation:
            self.conversation = reply.conversation
        self._end(turn)

    def _on_failed(self, error: DesktopRagError) -> None:
        turn = self.turns[-1]
        if isinstance(error, EngineGone):
            error = EngineGone(
                self.tr("The engine stopped before the answer was complete."),
                self.tr("It is started again by itself; then ask again."),
            )
        turn.error = error
        self._end(turn)

    def _end(self, turn: ThreadTurn) -> None:
        self._show.stop()
        turn.live = False
        turn.stage = ""
        self.turn_ended.emit()
