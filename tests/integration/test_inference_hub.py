"""huggingface_hub itself against a small server on this machine, in a process of its own."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("huggingface_hub") is None:
    pytest.skip("huggingface_hub is not installed", allow_module_level=True)

_DATA = bytes(range(256)) * 2000
_PROGRAM = """
import sys
from pathlib import Path
from desktop_rag.inference.catalogue import ModelOffer
from desktop_rag.inference.downloads import download
from desktop_rag.inference.hub import HuggingFaceHub
offer = ModelOffer("tiny", "answer", "", (), "", "a/tiny", ("tiny.gguf",), 1, 1, None)
try:
    print(download(offer, Path(sys.argv[1]), HuggingFaceHub(), on_progress=lambda *_: None,
                   cancelled=lambda: False).path.name)
except Exception as error:
    print(type(error).__name__, error)
"""


class _Handler(BaseHTTPRequestHandler):
    ranges: tuple[str, ...] = ()

    def do_GET(self) -> None:
        if self.path.startswith("/api/models/a/tiny"):
            lfs = {"size": len(_DATA), "sha256": hashlib.sha256(_DATA).hexdigest()}
            file = {"rfilename": "tiny.gguf", "size": len(_DATA), "blobId": "0" * 40}
            file["lfs"] = lfs | {"pointerSize": 134}
            self._send(200, json.dumps({"id": "a/tiny", "siblings": [file]}).encode())
            return
        asked = self.headers.get("Range", "")
        type(self).ranges += (asked,)
        start = int(asked.removeprefix("bytes=").rstrip("-") or 0)
        self._send(206 if start else 200, _DATA[start:])

    def _send(self, status: int, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    _Handler.ranges = ()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def _download(folder: Path, endpoint: str) -> str:
    environment = os.environ | {"HF_ENDPOINT": endpoint, "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()


def test_a_model_is_downloaded_and_a_part_continued(server: str, tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "tiny.gguf.part").write_bytes(_DATA[:70_000])
    assert _download(tmp_path, server) == "tiny.gguf"
    assert (tmp_path / "tiny" / "tiny.gguf").read_bytes() == _DATA
    assert _Handler.ranges == ("bytes=70000-",)


def test_no_connection_is_one_sentence(tmp_path: Path) -> None:
    said = _download(tmp_path, "http://127.0.0.1:9")
    assert said.startswith("ModelFailure The model hub did not answer")
