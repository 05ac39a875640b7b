from types import SimpleNamespace
from typing import Any

from desktop_rag.domain.answer import Answer
from desktop_rag.domain.errors import DiskFull
from desktop_rag.engine.handlers.ask import kept
from desktop_rag.messages.ask import Ask
from desktop_rag.messages.search import Search

_ANSWER = Answer("Why?", "answered", "Because [1].", "extractive")


class FullConversations:
    """Conversations on a disk without room."""

    def start(self, title: str) -> int:
        """Begin one: there is no room."""
        raise DiskFull("There is no room on the disk.", "Make room.")


def test_an_answer_that_cannot_be_kept_is_given_and_says_so() -> None:
    engine: Any = SimpleNamespace(conversations=FullConversations())
    answer, conversation, turn = kept(engine, Ask(Search("Why?")), _ANSWER)
    assert (answer.text, conversation, turn) == ("Because [1].", 0, 0)
    assert answer.notices == ("This answer could not be kept: There is no room on the disk.",)
