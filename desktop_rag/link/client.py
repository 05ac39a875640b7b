"""The calling side of a channel: many requests at once, each with its events and one end."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from desktop_rag.domain.errors import (
    DesktopRagError,
    EngineGone,
    InternalError,
    TimedOut,
    error_from_code,
)
from desktop_rag.link.channel import Channel
from desktop_rag.messages import Message
from desktop_rag.messages.common import Cancel, Failed, failed_by_a_bug
from desktop_rag.messages.wire import Envelope, NotUnderstood

M = TypeVar("M", bound=Message)
OnMessage = Callable[[Message], None]
OnFailed = Callable[[DesktopRagError], None]
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Waiting:
    on_event: OnMessage | None
    on_done: OnMessage | None
    on_failed: OnFailed | None


class Client:
    """Sends requests over a channel and hands replies back.

    Callbacks run on the client's own reading thread: they must be short and must not call `call`.
    `on_closed` is called once when the other side went away (not after `close`).
    """

    def __init__(self, channel: Channel) -> None:
        self.on_closed: Callable[[], None] | None = None
        self._channel = channel
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}
        self._guard = threading.Lock()
        self._closing = False
        self._gone = False
        self._thread = threading.Thread(target=self._read, name="link-client", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """False once the other side is gone or the client was closed."""
        return not self._gone and not self._closing

    def start(
        self,
        message: Message,
        *,
        on_event: OnMessage | None = None,
        on_done: OnMessage | None = None,
        on_failed: OnFailed | None = None,
    ) -> int:
        """Send a request and return its number at once. Raises `EngineGone`."""
        number = next(self._numbers)
        with self._guard:
            if self._gone or self._closing:
                raise EngineGone("The other process has ended.", "Try once more.")
            self._waiting[number] = _Waiting(on_event, on_done, on_failed)
        try:
            self._channel.send(Envelope(number, message))
        except DesktopRagError:
            with self._guard:
                self._waiting.pop(number, None)
            raise
        return number

    def call(
        self,
        message: Message,
        *,
        on_event: OnMessage | None = None,
        timeout: float | None = None,
    ) -> Message:
        """Send a request and wait for its last reply. A `Failed` reply is raised as its error;
        `TimedOut` after `timeout` seconds (the request is cancelled)."""
        ended = threading.Event()
        result: list[Message] = []
        failure: list[DesktopRagError] = []

        def done(reply: Message) -> None:
            result.append(reply)
            ended.set()

        def failed(error: DesktopRagError) -> None:
            failure.append(error)
            ended.set()

        number = self.start(message, on_event=on_event, on_done=done, on_failed=failed)
        if not ended.wait(timeout):
            with self._guard:
                self._waiting.pop(number, None)
            self.cancel(number)
            raise TimedOut(
                "The other process did not answer in time.", "Try again.", detail=str(message)[:200]
            )
        if failure:
            raise failure[0]
        return result[0]

    def ask(
        self,
        message: Message,
        kind: type[M],
        *,
        on_event: OnMessage | None = None,
        timeout: float | None = None,
    ) -> M:
        """`call`, with the kind of reply that is expected."""
        reply = self.call(message, on_event=on_event, timeout=timeout)
        if not isinstance(reply, kind):
            raise InternalError(
                "The other process gave an unexpected answer.",
                "Close the application and start it again.",
                detail=f"{type(reply).__name__} in place of {kind.__name__}",
            )
        return reply

    def cancel(self, request: int) -> None:
        """Ask the other side to stop a request; it still ends with a last reply."""
        try:
            self._channel.send(Envelope(0, Cancel(request)))
        except EngineGone:
            _LOG.debug("cancel after the end of the connection")

    def close(self) -> None:
        """Close the connection. Requests that wait end with `EngineGone`."""
        self._closing = True
        self._channel.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5)

    def _read(self) -> None:
        while True:
            try:
                envelope = self._channel.receive()
            except EngineGone as error:
                self._end(error)
                return
            except NotUnderstood as error:
                _LOG.exception("a reply or an event that is not understood")
                if not error.final:
                    continue
                envelope = Envelope(error.request, failed_by_a_bug(str(error)))
            except ValueError:
                _LOG.exception("bytes that are no message")
                continue
            self._deliver(envelope)

    def _deliver(self, envelope: Envelope) -> None:
        with self._guard:
            waiting = (
                self._waiting.pop(envelope.id, None)
                if envelope.final
                else self._waiting.get(envelope.id)
            )
        if waiting is None:
            return
        body = envelope.body
        if not envelope.final:
            if waiting.on_event:
                waiting.on_event(body)
        elif isinstance(body, Failed):
            if waiting.on_failed:
                waiting.on_failed(
                    error_from_code(body.code, body.message, body.remedy, body.detail)
                )
        elif waiting.on_done:
            waiting.on_done(body)

    def _end(self, error: EngineGone) -> None:
        with self._guard:
            self._gone = True
            left = list(self._waiting.values())
            self._waiting.clear()
        for waiting in left:
            if waiting.on_failed:
                waiting.on_failed(error)
        if self.on_closed and not self._closing:
            self.on_closed()
        self._channel.close()
