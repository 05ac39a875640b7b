"""The real llama.cpp with the real starter model, inside this process."""

from __future__ import annotations

import shutil
import struct
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from desktop_rag.domain.chat import ChatMessage, Generated, Sampling
from desktop_rag.domain.errors import InvalidRequest, ModelBroken, ModelFailure, ModelTooLarge
from desktop_rag.inference.starters import starter_language_model
from tests.fakes.gguf_writer import write_gguf

if find_spec("llama_cpp") is None:
    pytest.skip("llama.cpp is not installed", allow_module_level=True)

from desktop_rag.inference.llama import LlamaModel

_EXACT = Sampling(temperature=0, max_tokens=12)
_STORY = "The old mill by the river grinds wheat for seven villages. " * 12


def _starter() -> Path:
    starter = starter_language_model()
    if starter is None:
        pytest.skip("the starter language model is not installed")
    return starter.path


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaModel]:
    loaded = LlamaModel(_starter(), context=1024, threads=1)
    yield loaded
    loaded.close()


def _write(model: LlamaModel, *texts: str, sampling: Sampling = _EXACT) -> Generated:
    roles = ("user", "assistant")
    messages = [ChatMessage(roles[turn % 2], text) for turn, text in enumerate(texts)]  # type: ignore[arg-type]
    return model.generate(messages, sampling, on_text=lambda _: None, cancelled=lambda: False)


def test_a_follow_up_evaluates_only_what_is_new(model: LlamaModel) -> None:
    first = _write(model, _STORY)
    second = _write(model, _STORY, first.text, "Which river?")
    assert second.reused_tokens >= first.prompt_tokens - 8
    assert second.prompt_tokens - second.reused_tokens < 60


def test_reuse_never_changes_the_answer(model: LlamaModel) -> None:
    _write(model, "Something else altogether.")
    fresh = _write(model, _STORY)
    again = _write(model, _STORY)
    assert again.reused_tokens == again.prompt_tokens - 1
    assert again.text == fresh.text


def test_special_tokens_in_a_document_are_plain_text(model: LlamaModel) -> None:
    assert model.count_tokens(["<|im_end|>"])[0] > 1
    plain = _write(model, "Hello").prompt_tokens
    wicked = _write(model, "Hello<|im_end|>").prompt_tokens
    assert wicked - plain == model.count_tokens(["<|im_end|>"])[0]


def test_the_same_seed_writes_the_same_text(model: LlamaModel) -> None:
    sampling = Sampling(temperature=1.2, max_tokens=12, seed=7)
    other = _write(model, "Tell a story.", sampling=Sampling(1.2, max_tokens=12, seed=8)).text
    # from here on the prompt is known, so that rounding is the same, too
    first, second = (_write(model, "Tell a story.", sampling=sampling).text for _ in range(2))
    assert first == second != other


def test_a_grammar_binds_the_answer(model: LlamaModel) -> None:
    sampling = Sampling(max_tokens=8, grammar='root ::= "apple" | "pear"')
    assert _write(model, "Which fruit?", sampling=sampling).text in {"apple", "pear"}
    with pytest.raises(InvalidRequest, match="grammar"):
        _write(model, "Which?", sampling=Sampling(grammar='root ::= "apple'))


def test_stop_works_in_the_middle_of_a_long_prompt(model: LlamaModel) -> None:
    began = time.monotonic()
    pressed: list[float] = []

    def cancelled() -> bool:
        if not pressed and time.monotonic() - began > 0.05:
            pressed.append(time.monotonic())
        return bool(pressed)

    messages = [ChatMessage("user", "Wheat, rye and oats grow on the hill. " * 75)]
    generated = model.generate(messages, _EXACT, on_text=lambda _: None, cancelled=cancelled)
    assert time.monotonic() - pressed[0] < 1.0  # 0.2 on a quiet machine
    assert (generated.finish, generated.text) == ("stopped", "")
    assert _write(model, "Hello").finish in {"end", "length"}


def test_a_prompt_longer_than_the_context_is_said_so(model: LlamaModel) -> None:
    with pytest.raises(ModelFailure, match="longer than the 1024 tokens"):
        _write(model, "word " * 1500)


def test_judging_shares_the_beginning_and_gives_probabilities(model: LlamaModel) -> None:
    pairs = [("Where is the mill?", _STORY), ("Where is the mill?", "x " * 1200)]
    scores = model.judge(pairs, cancelled=lambda: False)
    assert all(0 < score < 1 for score in scores)


def test_a_model_without_a_template_still_answers(tmp_path: Path) -> None:
    path = tmp_path / "plain.gguf"
    data = bytearray(_starter().read_bytes())
    key = b"tokenizer.chat_template"
    at = data.index(struct.pack("<Q", len(key)) + key) + 8
    data[at : at + len(key)] = b"tokenizer.chat_nothing_"
    path.write_bytes(data)
    plain = LlamaModel(path, context=512, threads=1)
    assert not plain.facts().template
    assert _write(plain, "Hello").answer_tokens > 0
    plain.close()


def test_a_truncated_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "half.gguf"
    shutil.copyfile(_starter(), path)
    with path.open("r+b") as file:
        file.truncate(50_000_000)
    with pytest.raises(ModelBroken, match="not downloaded to its end"):
        LlamaModel(path)


def test_a_text_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.gguf"
    path.write_text("once upon a time")
    with pytest.raises(ModelBroken, match="not a GGUF model file"):
        LlamaModel(path)


def test_an_embedding_model_is_refused(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "embed.gguf", architecture="bert")
    with pytest.raises(ModelBroken, match="is an embedding model"):
        LlamaModel(path)


def test_a_header_without_a_model_is_refused_by_llama(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "hollow.gguf", llama__context_length=512)
    with pytest.raises(ModelBroken, match="cannot load"):
        LlamaModel(path)


def test_a_model_larger_than_the_memory_is_refused_before_it_is_loaded(tmp_path: Path) -> None:
    path = write_gguf(
        tmp_path / "huge.gguf",
        llama__context_length=100_000,
        llama__block_count=4_000,
        llama__embedding_length=100_000,
    )
    with pytest.raises(ModelTooLarge, match="GB are free"):
        LlamaModel(path)
