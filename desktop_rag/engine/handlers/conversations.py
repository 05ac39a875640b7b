"""Conversations: list, read, rename, delete, export."""

from __future__ import annotations

import re

from desktop_rag.answering.language import question_language
from desktop_rag.answering.rendering import conversation_as
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages.ask import (
    Conversation,
    ConversationLine,
    ConversationList,
    ConversationTurn,
    DeleteConversation,
    ExportConversation,
    Exported,
    GetConversation,
    ListConversations,
    RenameConversation,
)
from desktop_rag.messages.common import Done


def all_of_them(engine: Engine, message: ListConversations, reply: Reply) -> None:
    """Newest first."""
    lines = engine.conversations.all(message.contains, message.limit)
    reply.finish(ConversationList(tuple(ConversationLine(*line) for line in lines)))


def get(engine: Engine, message: GetConversation, reply: Reply) -> None:
    """One conversation with its frozen citations."""
    turns = engine.conversations.turns(message.id)
    reply.finish(
        Conversation(
            message.id,
            engine.conversations.title(message.id),
            tuple(ConversationTurn(*turn) for turn in turns),
        )
    )


def rename(engine: Engine, message: RenameConversation, reply: Reply) -> None:
    """Give it another title."""
    engine.conversations.rename(message.id, message.title)
    reply.finish(Done())


def delete(engine: Engine, message: DeleteConversation, reply: Reply) -> None:
    """Gone for good."""
    engine.conversations.delete(message.id)
    reply.finish(Done())


def export(engine: Engine, message: ExportConversation, reply: Reply) -> None:
    """As text, with its sources, in the language of its first question."""
    title = engine.conversations.title(message.id)
    answers = [answer for _, _, _, answer in engine.conversations.turns(message.id)]
    language = question_language(answers[0].question) if answers else "en"
    text, suffix = conversation_as(message.format, title, answers, language)
    name = re.sub(r"[^\w -]+", "", title).strip()[:60] or "conversation"
    reply.finish(Exported(text, f"{name}.{suffix}"))


ROUTES: Routes = {
    ListConversations: all_of_them,
    GetConversation: get,
    RenameConversation: rename,
    DeleteConversation: delete,
    ExportConversation: export,
}
