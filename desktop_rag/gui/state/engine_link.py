"""The window's line to the engine: requests out, callbacks in, always on the GUI thread."""

from __future__ import annotations

import itertools
import logging
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_rag.domain.errors import DesktopRagError, EngineGone, Stopped
from desktop_rag.gui.state.engine_line import Attach, EngineLine
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven, TakeCall, WindowWanted
from desktop_rag.messages.library import LibraryChanged
from desktop_rag.messages.models import ModelStateChanged

if TYPE_CHECKING:
    from desktop_rag.gui.state.engine_words import EngineWords

OnMessage = Callable[[Message], None]
OnFailed = Callable[[DesktopRagError], None]
_LOG = logging.getLogger(__name__)
_FIRST_PAUSE_MS = 200
_RESTARTS = 4  # in one minute; an engine that dies more often waits for the person
_MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class _Waiting:
    on_done: OnMessage
    on_failed: OnFailed | None
    on_event: OnMessage | None
    owner: weakref.ref[QObject] | None

    def wanted(self) -> bool:
        """False once the widget that asked is gone."""
        if self.owner is None:
            return True
        owner = self.owner()
        return owner is not None and shiboken6.isValid(owner)


class EngineLink(QObject):
    """Sends messages to the engine and gives replies back on the GUI thread.

    Nothing here blocks: connecting, starting the engine and sending happen on a thread of their
    own. Requests made while there is no engine wait for it. When the engine dies, requests on
    their way fail with `EngineGone`, `disconnected` is emitted, the engine is started again and
    `connected` is emitted once more: whoever shows a state asks for it anew then.
    """

    connected = Signal()
    disconnected = Signal(str)
    """The engine died; it is being started again. A sentence for people."""
    unavailable = Signal(object)
    """`DesktopRagError`: the engine could not be reached. `reconnect` tries again."""
    notice = Signal(object)
    """`NoticeGiven`."""
    library_changed = Signal(object)
    """`LibraryChanged`."""
    model_changed = Signal(object)
    """`ModelStateChanged`."""
    window_wanted = Signal(object)
    """`WindowWanted`: another start of the application hands its files over."""
    request_failed = Signal(object)
    """`DesktopRagError` of a request that had no `on_failed`."""

    _connected = Signal()
    _attach_failed = Signal(object)
    _lost = Signal()
    _event = Signal(object, object)
    _done = Signal(object, object)
    _failed = Signal(object, object)
    _told = Signal(object)

    def __init__(
        self, attach: Attach, parent: QObject | None = None, words: EngineWords | None = None
    ) -> None:
        """`words`: how to say what the engine says in English; as it is when left out."""
        super().__init__(parent)
        self._words = words
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}
        self._is_connected = False
        self._closed = False
        self._deaths: list[float] = []
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._open_line)
        self._line = EngineLine(
            attach,
            connected=self._connected.emit,
            attach_failed=self._attach_failed.emit,
            lost=self._lost.emit,
            event=self._event.emit,
            done=self._done.emit,
            failed=self._failed.emit,
            told=self._told.emit,
        )
        self._connected.connect(self._on_connected)
        self._attach_failed.connect(self._on_attach_failed)
        self._lost.connect(self._on_lost)
        self._event.connect(self._on_event)
        self._done.connect(self._on_done)
        self._failed.connect(self._on_failed)
        self._told.connect(self._on_told)

    @property
    def is_connected(self) -> bool:
        """True while an engine answers."""
        return self._is_connected

    def open(self) -> None:
        """Connect in the background; emits `connected` or `unavailable`."""
        self._line.open()

    def reconnect(self) -> None:
        """Try again after `unavailable`."""
        self._deaths.clear()
        self._line.open()

    def request(
        self,
        message: Message,
        on_done: OnMessage,
        on_failed: OnFailed | None = None,
        on_event: OnMessage | None = None,
        *,
        owner: QObject | None = None,
    ) -> int:
        """Send `message`; the callbacks are called on the GUI thread. Returns the request's number.

        Callbacks are dropped when `owner` is gone; without it the `QObject` whose bound method
        `on_done` is counts as owner. Without `on_failed` a failure is shown as a notice.
        """
        number = next(self._numbers)
        if owner is None:
            bound = getattr(on_done, "__self__", None)
            owner = bound if isinstance(bound, QObject) else None
        reference = None if owner is None else weakref.ref(owner)
        self._waiting[number] = _Waiting(on_done, on_failed, on_event, reference)
        self._line.send(number, message)
        return number

    def cancel(self, request: int) -> None:
        """Ask the engine to stop a request; it still ends with `on_done` or `on_failed`."""
        if request in self._waiting:
            self._line.cancel(request)

    def drop(self, request: int) -> None:
        """Cancel a request and hear nothing of it any more."""
        if self._waiting.pop(request, None) is not None:
            self._line.cancel(request)

    def close(self) -> None:
        """Hang up. Returns within a second or so; what still waits is dropped."""
        if self._closed:
            return
        self._closed = True
        self._again.stop()
        self._waiting.clear()
        self._line.close()

    @Slot()
    def _open_line(self) -> None:
        self._line.open()

    @Slot()
    def _on_connected(self) -> None:
        self._is_connected = True
        self.connected.emit()

    @Slot(object)
    def _on_attach_failed(self, error: DesktopRagError) -> None:
        self._is_connected = False
        error = self._words.error(error) if self._words else error
        for number in self._line.take_unsent():
            self._on_failed(number, error)
        self.unavailable.emit(error)

    @Slot()
    def _on_lost(self) -> None:
        if self._closed:
            return
        self._is_connected = False
        now = time.monotonic()
        self._deaths = [*(at for at in self._deaths if now - at < _MINUTE), now]
        if len(self._deaths) > _RESTARTS:
            self._on_attach_failed(
                EngineGone(
                    self.tr("The engine stopped several times in a row."),
                    self.tr("Press “Try again”; if it goes on, run “desktop-rag doctor”."),
                )
            )
            return
        self.disconnected.emit(
            self.tr("The engine stopped and is being started again. Nothing is lost.")
        )
        self._again.start(_FIRST_PAUSE_MS * (2 ** (len(self._deaths) - 1)))

    def _in_words(self, message: Message) -> Message:
        return self._words.message(message) if self._words else message

    @Slot(object, object)
    def _on_event(self, number: int, message: Message) -> None:
        waiting = self._waiting.get(number)
        if waiting and waiting.on_event and waiting.wanted():
            waiting.on_event(self._in_words(message))

    @Slot(object, object)
    def _on_done(self, number: int, message: Message) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting and waiting.wanted():
            waiting.on_done(self._in_words(message))

    @Slot(object, object)
    def _on_failed(self, number: int, error: DesktopRagError) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting is None or not waiting.wanted():
            return
        error = self._words.error(error) if self._words else error
        if waiting.on_failed:
            waiting.on_failed(error)
        elif not isinstance(error, Stopped | EngineGone):
            self.request_failed.emit(error)

    @Slot(object)
    def _on_told(self, message: Message) -> None:
        if self._closed:
            return
        message = self._in_words(message)
        if isinstance(message, LibraryChanged):
            self.library_changed.emit(message)
        elif isinstance(message, ModelStateChanged):
            self.model_changed.emit(message)
        elif isinstance(message, NoticeGiven):
            self.notice.emit(message)
        elif isinstance(message, WindowWanted):
            self.request(TakeCall(message.number), _nothing)
            self.window_wanted.emit(message)
        else:
            _LOG.debug("an event that the window does not know: %s", type(message).__name__)


def _nothing(_reply: Message) -> None:
    """There is nothing to do with the reply."""
