"""Finding the engine that owns a library, or starting it."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from desktop_rag import __version__
from desktop_rag.domain.errors import (
    DesktopRagError,
    EngineGone,
    EngineUnavailable,
    ProtocolMismatch,
    error_from_code,
)
from desktop_rag.host.logs import error_output
from desktop_rag.host.moved import library_at
from desktop_rag.host.paths import LibraryPaths, app_paths
from desktop_rag.link.client import Client
from desktop_rag.link.listening import connect
from desktop_rag.link.spawn import program
from desktop_rag.messages import PROTOCOL
from desktop_rag.messages.common import Hello, Shutdown, Welcome

_POLL_S = 0.03
_BUSY_S = 2.0
# glibc keeps what many threads freed; tensors of all sizes then make a process grow by half. Large
# blocks go back to the system instead (mallopt(3)); other systems ignore this. And oneDNN keeps
# what it prepared for the last 1024 shapes of tensors, which for the embedder is 200 MB.
_CALM_MEMORY = {
    "ONEDNN_PRIMITIVE_CACHE_CAPACITY": "16",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "4194304",
    "MALLOC_TRIM_THRESHOLD_": "4194304",
}


@dataclass(frozen=True, slots=True)
class Address:
    """Where an engine listens."""

    socket: str
    key: bytes
    pid: int


def write_address(path: Path, address: Address) -> None:
    """Publish the engine's address, readable by this user only."""
    fresh = path.with_suffix(".new")
    data = {"socket": address.socket, "key": address.key.hex(), "pid": address.pid}
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        json.dump(data, file)
    os.replace(fresh, path)


def read_address(path: Path) -> Address | None:
    """The address that is published, or None."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Address(data["socket"], bytes.fromhex(data["key"]), int(data["pid"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def attach(library: Path, *, role: str, start: bool = True, wait_s: float = 60) -> Client:
    """A client of the engine that owns `library`; starts one when none runs and `start` is set.

    Raises `EngineUnavailable`, or the engine's own reason (`LibraryReadOnly`, `LibraryNewer` …)."""
    library = _present(library.expanduser().absolute())
    client = _attached(library, role)
    if client is not None:
        return client
    if not start:
        raise EngineUnavailable("No engine is running for this library.", "Open the window first.")
    return _started(library, role, wait_s)


def _present(library: Path) -> Path:
    """Where the library is now. A place it was moved to must be there: it is not made anew."""
    place = library_at(library)
    if place != library and not LibraryPaths(place).database.is_file():
        raise EngineUnavailable(
            f"The library was moved to {place}, where it cannot be reached now.",
            "Connect the drive it is on, or choose another library with --library.",
        )
    return place


def _attached(library: Path, role: str) -> Client | None:
    address = read_address(LibraryPaths(library).address)
    if address is None:
        return None
    try:
        client = Client(connect(address.socket, address.key))
    except EngineGone:
        return None
    try:
        client.ask(Hello(PROTOCOL, role, __version__), Welcome, timeout=15)
    except ProtocolMismatch:
        client.call(Shutdown(), timeout=10)
        client.close()
        return None
    except (EngineGone, EngineUnavailable):
        client.close()
        return None
    return client


def _started(library: Path, role: str, wait_s: float) -> Client:
    with tempfile.TemporaryDirectory(prefix="desktop-rag-") as folder:
        report = Path(folder) / "report.json"
        process = _start(library, report)
        end = time.monotonic() + wait_s
        again = time.monotonic() + _BUSY_S
        while time.monotonic() < end:
            client = _attached(library, role)
            if client is not None:
                return client
            if process.poll() is not None:
                failure = _reason(report)
                if failure is None or failure.code != "library_busy":
                    raise failure or EngineUnavailable(
                        "The engine ended right after its start.",
                        "Run `desktop-rag doctor`, or look into the log.",
                        detail=f"exit status {process.returncode}",
                    )
                if time.monotonic() >= again:  # the one that had the library may have ended
                    again = time.monotonic() + _BUSY_S
                    process = _start(library, report)
            time.sleep(_POLL_S)
    raise EngineUnavailable(
        "The engine did not come up in time.", "Try again in a moment.", detail=str(library)
    )


def _start(library: Path, report: Path) -> subprocess.Popen[bytes]:
    with error_output(app_paths().logs, "engine") as errors:
        process = subprocess.Popen(
            program("engine", [str(library), str(report)]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
            env=_CALM_MEMORY | os.environ,
        )
    # It may outlive us; should it end first, somebody must take note of it.
    threading.Thread(target=process.wait, name="engine-end", daemon=True).start()
    return process


def _reason(report: Path) -> DesktopRagError | None:
    try:
        data = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return error_from_code(data["code"], data["message"], data["remedy"], data.get("detail", ""))
