"""What holds for every test: no network, own folders, no leftovers."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import settings

from tests.living import command_of, is_running

# The same examples in every run, so that a change is judged by itself; other ones are hunted for
# with DESKTOP_RAG_NEW_EXAMPLES=1.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("new", derandomize=False)
settings.load_profile("new" if os.environ.get("DESKTOP_RAG_NEW_EXAMPLES") else "repeatable")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

_LOCAL = {"127.0.0.1", "::1", "localhost"}


class NetworkTouched(AssertionError):
    """A test tried to leave this machine."""


def _refuse(what: str) -> None:
    raise NetworkTouched(f"a test tried to reach {what}")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """No connection and no name look-up leaves the machine."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    getaddrinfo = socket.getaddrinfo

    def checked(address: Any, family: int) -> None:
        if family in (socket.AF_INET, socket.AF_INET6) and address[0] not in _LOCAL:
            _refuse(str(address))

    def guarded_connect(self: socket.socket, address: Any) -> None:
        checked(address, self.family)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        checked(address, self.family)
        return connect_ex(self, address)

    def guarded_lookup(host: Any, *rest: Any, **more: Any) -> Any:
        if host not in _LOCAL and host not in (None, ""):
            _refuse(str(host))
        return getaddrinfo(host, *rest, **more)

    monkeypatch.setattr(socket.socket, "connect", guarded_connect)
    monkeypatch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_lookup)


@pytest.fixture(autouse=True)
def no_network_in_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same for every process that a test starts."""
    log = tmp_path / "network.log"
    guard = str(Path(__file__).parent / "guard")
    path = os.pathsep.join(filter(None, [guard, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.setenv("DESKTOP_RAG_TEST_NETWORK_LOG", str(log))
    yield
    assert not log.exists(), f"a child process tried to reach {log.read_text()}"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything the application writes goes under the test's own folder."""
    home = tmp_path / "home"
    monkeypatch.setenv("DESKTOP_RAG_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """A test that leaves a process or a thread of ours behind fails."""
    before = {p.pid for p in psutil.Process().children(recursive=True)}
    threads = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        left = [
            p
            for p in psutil.Process().children(recursive=True)
            if p.pid not in before and is_running(p)
        ]
        ours = [t for t in set(threading.enumerate()) - threads if _is_ours(t)]
        if not left and not ours:
            return
        time.sleep(0.05)
    assert not left, f"processes left running: {[command_of(p) for p in left]}"
    assert not ours, f"threads left running: {[t.name for t in ours]}"


_OUR_THREADS = ("index-", "follow-", "load-embedder", "accept", "caller", "link-", "loopback-")


def _is_ours(thread: threading.Thread) -> bool:
    return thread.is_alive() and thread.name.startswith(_OUR_THREADS)
