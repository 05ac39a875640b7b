"""An engine that says what a test told it to, over a real wire in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.link.client import Client
from desktop_rag.link.loopback import loopback
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.common import Done, Shutdown

M = TypeVar("M", bound=Message)
Script = Callable[[M], Message | DesktopRagError | Sequence[Message]]


class ScriptedEngine:
    """Answers each kind of message by its script. `seen` holds all messages in order.

    A script gives the last reply, or events followed by the last reply, or an error to fail with.
    `libraries` are the folders it was attached to.
    """

    def __init__(self) -> None:
        self.seen: list[Message] = []
        self.libraries: list[Path] = []
        self._scripts: dict[type[Message], Script[Message]] = {}
        self.on(Shutdown, lambda _: Done())

    def on(self, kind: type[M], script: Script[M]) -> ScriptedEngine:
        """Answer messages of this kind with this script."""
        self._scripts[kind] = script  # type: ignore[assignment]
        return self

    def connect(self, library: Path) -> Client:
        """A client of this engine, as `attach` would give one."""
        self.libraries.append(library)
        return loopback(self._handle)

    def only(self, kind: type[M]) -> M:
        """The one message of this kind that was seen."""
        (found,) = (message for message in self.seen if isinstance(message, kind))
        return found

    def _handle(self, message: Message, reply: Reply) -> None:
        self.seen.append(message)
        said = self._scripts[type(message)](message)
        if isinstance(said, DesktopRagError):
            raise said
        *events, last = [said] if isinstance(said, Message) else said
        for event in events:
            reply.event(event)
        reply.finish(last)
