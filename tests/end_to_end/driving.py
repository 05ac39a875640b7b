"""Driving the real application from outside: real processes, real stores, real models."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.host.paths import LibraryPaths
from desktop_rag.link.attach import attach, read_address
from desktop_rag.link.client import Client
from desktop_rag.messages.common import Shutdown
from desktop_rag.messages.library import GetStatus, Status
from desktop_rag.messages.search import HitsFound, Search
from tests.living import is_running


def run(*arguments: str, timeout: float = 240) -> subprocess.CompletedProcess[str]:
    """One command of the application."""
    return subprocess.run(
        [sys.executable, "-m", "desktop_rag", *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def run_json(*arguments: str, timeout: float = 240) -> Any:
    """One command with --json; its one JSON document."""
    done = run(*arguments, "--json", timeout=timeout)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def eventually(true: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait until something is true; gives the seconds it took."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        if true():
            return time.monotonic() - begun
        time.sleep(0.05)
    raise AssertionError(f"after {seconds} s still not: {what}")


def status(client: Client) -> Status:
    """The engine's status."""
    return client.ask(GetStatus(), Status, timeout=120)


def quiet(client: Client, seconds: float = 120) -> None:
    """Wait until nothing waits to be indexed and the embedder is there."""
    eventually(
        lambda: (s := status(client)).queue.waiting + s.queue.running == 0 and s.embedder.ready,
        seconds,
        "the queue is empty",
    )


def found_paths(client: Client, text: str, keep: int = 20) -> list[str]:
    """Where the hits of a search lie."""
    reply = client.ask(Search(text, keep=keep), HitsFound, timeout=240)
    return [hit.file.path for hit in reply.result.hits]


def best_text(client: Client, text: str) -> str:
    """The text of a search's first hit, or nothing."""
    hits = client.ask(Search(text, keep=1), HitsFound, timeout=60).result.hits
    return hits[0].chunk.text if hits else ""


def engine_pid(library: Path) -> int:
    """The process that owns the library."""
    address = read_address(LibraryPaths(library).address)
    assert address is not None
    return address.pid


def kill_engine(library: Path) -> None:
    """kill -9, and wait until it is gone."""
    pid = engine_pid(library)
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: not _alive(pid), 10, "the engine is dead")


def _alive(pid: int) -> bool:
    try:
        return is_running(psutil.Process(pid))
    except psutil.NoSuchProcess:
        return False


@contextmanager
def engine(library: Path) -> Iterator[Client]:
    """A client of a library's engine; the engine is ended afterwards."""
    client = attach(library, role="test")
    try:
        yield client
    finally:
        stop_engine(library)
        client.close()


def stop_engine(library: Path) -> None:
    """End the engine of a library, if there is one."""
    try:
        client = attach(library, role="test", start=False)
    except DesktopRagError:
        return
    pid = engine_pid(library)
    client.call(Shutdown(), timeout=10)
    client.close()
    eventually(lambda: not _alive(pid), 120, "the engine ended")
