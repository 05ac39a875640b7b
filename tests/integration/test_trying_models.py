"""A test drive of the starter model, and of one on a server, through the engine's own handler."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

from desktop_rag.engine.handlers.trying import try_model
from desktop_rag.engine.wiring import wire
from desktop_rag.host.paths import AppPaths
from desktop_rag.inference.starters import starter_language_model
from desktop_rag.messages import Message
from desktop_rag.messages.models import ModelTried, TryModel
from tests.fakes.chat_server import ChatServer
from tests.living import command_of


class Told:
    """Keeps the last reply of a handler."""

    def __init__(self) -> None:
        self.replies: list[Message] = []

    def event(self, message: Message) -> None:
        self.replies.append(message)

    def finish(self, message: Message) -> None:
        self.replies.append(message)

    def cancelled(self) -> bool:
        return False


def tried(folder: Path, *names: str) -> list[ModelTried]:
    """One test drive after the other, in an engine of their own."""
    paths = AppPaths(folder / "config", folder, folder / "models", folder / "logs")
    (folder / "library").mkdir()
    engine = wire(folder / "library", paths)
    told = Told()
    try:
        for name in names:
            try_model(engine, TryModel(name), told)  # type: ignore[arg-type]  # as a Reply does
        hosts = [p for p in psutil.Process().children() if "_model_host" in command_of(p)]
        assert not hosts
    finally:
        engine.close()
    return [reply for reply in told.replies if isinstance(reply, ModelTried)]


def test_a_server_is_tried_without_giving_it_a_role(tmp_path: Path) -> None:
    with ChatServer(pause_s=0.01) as server:
        (drive,) = tried(tmp_path, f"{server.url}#tiny")
    assert drive.name.startswith("tiny at 127.0.0.1")
    assert drive.text == "one two three four five six seven eight nine ten"
    assert drive.writes_per_s > 0


def test_the_starter_reads_faster_than_it_writes_and_leaves_memory_afterwards(
    tmp_path: Path,
) -> None:
    starter = starter_language_model()
    if starter is None or find_spec("llama_cpp") is None:
        pytest.skip("the starter language model is not installed")
    first, again = tried(tmp_path, starter.name, starter.name)
    assert first.text
    assert first.reads_per_s > first.writes_per_s > 0
    assert again.reads_per_s > again.writes_per_s > 0
