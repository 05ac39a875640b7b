"""Reranking by a sentence-transformers cross-encoder on this machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from desktop_rag.domain.errors import ModelBroken
from desktop_rag.domain.hit import Hit
from desktop_rag.inference.embedder_files import weight_files
from desktop_rag.inference.offline import go_offline

_BATCH = 8


class CrossEncoderScorer:
    """Fills `ports.retrieval.Scorer` with the model's raw logits: no sigmoid is applied.

    The weights come with `load()`, or with the first question. A pair longer than the model's
    window is judged by its beginning.
    """

    def __init__(self, folder: Path, name: str = "cross_encoder") -> None:
        self.name = name
        self._folder = folder
        self._guard = threading.Lock()
        self._model: Any = None

    def load(self) -> None:
        """Read the weights (seconds; nothing the second time). Raises `ModelBroken`."""
        with self._guard:
            self._loaded()

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """One logit per passage; higher is better."""
        if not passages:
            return []
        import torch

        pairs = [(query, passage.chunk.text) for passage in passages]
        # the model's tokenizer keeps its cutting and padding inside: one question at a time
        with self._guard, _all_cores():
            logits = self._loaded().predict(
                pairs,
                batch_size=_BATCH,
                activation_fn=torch.nn.Identity(),
                show_progress_bar=False,
            )
        return [float(logit) for logit in logits]

    def _loaded(self) -> Any:
        if self._model is None:
            self._model = _load(self._folder)
        return self._model


@contextmanager
def _all_cores() -> Iterator[None]:
    """Let torch share each step of the model between all cores; elsewhere (the embedder) it works
    on one, and several batches at once."""
    import torch

    torch.set_num_threads(os.cpu_count() or 1)
    try:
        yield
    finally:
        torch.set_num_threads(1)


def _load(folder: Path) -> Any:
    weight_files(folder)
    go_offline()
    from sentence_transformers import CrossEncoder
    from transformers.utils import logging as noise

    noise.disable_progress_bar()
    try:
        model = CrossEncoder(
            str(folder),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, ImportError) as error:
        raise ModelBroken(
            f"The reranker {folder.name} cannot be loaded.",
            "Get the model again, or choose another reranker.",
            detail=repr(error),
        ) from error
    if model.num_labels != 1:
        raise ModelBroken(
            f"{folder.name} is not a reranker: it sorts texts into {model.num_labels} classes.",
            "Choose a cross-encoder that gives one score.",
        )
    return model
