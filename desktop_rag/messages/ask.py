"""Asking, and the conversations that questions belong to."""

from __future__ import annotations

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.hit import TraceStep
from desktop_rag.messages.base import Base
from desktop_rag.messages.search import Search


class Ask(Base, frozen=True):
    """Answer a question. Replies: `AskProgressed` and `SourcesChosen`, then `TextStreamed` many
    times, at last `AnswerFinished`. A `Cancel` ends it with outcome `stopped`. `conversation` 0
    starts a new one when `keep_conversation` is set."""

    search: Search
    kind: str = ""  # auto, extractive, generated; empty: as in settings
    conversation: int = 0
    keep_conversation: bool = True


class AskProgressed(Base, frozen=True):
    """Event: what is going on, for the line above the answer. `stage`: searching, reading,
    loading_model, writing, checking."""

    stage: str
    text: str = ""


class SourcesChosen(Base, frozen=True):
    """Event: the numbered sources, before the first word."""

    answer: Answer


class TextStreamed(Base, frozen=True):
    """Event: more of the answer. `replace` says that `text` replaces all shown so far."""

    text: str
    replace: bool = False


class AnswerFinished(Base, frozen=True):
    """The last reply. `turn` is its number in the conversation (0 when not kept)."""

    answer: Answer
    conversation: int = 0
    turn: int = 0
    steps: tuple[TraceStep, ...] = ()


class ListConversations(Base, frozen=True):
    """Replies `ConversationList`, newest first; `contains` searches titles and texts."""

    contains: str = ""
    limit: int = 500


class ConversationLine(Base, frozen=True):
    """One conversation in a list. `updated`: seconds since the epoch."""

    id: int
    title: str
    updated: float
    turns: int


class ConversationList(Base, frozen=True):
    """Conversations, newest first."""

    conversations: tuple[ConversationLine, ...]


class GetConversation(Base, frozen=True):
    """Replies `Conversation`."""

    id: int


class ConversationTurn(Base, frozen=True):
    """One question with its answer and frozen citations."""

    number: int
    asked: float
    question: str
    answer: Answer


class Conversation(Base, frozen=True):
    """A whole conversation."""

    id: int
    title: str
    turns: tuple[ConversationTurn, ...]


class RenameConversation(Base, frozen=True):
    """Replies `Done`."""

    id: int
    title: str


class DeleteConversation(Base, frozen=True):
    """Replies `Done`. The conversation is gone for good."""

    id: int


class ExportConversation(Base, frozen=True):
    """Replies `Exported` with the text in the format wanted: markdown, html or json."""

    id: int
    format: str = "markdown"


class Exported(Base, frozen=True):
    """A conversation as text."""

    text: str
    suggested_name: str
