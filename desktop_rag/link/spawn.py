"""Processes of our own: started with the same program, connected over a private socket.

Nothing is read from their standard output: native libraries print there.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from desktop_rag.domain.errors import EngineGone
from desktop_rag.host.logs import error_output
from desktop_rag.host.paths import app_paths, socket_address
from desktop_rag.link.channel import Channel
from desktop_rag.link.client import Client
from desktop_rag.link.listening import Listening, connect
from desktop_rag.link.server import Connected, Handle


def program(role: str, arguments: Sequence[str] = ()) -> list[str]:
    """The command line that starts this application in another role."""
    if getattr(sys, "frozen", False):
        return [sys.executable, f"_{role}", *arguments]
    return [sys.executable, "-m", "desktop_rag", f"_{role}", *arguments]


class Child:
    """A child process in `role` (`reader`, `model_host`), connected and ready.

    Raises `EngineGone` when it does not come up within `wait_s` seconds."""

    def __init__(self, role: str, arguments: Sequence[str] = (), *, wait_s: float = 60) -> None:
        key = secrets.token_bytes(32)
        listening = Listening(socket_address(role, Path(tempfile.gettempdir())), key)
        try:
            with error_output(app_paths().logs, role) as errors:
                self._process = subprocess.Popen(
                    program(role, [listening.address, *arguments]),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    start_new_session=os.name == "posix",
                )
            assert self._process.stdin is not None
            self._process.stdin.write(key.hex().encode() + b"\n")
            self._process.stdin.close()
            channel = self._accepted(listening, wait_s)
        except (OSError, EngineGone) as error:
            self._stop_process()
            raise EngineGone(
                "A helper process could not be started.", "Try again.", detail=repr(error)
            ) from error
        finally:
            listening.close()
        self.client = Client(channel)

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """True while it runs and listens."""
        return self.client.alive and self._process.poll() is None

    def exit_code(self) -> int | None:
        """None while it runs; negative numbers are signals."""
        return self._process.poll()

    def memory_bytes(self) -> int:
        """Resident memory; 0 once it is gone."""
        try:
            return int(psutil.Process(self._process.pid).memory_info().rss)
        except psutil.Error:
            return 0

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        self.client.close()

    def close(self, timeout: float = 5.0) -> None:
        """Close the connection, which ends it; kill it when it takes longer than `timeout` s."""
        self.client.close()
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _accepted(self, listening: Listening, wait_s: float) -> Channel:
        found: list[Channel] = []

        def wait() -> None:
            channel = listening.accept()
            if channel is not None:
                found.append(channel)

        thread = threading.Thread(target=wait, name="child-accept", daemon=True)
        thread.start()
        end = time.monotonic() + wait_s
        while thread.is_alive() and time.monotonic() < end and self._process.poll() is None:
            thread.join(0.02)
        if not found:
            raise EngineGone("It ended before it was ready.", detail=f"{self._process.poll()}")
        return found[0]

    def _stop_process(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()


def serve_parent(address: str, handle: Handle) -> None:
    """In a child: answer the parent's requests until it goes away. The key comes on stdin."""
    key = bytes.fromhex(sys.stdin.readline().strip())
    Connected(connect(address, key), handle).run()
