"""Greeting, subscribing, ending."""

from __future__ import annotations

import os

from desktop_rag import __version__
from desktop_rag.domain.errors import ProtocolMismatch
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages import PROTOCOL
from desktop_rag.messages.common import (
    Done,
    Hello,
    Ping,
    ShowWindow,
    Shutdown,
    Subscribe,
    TakeCall,
    Welcome,
    WindowShown,
)


def hello(engine: Engine, message: Hello, reply: Reply) -> None:
    """Greet a caller that speaks the same version."""
    if message.protocol != PROTOCOL or message.version != __version__:
        raise ProtocolMismatch(
            "The engine that runs belongs to another version of the application.",
            "Close all windows of Desktop RAG and open it again.",
            detail=f"{message.protocol}/{message.version} meets {PROTOCOL}/{__version__}",
        )
    reply.finish(Welcome(PROTOCOL, __version__, os.getpid()))


def ping(engine: Engine, message: Ping, reply: Reply) -> None:
    """Yes."""
    reply.finish(Done())


def subscribe(engine: Engine, message: Subscribe, reply: Reply) -> None:
    """Events go out under this request until its caller goes away."""
    engine.hub.subscribe(reply, message.subjects)
    engine.progress.changed()


def show_window(engine: Engine, message: ShowWindow, reply: Reply) -> None:
    """Ask the open window to come to the front and take files."""
    reply.finish(WindowShown(engine.hub.call_window(message.paths)))


def take_call(engine: Engine, message: TakeCall, reply: Reply) -> None:
    """A window has come to the front."""
    engine.hub.window_answered(message.number)
    reply.finish(Done())


def shutdown(engine: Engine, message: Shutdown, reply: Reply) -> None:
    """End the engine."""
    reply.finish(Done())
    engine.stopping.set()


ROUTES: Routes = {
    Hello: hello,
    Ping: ping,
    Subscribe: subscribe,
    ShowWindow: show_window,
    TakeCall: take_call,
    Shutdown: shutdown,
}
