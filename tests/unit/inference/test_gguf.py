from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.domain.errors import ModelBroken
from desktop_rag.inference.gguf import read_gguf
from tests.fakes.gguf_writer import write_gguf


def test_the_header_says_what_the_model_is(tmp_path: Path) -> None:
    path = write_gguf(
        tmp_path / "small.gguf",
        general__name="Small",
        general__license="apache-2.0",
        general__languages=["en", "es"],
        llama__context_length=4096,
        llama__block_count=2,
        llama__embedding_length=64,
        llama__attention__head_count=4,
        llama__attention__head_count_kv=2,
        tokenizer__chat_template="{{ messages }}",
        tokenizer__ggml__tokens=["a"] * 3000,
        elements=100,
    )
    facts = read_gguf(path)
    assert (facts.name, facts.role, facts.context) == ("Small", "answer", 4096)
    assert facts.parameters == 100
    assert facts.languages == ("en", "es")
    assert facts.template == "{{ messages }}"
    assert facts.cache_bytes == 2 * 2 * 2 * 16 * 2
    assert facts.memory_bytes(1000) > facts.memory_bytes(500) > facts.size_bytes


@pytest.mark.parametrize(
    ("architecture", "entries", "role"),
    [
        ("llama", {}, "answer"),
        ("bert", {}, "embed"),
        ("nomic-bert", {}, "embed"),
        ("qwen3", {"qwen3__pooling_type": 3}, "embed"),
        ("qwen3", {"qwen3__pooling_type": 4}, "rerank"),
        ("bert", {"bert__pooling_type": 4}, "rerank"),
    ],
)
def test_embedders_and_rerankers_are_told_from_writers(
    tmp_path: Path, architecture: str, entries: dict[str, int], role: str
) -> None:
    path = write_gguf(tmp_path / "m.gguf", architecture=architecture, **entries)
    assert read_gguf(path).role == role


def test_a_text_file_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "notes.gguf"
    path.write_text("Dear diary")
    with pytest.raises(ModelBroken, match=r"notes\.gguf is not a GGUF model file"):
        read_gguf(path)


def test_an_empty_file_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "empty.gguf"
    path.touch()
    with pytest.raises(ModelBroken, match="not a GGUF"):
        read_gguf(path)


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="cannot be read"):
        read_gguf(tmp_path / "gone.gguf")


def test_an_unknown_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="damaged"):
        read_gguf(write_gguf(tmp_path / "old.gguf", version=1))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(share=st.floats(0, 0.999))
def test_a_download_that_broke_off_anywhere_is_refused(tmp_path: Path, share: float) -> None:
    whole = write_gguf(tmp_path / "whole.gguf", llama__context_length=512).read_bytes()
    path = tmp_path / "part.gguf"
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(ModelBroken):
        read_gguf(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(at=st.integers(4, 200), value=st.integers(0, 255))
def test_noise_in_the_header_never_does_more_than_fail(tmp_path: Path, at: int, value: int) -> None:
    data = bytearray(write_gguf(tmp_path / "w.gguf", llama__context_length=512).read_bytes())
    data[at % len(data)] = value
    path = tmp_path / "noise.gguf"
    path.write_bytes(data)
    with contextlib.suppress(ModelBroken):
        assert read_gguf(path).parameters > 0
