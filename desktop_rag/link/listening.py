"""Waiting for callers on a local socket that only this user can reach."""

from __future__ import annotations

import logging
import os
import socket
import threading
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client as connect_to
from multiprocessing.connection import Listener

from desktop_rag.domain.errors import EngineGone
from desktop_rag.link.channel import Channel

_LOG = logging.getLogger(__name__)


class Listening:
    """A listener at `address` for callers that know `key`. Opening may raise OSError."""

    def __init__(self, address: str, key: bytes) -> None:
        self.address = address
        self._key = key
        self._closed = threading.Event()
        old = os.umask(0o177) if os.name == "posix" else None
        try:
            self._listener = Listener(address, authkey=key, backlog=16)
        finally:
            if old is not None:
                os.umask(old)

    def accept(self) -> Channel | None:
        """The next caller's channel; None once `close` was called."""
        while not self._closed.is_set():
            try:
                connection = self._listener.accept()
            except (AuthenticationError, EOFError, OSError) as error:
                _LOG.info("a caller was turned away: %r", error)
                continue
            if self._closed.is_set():
                connection.close()
                return None
            return Channel(connection)
        return None

    def close(self) -> None:
        """Stop listening; a thread in `accept` comes back with None."""
        if self._closed.is_set():
            return
        self._closed.set()
        _knock(self.address)
        try:
            self._listener.close()
        except FileNotFoundError:
            _LOG.info("the socket was taken away with its folder")


def connect(address: str, key: bytes) -> Channel:
    """A channel to the listener at `address`. Raises `EngineGone` when nobody listens there."""
    try:
        return Channel(connect_to(address, authkey=key))
    except (OSError, EOFError, AuthenticationError) as error:
        raise EngineGone(
            "The other process is not there.", "Try again.", detail=repr(error)
        ) from error


def _knock(address: str) -> None:
    """Wake a thread that waits in `accept`, without the handshake that would need its answer."""
    try:
        if os.name == "nt":
            with open(address, "r+b"):
                return
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(address)
    except OSError as error:
        _LOG.debug("nobody was listening any more: %r", error)
