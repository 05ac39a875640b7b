"""llama.cpp itself: loading, evaluating with a way to stop, sampling. Model host process only."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.chat import Sampling
from desktop_rag.domain.errors import InvalidRequest, ModelBroken, ModelFailure, Stopped
from desktop_rag.ports.language_model import Cancelled

_BATCH = 256


class LlamaEngine:
    """A loaded GGUF file with one context. Raises `ModelBroken` when llama.cpp refuses the file.

    What a prompt shares with what was evaluated last is kept. Not for several threads at once.
    """

    def __init__(self, path: Path, *, context: int, gpu_layers: int, threads: int) -> None:
        try:
            self._llama: Any = llama_cpp.Llama(
                str(path),
                n_ctx=context,
                n_batch=_BATCH,
                n_ubatch=_BATCH,
                n_gpu_layers=gpu_layers if llama_cpp.llama_supports_gpu_offload() else 0,
                n_threads=threads,
                n_threads_batch=threads,
                verbose=False,
            )
        except (ValueError, RuntimeError, AssertionError, OSError) as error:
            raise ModelBroken(
                f"llama.cpp cannot load the model file {path.name}.",
                "Update llama-cpp-python, or choose another model.",
                detail=repr(error),
            ) from error
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._llama.model)
        self.context = int(self._llama.n_ctx())

    def close(self) -> None:
        """Free the memory."""
        self._llama.close()

    @property
    def start_token(self) -> int | None:
        """The token that every prompt begins with, or None when the model wants none."""
        wanted = llama_cpp.llama_vocab_get_add_bos(self._vocabulary)
        return int(self._llama.token_bos()) if wanted else None

    def special_text(self) -> tuple[str, str]:
        """How the tokens for the beginning and the end of a text are written."""
        start, end = self._llama.token_bos(), self._llama.token_eos()
        return self._bytes(start, special=True).decode(), self._bytes(end, special=True).decode()

    def tokens(self, text: str, *, special: bool) -> list[int]:
        """The text's tokens. `special`: names of special tokens in it stand for these."""
        data = text.encode("utf-8", errors="replace")
        return list(self._llama.tokenize(data, add_bos=False, special=special)) if data else []

    def evaluate(self, prompt: list[int], cancelled: Cancelled) -> int:
        """Evaluate what is new in the prompt (1 token at least); returns how many were known.
        Raises `Stopped` within a batch when cancelled."""
        known = self._keep_shared(prompt)
        with self._stoppable(cancelled):
            for at in range(known, len(prompt), _BATCH):
                try:
                    self._llama.eval(prompt[at : at + _BATCH])
                except RuntimeError as error:
                    if cancelled():
                        raise stopped() from error
                    raise _failed(error) from error
                if cancelled():
                    raise stopped()
        return known

    def logits(self) -> NDArray[np.float32]:
        """[vocabulary]: of the token after what was evaluated."""
        pointer = llama_cpp.llama_get_logits_ith(self._llama.ctx, -1)
        return np.ctypeslib.as_array(pointer, shape=(self._llama.n_vocab(),)).copy()

    def sample(self, prompt: list[int], sampling: Sampling) -> Iterator[bytes]:
        """The bytes of token after token, until the model says that it is done. `prompt` has been
        evaluated. Raises `InvalidRequest` for a grammar that is none."""
        self._check_grammar(sampling.grammar)
        grammar = llama_cpp.LlamaGrammar.from_string(sampling.grammar, verbose=False)
        self._llama.set_seed(sampling.seed)
        tokens = self._llama.generate(
            prompt,
            top_p=sampling.top_p,
            temp=sampling.temperature,
            repeat_penalty=sampling.repeat_penalty,
            grammar=grammar if sampling.grammar else None,
        )
        try:
            for token in tokens:
                if llama_cpp.llama_vocab_is_eog(self._vocabulary, token):
                    return
                yield self._bytes(token)
        except RuntimeError as error:
            raise _failed(error) from error

    def _keep_shared(self, prompt: list[int]) -> int:
        known = self._llama.input_ids[: min(self._llama.n_tokens, len(prompt) - 1)]
        same = known == np.array(prompt[: len(known)], dtype=known.dtype)
        count = len(known) if same.all() else int(np.argmin(same))
        memory = llama_cpp.llama_get_memory(self._llama.ctx)
        # models with a running state or a sliding window may not be able to go back
        if count and llama_cpp.llama_memory_seq_rm(memory, -1, count, -1):
            self._llama.n_tokens = count
            return count
        self._llama.reset()
        return 0

    @contextmanager
    def _stoppable(self, cancelled: Cancelled) -> Iterator[None]:
        """llama.cpp asks before each step of a batch, on the processor, whether to go on."""
        asked = llama_cpp.ggml_abort_callback(lambda _: cancelled())
        llama_cpp.llama_set_abort_callback(self._llama.ctx, asked, None)
        try:
            yield
        finally:
            nothing = llama_cpp.ggml_abort_callback()
            llama_cpp.llama_set_abort_callback(self._llama.ctx, nothing, None)

    def _check_grammar(self, grammar: str) -> None:
        if not grammar:
            return
        sampler = llama_cpp.llama_sampler_init_grammar(self._vocabulary, grammar.encode(), b"root")
        if not sampler:
            raise InvalidRequest("The grammar for the answer cannot be read.", "Leave it out.")
        llama_cpp.llama_sampler_free(sampler)

    def _bytes(self, token: int, *, special: bool = False) -> bytes:
        if token < 0:
            return b""
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            length = llama_cpp.llama_token_to_piece(
                self._vocabulary, token, buffer, size, 0, special
            )
            if length >= 0:
                return buffer.raw[:length]
            size = -length


def stopped() -> Stopped:
    """The person stopped the answer."""
    return Stopped("The answer was stopped.")


def _failed(error: RuntimeError) -> ModelFailure:
    return ModelFailure(
        "The model could not go on with this text.",
        "Ask again; if it happens again, choose another model.",
        detail=repr(error),
    )
