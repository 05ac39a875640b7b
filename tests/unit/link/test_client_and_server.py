"""Requests, events, cancelling, and what happens when one side goes."""

from __future__ import annotations

import threading
import time
from multiprocessing.connection import Pipe

import pytest

from desktop_rag.domain.errors import EngineGone, InternalError, InvalidRequest, TimedOut
from desktop_rag.link.channel import Channel
from desktop_rag.link.client import Client
from desktop_rag.link.loopback import loopback
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.common import Done, NoticeGiven, Ping, Subscribe


def test_events_come_before_the_end_and_in_order() -> None:
    def handle(message: Message, reply: Reply) -> None:
        for number in range(5):
            reply.event(NoticeGiven(str(number), "x"))
        reply.finish(Done())

    client = loopback(handle)
    seen: list[str] = []
    assert client.call(Ping(), on_event=lambda m: seen.append(m.key)) == Done()  # type: ignore[attr-defined]
    assert seen == ["0", "1", "2", "3", "4"]
    client.close()


def test_a_named_failure_is_raised_as_itself() -> None:
    def handle(message: Message, reply: Reply) -> None:
        raise InvalidRequest("Not so.", "Do it so.")

    client = loopback(handle)
    with pytest.raises(InvalidRequest, match="Not so") as caught:
        client.call(Ping())
    assert caught.value.remedy == "Do it so."
    client.close()


def test_a_bug_becomes_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    def handle(message: Message, reply: Reply) -> None:
        raise KeyError("secret")

    client = loopback(handle)
    with pytest.raises(InternalError) as caught:
        client.call(Ping())
    assert "secret" not in caught.value.message
    client.close()


@pytest.mark.parametrize("end", [SystemExit("secret"), KeyboardInterrupt(), GeneratorExit()])
def test_a_handler_that_would_end_the_process_is_told_instead_of_waited_for(
    end: BaseException,
) -> None:
    def handle(message: Message, reply: Reply) -> None:
        raise end

    client = loopback(handle)
    with pytest.raises(InternalError, match="inside the application"):
        client.call(Ping(), timeout=5)
    client.close()


@pytest.mark.parametrize("late", [False, True])
def test_a_reply_that_cannot_be_sent_is_told_instead_of_waited_for(late: bool) -> None:
    unsendable = NoticeGiven(object(), "x")  # type: ignore[arg-type]

    def handle(message: Message, reply: Reply) -> None:
        if late:  # somebody else finishes it
            threading.Timer(0.05, reply.finish, (unsendable,)).start()
        else:
            reply.finish(unsendable)

    client = loopback(handle)
    with pytest.raises(InternalError, match="inside the application"):
        client.call(Ping(), timeout=5)
    client.close()


def test_a_reply_that_is_not_understood_is_told_instead_of_waited_for() -> None:
    client = loopback(lambda message, reply: reply.finish(NoticeGiven(3, "x")))  # type: ignore[arg-type]
    with pytest.raises(InternalError, match="inside the application"):
        client.call(Ping(), timeout=5)
    client.close()


def test_an_event_that_is_not_understood_is_left_out() -> None:
    def handle(message: Message, reply: Reply) -> None:
        for key in ("a", 3, "b"):
            reply.event(NoticeGiven(key, "x"))  # type: ignore[arg-type]
        reply.finish(Done())

    client = loopback(handle)
    seen: list[str] = []
    assert client.call(Ping(), on_event=lambda m: seen.append(m.key), timeout=5) == Done()  # type: ignore[attr-defined]
    assert seen == ["a", "b"]
    client.close()


def test_a_request_that_is_not_understood_is_answered() -> None:
    client = loopback(lambda message, reply: reply.finish(Done()))
    with pytest.raises(InternalError, match="inside the application"):
        client.call(NoticeGiven(3, "x"), timeout=5)  # type: ignore[arg-type]
    assert client.call(Ping(), timeout=5) == Done()
    client.close()


def test_many_requests_run_at_once() -> None:
    gate = threading.Barrier(3)

    def handle(message: Message, reply: Reply) -> None:
        gate.wait(5)
        reply.finish(Done())

    client = loopback(handle)
    done = threading.Semaphore(0)
    for _ in range(3):
        client.start(Ping(), on_done=lambda _m: done.release())
    for _ in range(3):
        assert done.acquire(timeout=5)
    client.close()


def test_cancelling_reaches_the_handler() -> None:
    stopped = threading.Event()

    def handle(message: Message, reply: Reply) -> None:
        while not reply.cancelled():
            time.sleep(0.01)
        stopped.set()
        reply.finish(Done())

    client = loopback(handle)
    number = client.start(Ping())
    time.sleep(0.05)
    client.cancel(number)
    assert stopped.wait(2)
    client.close()


def test_a_call_that_takes_too_long_is_cancelled() -> None:
    stopped = threading.Event()

    def handle(message: Message, reply: Reply) -> None:
        while not reply.cancelled():
            time.sleep(0.01)
        stopped.set()

    client = loopback(handle)
    with pytest.raises(TimedOut):
        client.call(Ping(), timeout=0.1)
    assert stopped.wait(2)
    client.close()


def test_when_the_other_side_goes_everybody_who_waits_is_told() -> None:
    here, there = Pipe()
    client = Client(Channel(here))
    closed = threading.Event()
    failed: list[Exception] = []
    client.on_closed = closed.set
    client.start(Ping(), on_failed=failed.append)
    there.close()
    assert closed.wait(2)
    assert isinstance(failed[0], EngineGone)
    with pytest.raises(EngineGone):
        client.start(Ping())
    client.close()


def test_closing_while_a_handler_works_cancels_it() -> None:
    entered, cancelled = threading.Event(), threading.Event()

    def handle(message: Message, reply: Reply) -> None:
        entered.set()
        while not reply.cancelled():
            time.sleep(0.01)
        cancelled.set()

    client = loopback(handle)
    client.start(Subscribe())
    assert entered.wait(2)
    client.close()
    assert cancelled.wait(2)
