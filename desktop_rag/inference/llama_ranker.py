"""A GGUF reranker: how well passages answer. Used only inside the model host's process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import psutil

from desktop_rag.domain.chat import ModelFacts
from desktop_rag.domain.errors import ModelBroken
from desktop_rag.inference.fitting import choose_context
from desktop_rag.inference.gguf import read_gguf, refuse_lost_segments
from desktop_rag.inference.hardware import usable_cores
from desktop_rag.inference.pair_encoding import PairForm, form_of_marks, form_of_template
from desktop_rag.inference.ranking_engine import RankingEngine
from desktop_rag.ports.language_model import Cancelled

PAIR_TOKENS = 2048  # holds any chunk; memory grows with the square of it


class LlamaRanker:
    """A ranking GGUF. Not for several threads at once: its owner queues calls.

    Making it loads it: raises `ModelBroken` (not a reranker, damaged, or one that llama.cpp would
    score wrongly) or `ModelTooLarge`. `context` 0: chosen; `gpu_layers` -1: all; `threads` 0: one
    for each core.
    """

    def __init__(
        self, path: Path, *, context: int = 0, gpu_layers: int = -1, threads: int = 0
    ) -> None:
        file = read_gguf(path)
        if file.role != "rerank":
            raise ModelBroken(f"{path.name} is not a reranker.", "Choose a reranker.")
        refuse_lost_segments(path, file)
        self._path = path
        self._parameters = file.parameters
        self._engine = RankingEngine(
            path,
            context=choose_context(
                file,
                psutil.virtual_memory().available,
                wanted=context or min(PAIR_TOKENS, file.context),
            ),
            gpu_layers=gpu_layers,
            threads=threads or usable_cores(),
        )
        try:
            self._form = self._read_form()
        except ModelBroken:
            self._engine.close()
            raise

    def facts(self) -> ModelFacts:
        """What is loaded; `memory_bytes` is what this process holds."""
        return ModelFacts(
            name=self._path.stem,
            path=str(self._path),
            context=self._engine.context,
            parameters=self._parameters,
            template=bool(self._engine.template()),
            memory_bytes=int(psutil.Process().memory_info().rss),
        )

    def close(self) -> None:
        """Free the memory."""
        self._engine.close()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text; special tokens in it are plain text."""
        return [len(self._engine.tokens(text, False)) for text in texts]

    def rank(self, pairs: Sequence[tuple[str, str]], *, cancelled: Cancelled) -> list[float]:
        """The model's raw score for each (question, passage); higher is better, no sigmoid is
        applied. A pair longer than the context is judged by the beginning of its passage. Raises
        `ModelFailure` for a question that leaves no room, and `Stopped`."""
        return self._engine.score([self._row(*pair) for pair in pairs], cancelled)

    def _row(self, question: str, passage: str) -> list[int]:
        asked, told = self._form.texts(question, passage)
        return self._form.encode(
            self._engine.tokens(asked, False),
            self._engine.tokens(told, False),
            self._engine.context,
        )

    def _read_form(self) -> PairForm:
        template = self._engine.template()
        if not template:
            start, end, separator = self._engine.marks()
            doubled = self._engine.doubles_separator()
            return form_of_marks(start=start, end=end, separator=separator, doubled=doubled)
        try:
            return form_of_template(template, self._engine.tokens)
        except ValueError as error:
            raise ModelBroken(
                f"{self._path.name} does not say in which form it wants its pairs.",
                "Choose another file of this model, or another reranker.",
                detail=str(error),
            ) from error
