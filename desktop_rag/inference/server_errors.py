"""What goes wrong with a model server, in sentences. What the server says is for the log only."""

from __future__ import annotations

import re

from desktop_rag.domain.errors import ModelCrashed, ModelFailure
from desktop_rag.domain.model_server import ModelServer

KEY_VARIABLE = "DESKTOP_RAG_SERVER_KEY"
_OTHER = "Look at the server, or choose another model under Models."
_TOO_LONG = re.compile(r"context|too (?:long|large|many tokens)|maximum.{0,40}length", re.I)


def unreachable(server: ModelServer, error: Exception) -> ModelFailure:
    """The server is not there, or the connection broke."""
    return ModelCrashed(
        f"The model server at {server.host} cannot be reached.",
        "Start it, correct its address, or choose another model under Models.",
        detail=repr(error),
    )


def late(server: ModelServer) -> ModelFailure:
    """Nothing came for too long."""
    return ModelCrashed(f"The model server at {server.host} gave no sign of life.", _OTHER)


def broken_off(server: ModelServer) -> ModelFailure:
    """The connection ended before the answer did."""
    return ModelCrashed(f"The model server at {server.host} broke the answer off.", "Ask again.")


def refused(server: ModelServer, status: int, said: str) -> ModelFailure:
    """The server answered with another HTTP status than 200."""
    host = server.host
    if status in (401, 403):
        return ModelFailure(
            f"The model server at {host} does not accept the key.",
            f"Put its key into the environment variable {KEY_VARIABLE} and start the application "
            "again.",
            detail=f"{status}",
        )
    if status in (400, 413, 422) and _TOO_LONG.search(said):
        return ModelFailure(
            f"The question with its sources is longer than {server.model} at {host} can take in.",
            "Ask a shorter question, lower the tokens for sources, or set the context in Models.",
            detail=said,
        )
    if status == 404:
        return ModelFailure(
            f"The server at {host} has no model called {server.model}.",
            "Check the name, and the address, which mostly ends in /v1.",
            detail=said,
        )
    if 300 <= status < 400:
        return ModelFailure(
            f"The server at {host} sends on to another address.",
            "Enter that address itself, if you trust it.",
            detail=said,
        )
    if status == 429:
        return ModelFailure(f"The model server at {host} is too busy.", "Ask again.", detail=said)
    kind = ModelCrashed if status >= 500 else ModelFailure
    return kind(f"The model server at {host} answered with error {status}.", _OTHER, detail=said)


def senseless(server: ModelServer, detail: str) -> ModelFailure:
    """The answer is not what such a server gives."""
    return ModelFailure(
        f"The answer of the server at {server.host} makes no sense.",
        "Check that it is an OpenAI-compatible server and that its address is right.",
        detail=detail,
    )
