"""One connection that carries envelopes. Any thread may send; one thread receives."""

from __future__ import annotations

import threading
from multiprocessing.connection import Connection

from desktop_rag.domain.errors import EngineGone
from desktop_rag.messages.wire import Envelope, decode, encode


class Channel:
    """Envelopes over a `multiprocessing` connection; raises `EngineGone` once it is closed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sending = threading.Lock()
        self._closed = False

    def send(self, envelope: Envelope) -> None:
        """Send one envelope."""
        data = encode(envelope)
        try:
            with self._sending:
                self._connection.send_bytes(data)
        except (OSError, ValueError) as error:
            raise _gone(error) from error

    def receive(self) -> Envelope:
        """Wait for the next envelope. Bytes that are no envelope raise `ValueError`, one
        whose body is no message of ours `NotUnderstood`."""
        try:
            data = self._connection.recv_bytes()
        except (EOFError, OSError, TypeError) as error:
            raise _gone(error) from error
        return decode(data)

    def close(self) -> None:
        """Close the connection; a thread that waits in `receive` is woken."""
        if self._closed:
            return
        self._closed = True
        _shut_down(self._connection)
        self._connection.close()


def _gone(error: Exception) -> EngineGone:
    return EngineGone(
        "The connection to the other process was lost.",
        "It is started again by itself; try once more.",
        detail=repr(error),
    )


def _shut_down(connection: Connection) -> None:
    """Closing a descriptor does not wake a thread that reads from it; shutting the socket does."""
    import os
    import socket

    if os.name != "posix":
        return
    try:
        twin = socket.socket(fileno=os.dup(connection.fileno()))
    except OSError:
        return
    try:
        twin.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the other side was faster
    finally:
        twin.close()
