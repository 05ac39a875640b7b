"""llama.cpp's rank pooling, called at its lowest level. Model host process only."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llama_cpp

from desktop_rag.domain.errors import ModelBroken, ModelFailure, Stopped
from desktop_rag.inference.pair_encoding import grouped
from desktop_rag.ports.language_model import Cancelled

SEQUENCES = 16  # rows that are evaluated at once, when they fit


class RankingEngine:
    """A loaded ranking GGUF with one context of `context` tokens. Raises `ModelBroken` when
    llama.cpp refuses the file or the model gives no score. Not for several threads at once.

    The batch and its physical part are as large as the context: a pooled row must be evaluated in
    one piece, and llama.cpp ends the process when it is not.
    """

    def __init__(self, path: Path, *, context: int, gpu_layers: int, threads: int) -> None:
        logging.getLogger("llama-cpp-python").setLevel(logging.CRITICAL)
        llama_cpp.llama_backend_init()
        self._context: Any = None
        self._batch: Any = None
        self._model: Any = llama_cpp.llama_model_load_from_file(
            str(path).encode(), _model_parameters(gpu_layers)
        )
        if self._model:
            self._context = llama_cpp.llama_init_from_model(
                self._model, _context_parameters(context, threads)
            )
        if not self._context:
            self.close()
            raise ModelBroken(
                f"llama.cpp cannot load the model file {path.name}.",
                "Update llama-cpp-python, or choose another model.",
            )
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._model)
        self.context = min(context, int(llama_cpp.llama_n_ctx(self._context)))
        self._batch = llama_cpp.llama_batch_init(self.context, 0, 1)
        try:
            self._output = self._output_of(path)
        except ModelBroken:
            self.close()
            raise

    def close(self) -> None:
        """Free the memory."""
        if self._batch is not None:
            llama_cpp.llama_batch_free(self._batch)
        if self._context:
            llama_cpp.llama_free(self._context)
        if self._model:
            llama_cpp.llama_model_free(self._model)
        self._batch = self._context = self._model = None

    def tokens(self, text: str, special: bool) -> list[int]:
        """The text's tokens. `special`: names of special tokens in it stand for these."""
        data = text.encode("utf-8", errors="replace")
        room = len(data) + 8
        while True:
            found = (llama_cpp.llama_token * room)()
            count = llama_cpp.llama_tokenize(
                self._vocabulary, data, len(data), found, room, False, special
            )
            if count >= 0:
                return list(found[:count])
            room = -count

    def template(self) -> str:
        """The model's own template for pairs, or ""."""
        found = llama_cpp.llama_model_chat_template(self._model, b"rerank")
        return found.decode("utf-8", errors="replace") if found else ""

    def marks(self) -> tuple[int | None, int | None, int | None]:
        """The tokens for start, end and separator; None where the model has none."""
        vocabulary = self._vocabulary
        start = llama_cpp.llama_vocab_bos(vocabulary)
        end = llama_cpp.llama_vocab_eos(vocabulary)
        separator = llama_cpp.llama_vocab_sep(vocabulary)
        wants_start = llama_cpp.llama_vocab_get_add_bos(vocabulary)
        return (_known(start) if wants_start else None), _known(end), _known(separator)

    def doubles_separator(self) -> bool:
        """True for the vocabularies of RoBERTa's family, which end a text before they separate."""
        kind = llama_cpp.llama_vocab_type(self._vocabulary)
        return bool(kind != llama_cpp.LLAMA_VOCAB_TYPE_WPM)

    def score(self, rows: Sequence[list[int]], cancelled: Cancelled) -> list[float]:
        """One raw score for each row of at most `context` tokens. Raises `Stopped` in the middle
        of a batch when cancelled, and `ModelFailure`."""
        scores: list[float] = []
        for group in grouped(rows, self.context, SEQUENCES):
            scores += self._evaluate(group, cancelled)
        return scores

    def _evaluate(self, rows: Sequence[list[int]], cancelled: Cancelled) -> list[float]:
        self._fill(rows)
        memory = llama_cpp.llama_get_memory(self._context)
        if memory:
            llama_cpp.llama_memory_clear(memory, True)
        asked = llama_cpp.ggml_abort_callback(lambda _: cancelled())
        llama_cpp.llama_set_abort_callback(self._context, asked, None)
        try:
            # models that only encode are passed on to llama_encode by llama.cpp itself
            failed = llama_cpp.llama_decode(self._context, self._batch)
        finally:
            nothing = llama_cpp.ggml_abort_callback()
            llama_cpp.llama_set_abort_callback(self._context, nothing, None)
        if cancelled():
            raise Stopped("The reranking was stopped.")
        if failed:
            raise _failure(f"llama_decode gave {failed}")
        return [self._pooled(number) for number in range(len(rows))]

    def _fill(self, rows: Sequence[list[int]]) -> None:
        batch, at = self._batch, 0
        for number, row in enumerate(rows):
            for position, token in enumerate(row):
                batch.token[at] = token
                batch.pos[at] = position
                batch.n_seq_id[at] = 1
                batch.seq_id[at][0] = number
                batch.logits[at] = True
                at += 1
        batch.n_tokens = at

    def _pooled(self, sequence: int) -> float:
        found = llama_cpp.llama_get_embeddings_seq(self._context, sequence)
        if not found:
            raise _failure("no pooled score")
        return float(found[self._output])

    def _output_of(self, path: Path) -> int:
        """Which of the model's outputs says how well a passage answers."""
        count = int(llama_cpp.llama_model_n_cls_out(self._model))
        pooling = llama_cpp.llama_pooling_type(self._context)
        if pooling != llama_cpp.LLAMA_POOLING_TYPE_RANK or count < 1:
            raise _no_reranker(path, "it gives no score")
        if count == 1:
            return 0
        labels = [llama_cpp.llama_model_cls_label(self._model, n) for n in range(count)]
        if b"yes" not in labels:
            raise _no_reranker(path, f"it sorts texts into {count} classes")
        return labels.index(b"yes")


def _model_parameters(gpu_layers: int) -> Any:
    parameters = llama_cpp.llama_model_default_params()
    parameters.n_gpu_layers = gpu_layers if llama_cpp.llama_supports_gpu_offload() else 0
    return parameters


def _context_parameters(context: int, threads: int) -> Any:
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx = parameters.n_batch = parameters.n_ubatch = context
    parameters.n_seq_max = SEQUENCES
    parameters.n_threads = parameters.n_threads_batch = threads
    parameters.pooling_type = llama_cpp.LLAMA_POOLING_TYPE_RANK
    parameters.embeddings = True
    parameters.kv_unified = True
    # flash attention rounds keys and values to half precision
    parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
    return parameters


def _known(token: int) -> int | None:
    return token if token >= 0 else None


def _failure(detail: str) -> ModelFailure:
    return ModelFailure(
        "The reranker could not score these passages.",
        "Ask again; if it happens again, choose another reranker.",
        detail=detail,
    )


def _no_reranker(path: Path, why: str) -> ModelBroken:
    return ModelBroken(
        f"{path.name} is not a reranker: {why}.", "Choose a reranker that gives one score."
    )
