"""A reader may take as long as it wants while something comes of it, and no longer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.errors import ReaderCrashed, TooLarge
from desktop_rag.engine.reader_pool import FileReader
from desktop_rag.link.loopback import loopback
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.reader import FileRead, ReadFile, StepDone

_SILENCE_S = 0.5
_MEMORY = 1_000_000


class LoopbackChild:
    """A reader process that is a thread of this one."""

    def __init__(self, handle: Callable[[Message, Reply], None], memory: int = 0) -> None:
        self.client = loopback(handle)
        self.killed = threading.Event()
        self._memory = memory

    @property
    def alive(self) -> bool:
        return not self.killed.is_set()

    def exit_code(self) -> int | None:
        return None

    def memory_bytes(self) -> int:
        return self._memory

    def kill(self) -> None:
        self.killed.set()
        self.client.close()


@pytest.fixture
def ended() -> Iterator[threading.Event]:
    """Set at the end of the test, so that no handler stays behind."""
    event = threading.Event()
    yield event
    event.set()


def _read(child: LoopbackChild, seen: list[Message]) -> FileRead:
    reader = FileReader(lambda: child)  # type: ignore[arg-type,return-value]
    try:
        return reader.read(
            ReadFile("/a.pdf", "{}"), seen.append, seconds=_SILENCE_S, memory_bytes=_MEMORY
        )
    finally:
        reader.close()


def test_a_reader_that_tells_of_its_steps_may_take_longer_than_the_longest_silence() -> None:
    def handle(message: Message, reply: Reply) -> None:
        for number in range(12):
            reply.event(StepDone(number, 12))
            time.sleep(0.1)
        reply.finish(FileRead(DocumentFacts("application/pdf", "document"), "document", "s", 0))

    seen: list[Message] = []
    begun = time.monotonic()
    assert _read(LoopbackChild(handle), seen).mode == "document"
    assert time.monotonic() - begun > 2 * _SILENCE_S
    assert seen == [StepDone(number, 12) for number in range(12)]


def test_a_reader_of_which_nothing_comes_is_ended(ended: threading.Event) -> None:
    def handle(message: Message, reply: Reply) -> None:
        reply.event(StepDone(0, 12))
        ended.wait(20)

    child = LoopbackChild(handle)
    with pytest.raises(ReaderCrashed, match="nothing came of it"):
        _read(child, [])
    assert child.killed.is_set()


def test_a_reader_that_grows_too_big_is_ended(ended: threading.Event) -> None:
    child = LoopbackChild(lambda _message, _reply: ended.wait(20), memory=_MEMORY + 1)  # type: ignore[arg-type,return-value]
    with pytest.raises(TooLarge, match="memory"):
        _read(child, [])
    assert child.killed.is_set()
