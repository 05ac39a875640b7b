"""Reader processes of the engine: each file has its time and its memory, and a reader that dies,
hangs or grows too big costs that file only."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.domain.errors import (
    DesktopRagError,
    EngineGone,
    ReaderCrashed,
    Stopped,
    TooLarge,
)
from desktop_rag.link.spawn import Child
from desktop_rag.messages import Message
from desktop_rag.messages.reader import FileRead, ReadFile

_LOG = logging.getLogger(__name__)
_LOOK_S = 0.1
OnEvent = Callable[[Message], None]
NewChild = Callable[[], Child]


def new_reader() -> Child:
    """A reader process."""
    return Child("reader")


@dataclass(slots=True)
class _Watch:
    """What is known of the file being read; `busy_since` is None while we, not the reader, are
    the slow ones (the queue behind is full)."""

    busy_since: float | None
    ended: threading.Event
    result: Message | None = None
    error: DesktopRagError | None = None


class FileReader:
    """One reader process, started on first use and again after it died. Not for two threads."""

    def __init__(self, new_child: NewChild = new_reader) -> None:
        self._new_child = new_child
        self._child: Child | None = None
        self._closed = False

    def read(
        self, message: ReadFile, on_event: OnEvent, *, seconds: float, memory_bytes: int
    ) -> FileRead:
        """Read one file. Raises a `ReadingFailed`; `ReaderCrashed` when the process died of it or
        was silent for `seconds`, `TooLarge` when it took more memory than allowed. A file may take
        as long as it wants while something comes of it."""
        child = self._ready()
        watch = _Watch(time.monotonic(), threading.Event())

        def event(body: Message) -> None:
            watch.busy_since = None
            on_event(body)
            watch.busy_since = time.monotonic()

        def done(body: Message) -> None:
            watch.result = body
            watch.ended.set()

        def failed(error: DesktopRagError) -> None:
            watch.error = error
            watch.ended.set()

        child.client.start(message, on_event=event, on_done=done, on_failed=failed)
        self._watch(child, watch, seconds, memory_bytes)
        if isinstance(watch.error, EngineGone):
            raise self._crashed(child)
        if watch.error is not None:
            raise watch.error
        assert isinstance(watch.result, FileRead)
        return watch.result

    def call(self, message: Message, timeout: float) -> Message:
        """Any short request (pages, pictures). A reader that dies of it raises `ReaderCrashed`."""
        child = self._ready()
        try:
            return child.client.call(message, timeout=timeout)
        except EngineGone as error:
            raise self._crashed(child) from error

    def close(self) -> None:
        """End the process, also in the middle of a file."""
        self._closed = True
        if self._child is not None:
            self._child.kill()

    def _ready(self) -> Child:
        if self._closed:
            raise Stopped("The engine is closing.")
        if self._child is None or not self._child.alive:
            self._child = self._new_child()
        return self._child

    def _watch(self, child: Child, watch: _Watch, seconds: float, memory_bytes: int) -> None:
        while not watch.ended.wait(_LOOK_S):
            since = watch.busy_since
            if since is not None and time.monotonic() - since > seconds:
                self._drop(child)
                raise ReaderCrashed(
                    f"Reading it stopped: nothing came of it for {seconds:.0f} seconds.",
                    "Raise “Longest silence” in the settings, or divide the file.",
                )
            if child.memory_bytes() > memory_bytes:
                self._drop(child)
                raise TooLarge(
                    f"Reading it needed more than {memory_bytes // 1_000_000} MB of memory.",
                    "Raise “Memory per file” in the settings, or divide the file.",
                )

    def _crashed(self, child: Child) -> DesktopRagError:
        code = child.exit_code()
        self._drop(child)
        if self._closed:
            return Stopped("The engine is closing.")
        return ReaderCrashed(
            "The reader stopped working on this file.",
            "The file may be damaged. Press retry to try it again.",
            detail=f"exit code {code}",
        )

    def _drop(self, child: Child) -> None:
        child.kill()
        self._child = None
