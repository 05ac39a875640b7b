from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.errors import ModelTooLarge
from desktop_rag.inference.fitting import choose_context
from desktop_rag.inference.gguf import GgufFacts
from desktop_rag.inference.hardware import Hardware, LlamaProbe, measure
from desktop_rag.inference.judging import chance_of_yes, judge_messages

_MODEL = GgufFacts("Big", "llama", "answer", 32768, 7, 4_000_000_000, 100_000)


def test_context_is_what_the_model_was_trained_for_up_to_a_cap() -> None:
    assert choose_context(_MODEL, 10**12) == 8192
    short = GgufFacts("Short", "llama", "answer", 2048, 7, 1000, 10)
    assert choose_context(short, 10**12) == 2048
    assert choose_context(short, 10**12, wanted=9000) == 2048


def test_context_shrinks_until_it_fits() -> None:
    assert choose_context(_MODEL, _MODEL.memory_bytes(8192) - 1) == 4096
    assert choose_context(_MODEL, _MODEL.memory_bytes(1024)) == 1024


def test_a_model_over_the_free_memory_is_refused_with_numbers() -> None:
    with pytest.raises(ModelTooLarge, match=r"needs 4\.4 GB of memory and 2\.0 GB are free"):
        choose_context(_MODEL, 2_000_000_000)
    with pytest.raises(ModelTooLarge):
        choose_context(_MODEL, _MODEL.memory_bytes(8192), wanted=16384)


@given(free=st.integers(0, 10**11))
def test_what_is_chosen_always_fits(free: int) -> None:
    try:
        context = choose_context(_MODEL, free)
    except ModelTooLarge:
        assert _MODEL.memory_bytes(1024) > free
    else:
        assert _MODEL.memory_bytes(context) <= free


def test_a_machine_says_what_fits() -> None:
    machine = Hardware(2, memory_bytes=8_000, free_memory_bytes=4_000)
    assert [machine.fits(need) for need in (3_200, 4_000, 6_400, 6_401)] == [
        "yes",
        "tight",
        "tight",
        "no",
    ]


def test_this_machine_is_measured() -> None:
    machine = measure()
    assert machine.cores >= 1
    assert 0 < machine.free_memory_bytes <= machine.memory_bytes


def test_llama_is_tried_out_once() -> None:
    probe = LlamaProbe()
    found = probe.available()
    assert found[0] or found[1]
    assert probe.available() is found


@pytest.mark.skipif(sys.platform == "win32", reason="the path of programs is asked otherwise there")
def test_a_llama_built_for_another_processor_is_said_and_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "llama_cpp.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGILL)\n"  # as an unknown instruction does
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    there, why = LlamaProbe().available()
    assert not there
    assert "does not run on this processor" in why
    assert "Install" in why


@given(logits=st.lists(st.floats(-80, 80), min_size=4, max_size=4))
def test_yes_and_no_share_the_whole(logits: list[float]) -> None:
    row = np.array(logits, dtype=np.float32)
    yes, no = chance_of_yes(row, [0, 1], [2, 3]), chance_of_yes(row, [2, 3], [0, 1])
    assert 0 <= yes <= 1
    assert yes + no == pytest.approx(1)


def test_judging_prompts_of_one_question_begin_alike() -> None:
    first, second = (judge_messages("Why?", passage)[1].text for passage in ("one", "two"))
    assert first.split("one")[0] == second.split("two")[0]
