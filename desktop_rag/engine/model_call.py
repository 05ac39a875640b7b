"""One request to the model host, watched by the one who waits for it."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Protocol

from desktop_rag.domain.errors import DesktopRagError, Stopped, TimedOut
from desktop_rag.link.client import Client
from desktop_rag.messages import Message
from desktop_rag.messages.model_host import TextGenerated
from desktop_rag.ports.language_model import OnText

_POLL_S = 0.05
_CANCEL_S = 2.0


class Host(Protocol):
    """A model host's process: `desktop_rag.link.spawn.Child`."""

    client: Client

    @property
    def alive(self) -> bool: ...

    def exit_code(self) -> int | None: ...

    def kill(self) -> None: ...

    def close(self, timeout: float = 5.0) -> None: ...


def _never() -> bool:
    return False


def call_host(
    host: Host,
    message: Message,
    *,
    on_text: OnText | None = None,
    cancelled: Callable[[], bool] | None = None,
    first_s: float,
    quiet_s: float,
    cancel_s: float = _CANCEL_S,
) -> Message:
    """Send `message` and wait for its last reply; `on_text` runs on this thread.

    Raises `TimedOut` after the host has been killed because nothing came for `first_s` seconds or,
    after the first text, for `quiet_s`; `Stopped` after it has been killed because it did not
    react to being cancelled within `cancel_s` (loading cannot be interrupted in any other way);
    the error of a failed reply; `EngineGone` when the host died.
    """
    inbox: queue.SimpleQueue[tuple[Message | DesktopRagError, bool]] = queue.SimpleQueue()
    number = host.client.start(
        message,
        on_event=lambda event: inbox.put((event, False)),
        on_done=lambda reply: inbox.put((reply, True)),
        on_failed=lambda error: inbox.put((error, True)),
    )
    watch = _Watch(host, number, cancelled or _never, first_s, quiet_s, cancel_s)
    while True:
        try:
            item, last = inbox.get(timeout=_POLL_S)
        except queue.Empty:
            watch.look()
            continue
        if isinstance(item, DesktopRagError):
            raise item
        if last:
            return item
        watch.heard()
        if isinstance(item, TextGenerated) and on_text is not None and not watch.cancelling:
            on_text(item.text)
        watch.look()


class _Watch:
    """Looks whether a request was cancelled, and whether its host still gives signs of life."""

    def __init__(
        self,
        host: Host,
        number: int,
        cancelled: Callable[[], bool],
        first_s: float,
        quiet_s: float,
        cancel_s: float,
    ) -> None:
        self._host = host
        self._number = number
        self._cancelled = cancelled
        self._quiet_s = quiet_s
        self._cancel_s = cancel_s
        self._until = time.monotonic() + first_s
        self.cancelling = False

    def heard(self) -> None:
        """Something came."""
        if not self.cancelling:
            self._until = time.monotonic() + self._quiet_s

    def look(self) -> None:
        """Cancel, or kill the host and raise."""
        if not self.cancelling and self._cancelled():
            self.cancelling = True
            self._until = time.monotonic() + self._cancel_s
            self._host.client.cancel(self._number)
        if time.monotonic() > self._until:
            self._host.kill()
            if self.cancelling:
                raise Stopped("The answer was stopped.")
            raise TimedOut("The model gave no sign of life.", "Ask again.")
