"""The model host as a real process with the real starter model."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

from desktop_rag.domain.chat import ChatMessage, Sampling
from desktop_rag.domain.errors import ModelBroken, ModelCrashed, ModelFailure
from desktop_rag.engine.model_call import Host
from desktop_rag.engine.model_client import HostedLanguageModel, ModelChoice
from desktop_rag.inference.starters import starter_language_model
from desktop_rag.link.spawn import Child
from desktop_rag.messages.common import Ping

if find_spec("llama_cpp") is None:
    pytest.skip("llama.cpp is not installed", allow_module_level=True)

_ASKED = [ChatMessage("user", "Count to one hundred.")]
_LONG = Sampling(max_tokens=400)


def _hosted(
    path: Path | None = None, *, unload_after_s: float = 300
) -> tuple[HostedLanguageModel, list[Child]]:
    starter = starter_language_model()
    if starter is None:
        pytest.skip("the starter language model is not installed")
    children: list[Child] = []

    def start() -> Host:
        children.append(Child("model_host"))
        return children[-1]

    choice = _choice(path or starter.path, unload_after_s)
    return HostedLanguageModel(choice, start=start), children


def _choice(path: Path | None = None, unload_after_s: float = 300) -> ModelChoice:
    starter = starter_language_model()
    assert path or starter
    wanted = path or (starter.path if starter else Path())
    return ModelChoice("tiny", wanted, context=512, threads=1, unload_after_s=unload_after_s)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_host_costs_one_answer() -> None:
    hosted, children = _hosted()
    with pytest.raises(ModelCrashed, match="ended unexpectedly"):
        hosted.generate(_ASKED, _LONG, on_text=lambda _: os.kill(children[0].pid, signal.SIGKILL))
    assert hosted.state().state == "available"
    assert hosted.generate(_ASKED, Sampling(max_tokens=3)).answer_tokens > 0
    hosted.close()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_stop_kills_a_host_that_stands_still() -> None:
    hosted, children = _hosted()
    pieces: list[str] = []

    def freeze(text: str) -> None:
        pieces.append(text)
        if len(pieces) == 2:
            os.kill(children[0].pid, signal.SIGSTOP)

    began = time.monotonic()
    generated = hosted.generate(_ASKED, _LONG, on_text=freeze, cancelled=lambda: len(pieces) >= 2)
    assert generated.finish == "stopped"
    assert time.monotonic() - began < 40
    assert children[0].exit_code() is not None
    hosted.close()


def test_memory_returns_after_the_last_use() -> None:
    hosted, children = _hosted(unload_after_s=0.2)
    hosted.count_tokens(["one"])
    end = time.monotonic() + 20
    while hosted.state().state != "available" and time.monotonic() < end:
        time.sleep(0.05)
    assert hosted.state().state == "available"
    assert children[0].exit_code() is not None
    assert children[0].memory_bytes() == 0
    hosted.close()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")
def test_a_model_that_fills_the_memory_costs_one_sentence() -> None:
    import resource

    if starter_language_model() is None:
        pytest.skip("the starter language model is not installed")
    limited: list[int] = []

    def start() -> Host:
        child = Child("model_host")
        if not limited:
            child.client.call(Ping(), timeout=60)
            limit = psutil.Process(child.pid).memory_info().vms + 30_000_000
            resource.prlimit(child.pid, resource.RLIMIT_AS, (limit, limit))
            limited.append(limit)
        return child

    hosted = HostedLanguageModel(_choice(), start=start)
    with pytest.raises(ModelFailure) as caught:
        hosted.generate(_ASKED, Sampling(max_tokens=3))
    assert caught.value.message.endswith(".")
    assert caught.value.remedy
    assert hosted.generate(_ASKED, Sampling(max_tokens=3)).answer_tokens > 0
    hosted.close()


def test_ten_changes_of_model_leave_neither_a_process_nor_its_memory() -> None:
    children: list[Child] = []
    for _ in range(10):
        hosted, started = _hosted()
        assert hosted.count_tokens(["one"]) == [1]
        hosted.close()
        children += started
    assert len(children) == 10
    assert all(child.exit_code() is not None for child in children)
    assert all(child.memory_bytes() == 0 for child in children)


def test_a_broken_file_is_said_so_across_the_process_border(tmp_path: Path) -> None:
    path = tmp_path / "notes.gguf"
    path.write_text("Dear diary")
    hosted, _ = _hosted(path)
    with pytest.raises(ModelBroken, match="is not a GGUF model file"):
        hosted.facts()
    assert hosted.state().state == "failed"
    hosted.close()


def test_what_the_engine_imports_of_this_room_is_light() -> None:
    program = (
        "import sys\n"
        "import desktop_rag.engine.model_client, desktop_rag.inference.embedder\n"
        "import desktop_rag.inference.model_files, desktop_rag.inference.cross_encoder\n"
        "import desktop_rag.inference.downloads, desktop_rag.inference.hardware\n"
        "heavy = {'torch', 'llama_cpp', 'sentence_transformers', 'transformers', 'jinja2',\n"
        "         'huggingface_hub', 'tokenizers'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
