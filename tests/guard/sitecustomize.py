"""Loaded by every Python process that a test starts (through PYTHONPATH): the network guard holds
in engines, readers and model hosts as well. What is refused is also written down, because the
process that tried may swallow the error."""

from __future__ import annotations

import os
import socket
from typing import Any

_LOCAL = {"127.0.0.1", "::1", "localhost"}
_connect, _connect_ex = socket.socket.connect, socket.socket.connect_ex
_getaddrinfo = socket.getaddrinfo


def _refuse(what: str) -> None:
    log = os.environ.get("DESKTOP_RAG_TEST_NETWORK_LOG")
    if log:
        with open(log, "a", encoding="utf-8") as file:
            file.write(what + "\n")
    raise OSError(f"a test tried to reach {what}")


def _checked(self: socket.socket, address: Any) -> None:
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in _LOCAL:
        _refuse(str(address))


def _guarded_connect(self: socket.socket, address: Any) -> None:
    _checked(self, address)
    _connect(self, address)


def _guarded_connect_ex(self: socket.socket, address: Any) -> int:
    _checked(self, address)
    return _connect_ex(self, address)


def _guarded_lookup(host: Any, *rest: Any, **more: Any) -> Any:
    if host not in _LOCAL and host not in (None, ""):
        _refuse(str(host))
    return _getaddrinfo(host, *rest, **more)


socket.socket.connect = _guarded_connect  # type: ignore[method-assign,assignment]
socket.socket.connect_ex = _guarded_connect_ex  # type: ignore[method-assign,assignment]
socket.getaddrinfo = _guarded_lookup
