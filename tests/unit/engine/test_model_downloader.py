from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest, ModelMissing
from desktop_rag.engine.model_downloader import downloader_handler
from desktop_rag.host.paths import app_paths
from desktop_rag.inference.hub import RemoteFile
from desktop_rag.inference.model_files import ModelShelf
from desktop_rag.link.loopback import loopback
from desktop_rag.messages import Message
from desktop_rag.messages.common import Done, Ping
from desktop_rag.messages.models import PullModel, PullProgressed
from tests.fakes.gguf_writer import write_gguf

_FILE = "Qwen3-0.6B-Q8_0.gguf"


class OneFileHub:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def files(self, repository: str) -> list[RemoteFile]:
        return [RemoteFile(_FILE, len(self._data), hashlib.sha256(self._data).hexdigest())]

    @contextmanager
    def open(self, repository: str, name: str, start: int) -> Iterator[tuple[int, Iterator[bytes]]]:
        yield start, iter([self._data[start:]])


def test_a_model_that_was_pulled_is_on_the_list(tmp_path: Path) -> None:
    data = write_gguf(tmp_path / "source.gguf").read_bytes()
    client = loopback(downloader_handler(app_paths(), lambda: OneFileHub(data)))
    events: list[Message] = []
    assert client.call(PullModel("Qwen3-0.6B"), on_event=events.append) == Done()
    assert events[-1] == PullProgressed("Qwen3-0.6B", len(data), len(data))
    found = ModelShelf(app_paths().models).find("answer", "Qwen3-0.6B")
    assert found.downloaded
    assert found.licence == "Apache-2.0"
    assert found.sha256 == hashlib.sha256(data).hexdigest(), "what was compared is remembered"
    client.close()


def test_what_is_not_on_offer_is_refused() -> None:
    client = loopback(downloader_handler(app_paths(), lambda: OneFileHub(b"")))
    with pytest.raises(ModelMissing):
        client.call(PullModel("unheard-of"))
    with pytest.raises(InvalidRequest):
        client.call(Ping())
    client.close()
