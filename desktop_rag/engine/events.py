"""Telling everybody who wants to know: subscriptions and the notices that stand."""

from __future__ import annotations

import itertools
import threading

from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven, WindowWanted

_WINDOW_S = 2.0


class EventHub:
    """Sends events to subscribers. Notices stand until they are taken back, so that a window that
    opens later sees them too."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._subscribers: list[tuple[frozenset[str], Reply]] = []
        self._notices: dict[str, NoticeGiven] = {}
        self._calls: dict[int, threading.Event] = {}
        self._numbers = itertools.count(1)

    def subscribe(self, reply: Reply, subjects: tuple[str, ...]) -> None:
        """Send events of these subjects under this reply until its caller goes away."""
        with self._guard:
            self._subscribers.append((frozenset(subjects), reply))
            standing = list(self._notices.values())
        if "notices" in subjects:
            for notice in standing:
                reply.event(notice)

    def publish(self, subject: str, message: Message) -> int:
        """Send one event to all who subscribed to its subject; gives how many."""
        with self._guard:
            self._subscribers = [(s, r) for s, r in self._subscribers if not r.cancelled()]
            receivers = [reply for subjects, reply in self._subscribers if subject in subjects]
        for reply in receivers:
            reply.event(message)
        return len(receivers)

    def call_window(self, paths: tuple[str, ...]) -> bool:
        """Ask an open window to come to the front and take files. True once one has answered: a
        window that was just closed may still be among the subscribers."""
        number, answered = next(self._numbers), threading.Event()
        self._calls[number] = answered
        called = self.publish("windows", WindowWanted(paths, number))
        came = called > 0 and answered.wait(_WINDOW_S)
        del self._calls[number]
        return came

    def window_answered(self, number: int) -> None:
        """A window takes the call of this number."""
        call = self._calls.get(number)
        if call is not None:
            call.set()

    def notice(self, key: str, text: str, remedy: str = "", severity: str = "info") -> None:
        """Show a sentence under `key`, in place of what stood there."""
        notice = NoticeGiven(key, text, remedy, severity)
        with self._guard:
            if self._notices.get(key) == notice:
                return
            self._notices[key] = notice
        self.publish("notices", notice)

    def withdraw(self, key: str) -> None:
        """Take the sentence under `key` back."""
        with self._guard:
            stood = self._notices.pop(key, None)
        if stood is not None:
            self.publish("notices", NoticeGiven(key, ""))

    def listeners(self) -> int:
        """How many subscribers there are."""
        with self._guard:
            self._subscribers = [(s, r) for s, r in self._subscribers if not r.cancelled()]
            return len(self._subscribers)
