"""One request to a model server, which can be given up at any moment."""

from __future__ import annotations

import http.client
import json
import queue
import socket
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from desktop_rag.domain.errors import DesktopRagError, ModelFailure, Stopped
from desktop_rag.domain.model_server import ModelServer
from desktop_rag.inference.server_errors import late, refused, unreachable
from desktop_rag.ports.language_model import Cancelled

_POLL_S = 0.05
_CONNECT_S = 10.0
_LEAVE_S = 0.05
_LONGEST_LINE = 1_000_000
_ERROR_BYTES = 4000


@dataclass(frozen=True, slots=True)
class ServerPatience:
    """Seconds: for small questions about the server, before the first piece of an answer (the
    server may have to load the model and read the prompt), between two pieces."""

    facts_s: float = 10
    first_s: float = 900
    quiet_s: float = 60


class ServerExchange:
    """Sends one request and gives the answer's lines. Neither redirects nor proxies are followed:
    what is sent goes where the person said and nowhere else.

    The exchange runs on a thread of its own, so that one who waits can leave within 0.1 s whatever
    the server does. `key` goes into the Authorization header and nowhere else.
    """

    def __init__(
        self, server: ModelServer, path: str, body: Mapping[str, Any] | None, *, key: str
    ) -> None:
        self._server = server
        self._path = f"{urlsplit(server.url).path}{path}"
        self._body = None if body is None else json.dumps(body).encode()
        self._headers = {"Content-Type": "application/json", "Connection": "close"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._inbox: queue.SimpleQueue[bytes | DesktopRagError | None] = queue.SimpleQueue()
        self._left = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="model-server", daemon=True)

    def lines(
        self, cancelled: Cancelled, *, first_s: float, quiet_s: float
    ) -> Generator[bytes, None, None]:
        """The answer's lines as they come. Raises `Stopped`, and `ModelFailure` (one of its
        kinds), also when nothing came for `first_s` or, later, `quiet_s` seconds."""
        self._thread.start()
        until = time.monotonic() + first_s
        try:
            while True:
                if cancelled():
                    raise Stopped("The answer was stopped.")
                try:
                    item = self._inbox.get(timeout=_POLL_S)
                except queue.Empty:
                    if time.monotonic() > until:
                        raise late(self._server) from None
                    continue
                if item is None:
                    return
                if isinstance(item, DesktopRagError):
                    raise item
                until = time.monotonic() + quiet_s
                yield item
        finally:
            self._leave()

    def _leave(self) -> None:
        self._left.set()
        if self._socket is not None:
            with suppress(OSError):  # it may have ended already
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(_LEAVE_S)

    # --- on the exchange's own thread ---------------------------------------------------------

    def _run(self) -> None:
        try:
            self._exchange()
            self._inbox.put(None)
        except ModelFailure as error:
            self._inbox.put(error)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._inbox.put(unreachable(self._server, error))

    def _exchange(self) -> None:
        connection = self._connected()
        try:
            method = "GET" if self._body is None else "POST"
            connection.request(method, self._path, self._body, self._headers)
            answer = connection.getresponse()
            if answer.status != 200:
                said = answer.read(_ERROR_BYTES).decode(errors="replace")
                raise refused(self._server, answer.status, said)
            while not self._left.is_set() and (line := answer.readline(_LONGEST_LINE)):
                self._inbox.put(line)
            answer.close()
        finally:
            connection.close()

    def _connected(self) -> http.client.HTTPConnection:
        parts = urlsplit(self._server.url)
        # without a port http.client would take the end of an IPv6 address for one
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        if parts.scheme == "https":
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=_CONNECT_S
            )
        else:
            connection = http.client.HTTPConnection(host, port, timeout=_CONNECT_S)
        connection.connect()
        # the one who waits has the patience; a server may think for minutes
        connection.sock.settimeout(None)
        self._socket = connection.sock
        if self._left.is_set():
            connection.close()
            raise unreachable(self._server, TimeoutError("nobody waits any longer"))
        return connection
