"""Which command goes to which handler."""

from __future__ import annotations

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.engine.handlers import (
    Routes,
    ask,
    common,
    conversations,
    library,
    library_care,
    models,
    quality,
    search,
    settings,
    trying,
    viewer,
)
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Handle, Reply
from desktop_rag.messages import Message

ROUTES: Routes = {
    **common.ROUTES,
    **library.ROUTES,
    **library_care.ROUTES,
    **search.ROUTES,
    **ask.ROUTES,
    **conversations.ROUTES,
    **viewer.ROUTES,
    **models.ROUTES,
    **trying.ROUTES,
    **quality.ROUTES,
    **settings.ROUTES,
}


def engine_handler(engine: Engine) -> Handle:
    """What the engine does on each message."""

    def handle(message: Message, reply: Reply) -> None:
        handler = ROUTES.get(type(message))
        if handler is None:
            raise InvalidRequest(f"The engine does not know {type(message).__name__}.")
        handler(engine, message, reply)

    return handle
