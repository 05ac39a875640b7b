"""The thread that connects to the engine and sends, so that the GUI thread never waits for it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_rag.domain.errors import DesktopRagError, EngineGone, EngineUnavailable, Stopped
from desktop_rag.messages import Message
from desktop_rag.messages.common import Subscribe

if TYPE_CHECKING:
    from desktop_rag.link.client import Client

Attach = Callable[[], "Client"]
_SUBJECTS = ("library", "models", "notices", "windows")
_LOG = logging.getLogger(__name__)
_Job = Callable[[], None]


class EngineLine:
    """One connection at a time, and the requests that wait for it.

    All callbacks are called on this line's own threads and must only pass the word on.
    `attach` may block for as long as starting an engine takes.
    """

    def __init__(
        self,
        attach: Attach,
        *,
        connected: Callable[[], None],
        attach_failed: Callable[[DesktopRagError], None],
        lost: Callable[[], None],
        event: Callable[[int, Message], None],
        done: Callable[[int, Message], None],
        failed: Callable[[int, DesktopRagError], None],
        told: Callable[[Message], None],
    ) -> None:
        self._attach = attach
        self._connected = connected
        self._attach_failed = attach_failed
        self._lost = lost
        self._event = event
        self._done = done
        self._failed = failed
        self._told = told
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._client: Client | None = None
        self._sent: dict[int, int] = {}
        self._unsent: dict[int, Message] = {}
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="engine-line", daemon=True)
        self._thread.start()

    def open(self) -> None:
        """Connect, starting an engine where none runs."""
        self._jobs.put(self._open)

    def send(self, number: int, message: Message) -> None:
        """Send `message` under the caller's `number`, now or once there is a connection."""
        with self._guard:
            self._unsent[number] = message
        self._jobs.put(self._flush)

    def cancel(self, number: int) -> None:
        """Stop a request: unsent ones fail at once, others are asked to end."""
        self._jobs.put(lambda: self._cancel(number))

    def take_unsent(self) -> list[int]:
        """The numbers of the requests that never left; they are forgotten here."""
        with self._guard:
            numbers = list(self._unsent)
            self._unsent.clear()
        return numbers

    def close(self) -> None:
        """Hang up and end the thread. An attempt to connect that still runs is left to itself."""
        self._closing.set()
        self._jobs.put(None)
        client = self._client
        if client is not None:
            client.close()
        self._thread.join(timeout=1)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not self._closing.is_set():
                job()

    def _open(self) -> None:
        if self._client is not None and self._client.alive:
            return
        try:
            client = self._attach()
        except DesktopRagError as error:
            self._say(self._attach_failed, error)
            return
        except Exception as error:  # noqa: BLE001 - the border of the thread: a bug becomes words
            _LOG.exception("bug while attaching to the engine")
            unknown = EngineUnavailable(
                "The engine could not be started.",
                "The log has the details; “Try again” starts it once more.",
                detail=repr(error),
            )
            self._say(self._attach_failed, unknown)
            return
        self._use(client)

    def _use(self, client: Client) -> None:
        if self._closing.is_set():
            client.close()
            return
        client.on_closed = self._on_closed
        self._client = client
        self._sent.clear()
        try:
            client.start(Subscribe(_SUBJECTS), on_event=self._on_told)
        except EngineGone:
            self._on_closed()
            return
        self._say(self._connected)
        self._flush()

    def _flush(self) -> None:
        if self._client is None:
            return
        while True:
            with self._guard:
                number = next(iter(self._unsent), None)
                if number is None:
                    return
                message = self._unsent[number]
            try:
                self._sent[number] = self._start(number, message)
            except EngineGone:
                return  # it waits for the next connection
            with self._guard:
                self._unsent.pop(number, None)

    def _start(self, number: int, message: Message) -> int:
        assert self._client is not None
        return self._client.start(
            message,
            on_event=lambda reply: self._say(self._event, number, reply),
            on_done=lambda reply: self._end(number, self._done, reply),
            on_failed=lambda error: self._end(number, self._failed, error),
        )

    def _end(self, number: int, listener: Callable[..., None], word: object) -> None:
        self._jobs.put(lambda: self._forget(number))
        self._say(listener, number, word)

    def _forget(self, number: int) -> None:
        self._sent.pop(number, None)

    def _cancel(self, number: int) -> None:
        with self._guard:
            unsent = self._unsent.pop(number, None)
        if unsent is not None:
            self._say(self._failed, number, Stopped("Stopped."))
        elif self._client is not None and number in self._sent:
            self._client.cancel(self._sent[number])

    def _on_told(self, message: Message) -> None:
        self._say(self._told, message)

    def _on_closed(self) -> None:
        self._say(self._lost)

    def _say(self, listener: Callable[..., None], *words: object) -> None:
        if not self._closing.is_set():
            listener(*words)
