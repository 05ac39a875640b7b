"""The real engine with an embedder that costs nothing, for runs that start it hundreds of times.

`python -m tests.quality.cheap_engine LIBRARY REPORT` is what `attach_cheaply` starts: all is real
(processes, readers, SQLite, Chroma, watching) except that words are hashed instead of understood.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from unittest import mock

from desktop_rag.domain.errors import DesktopRagError, EngineUnavailable
from desktop_rag.engine.model_desk import ModelDesk
from desktop_rag.engine.process import run_engine
from desktop_rag.link.attach import attach
from desktop_rag.link.client import Client
from tests.fakes.fake_embedder import FakeEmbedder

_UP_S = 120.0
_POLL_S = 0.03


def attach_cheaply(library: Path) -> Client:
    """A client of the library's engine; one with the cheap embedder is started when none runs."""
    client = _attached(library)
    if client is not None:
        return client
    report = Path(tempfile.mkdtemp(prefix="report-")) / "report.json"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.quality.cheap_engine", str(library), str(report)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    threading.Thread(target=process.wait, daemon=True).start()
    end = time.monotonic() + _UP_S
    while time.monotonic() < end:
        client = _attached(library)
        if client is not None:
            return client
        if process.poll() is not None and report.exists():
            raise EngineUnavailable(report.read_text(), "")
        time.sleep(_POLL_S)
    raise EngineUnavailable("the engine did not come up", "")


def _attached(library: Path) -> Client | None:
    try:
        return attach(library, role="test", start=False)
    except DesktopRagError:
        return None


def main() -> int:
    """Serve the library."""
    cheap = FakeEmbedder(window=256)
    with mock.patch.object(ModelDesk, "load_embedder", return_value=cheap):
        return run_engine(Path(sys.argv[1]), Path(sys.argv[2]))


if __name__ == "__main__":
    raise SystemExit(main())
