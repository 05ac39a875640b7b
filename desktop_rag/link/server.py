"""The answering side: each request runs in its own thread and may be cancelled."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from desktop_rag.domain.errors import DesktopRagError, EngineGone
from desktop_rag.link.channel import Channel
from desktop_rag.messages import Message
from desktop_rag.messages.common import Cancel, Failed, failed_by_a_bug
from desktop_rag.messages.wire import Envelope, NotUnderstood

_LOG = logging.getLogger(__name__)


class Reply:
    """The way back to one request's caller. Events go silently nowhere once the caller is gone."""

    def __init__(self, channel: Channel, number: int) -> None:
        self._channel = channel
        self._number = number
        self._stop = threading.Event()
        self._finished = False

    def event(self, message: Message) -> None:
        """Tell the caller something; more is to come."""
        if not self._finished:
            self._send(Envelope(self._number, message, final=False))

    def finish(self, message: Message) -> None:
        """Give the caller the last reply. Further calls do nothing. A message that cannot be sent
        is a bug: it is logged, and the caller is told instead of waiting for ever."""
        if self._finished:
            return
        self._finished = True
        try:
            self._send(Envelope(self._number, message, final=True))
        except Exception as error:  # noqa: BLE001 - the caller waits for a last reply
            _LOG.exception("a %s that cannot be sent", type(message).__name__)
            self._send(Envelope(self._number, failed_by_a_bug(repr(error)), final=True))

    def cancelled(self) -> bool:
        """True when the caller sent `Cancel` or went away."""
        return self._stop.is_set()

    @property
    def finished(self) -> bool:
        """True after the last reply."""
        return self._finished

    def cancel(self) -> None:
        """Note that the caller does not want it any more."""
        self._stop.set()

    def _send(self, envelope: Envelope) -> None:
        try:
            self._channel.send(envelope)
        except EngineGone:
            self._stop.set()


Handle = Callable[[Message, Reply], None]


class Connected:
    """Serves one caller until it goes away. `run` blocks; requests run in threads of their own.

    A handler that raises a `DesktopRagError` sends `Failed`; anything else that is raised, also
    what would end a process, is a bug: it is logged and sent as `Failed` with code `internal`. A
    handler may return before it has finished its reply only when somebody else will finish it.
    """

    def __init__(self, channel: Channel, handle: Handle) -> None:
        self._channel = channel
        self._handle = handle
        self._running: dict[int, Reply] = {}
        self._guard = threading.Lock()

    def run(self) -> None:
        """Take requests until the connection ends, then cancel what still runs."""
        try:
            while True:
                try:
                    envelope = self._channel.receive()
                except NotUnderstood as error:
                    _LOG.exception("a request that is not understood")
                    Reply(self._channel, error.request).finish(failed_by_a_bug(str(error)))
                    continue
                except ValueError:
                    _LOG.exception("bytes that are no message")
                    continue
                self._take(envelope)
        except EngineGone:
            _LOG.debug("a caller went away")
        finally:
            with self._guard:
                left = list(self._running.values())
            for reply in left:
                reply.cancel()
            self._channel.close()

    def _take(self, envelope: Envelope) -> None:
        if isinstance(envelope.body, Cancel):
            with self._guard:
                reply = self._running.get(envelope.body.request)
            if reply:
                reply.cancel()
            return
        reply = Reply(self._channel, envelope.id)
        with self._guard:
            self._running[envelope.id] = reply
        threading.Thread(
            target=self._answer,
            args=(envelope, reply),
            name=f"request-{type(envelope.body).__name__}",
            daemon=True,
        ).start()

    def _answer(self, envelope: Envelope, reply: Reply) -> None:
        try:
            self._handle(envelope.body, reply)
        except DesktopRagError as error:
            if error.blame == "bug":
                _LOG.exception("fault in %s: %s", type(envelope.body).__name__, error.detail)
            reply.finish(Failed(error.code, error.message, error.remedy, error.detail))
        except BaseException as error:  # noqa: BLE001 - the border: a caller must never wait for ever
            _LOG.exception("bug in %s", type(envelope.body).__name__)
            reply.finish(failed_by_a_bug(repr(error)))
        finally:
            with self._guard:
                self._running.pop(envelope.id, None)
