"""Both sides in one process, for tests and for tools: real bytes over a real pipe."""

from __future__ import annotations

import threading
from multiprocessing.connection import Pipe

from desktop_rag.link.channel import Channel
from desktop_rag.link.client import Client
from desktop_rag.link.server import Connected, Handle


def loopback(handle: Handle) -> Client:
    """A client whose requests are answered by `handle` in this process."""
    here, there = Pipe()
    server = Connected(Channel(there), handle)
    threading.Thread(target=server.run, name="loopback-server", daemon=True).start()
    return Client(Channel(here))
