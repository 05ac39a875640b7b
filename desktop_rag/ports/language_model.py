"""The socket for language models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling

OnText = Callable[[str], None]
Cancelled = Callable[[], bool]


class LanguageModel(Protocol):
    """A model that writes text. Calls are queued by its owner; safe from several threads.

    All calls raise `ModelFailure` (one of its kinds). `priority`: 0 the person waits for it,
    1 helps an answer, 2 background.
    """

    def facts(self, *, cancelled: Cancelled | None = None) -> ModelFacts:
        """What is loaded; loads the model when it is not. Raises `Stopped` when that is cancelled
        meanwhile."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text by the model's own tokenizer, special tokens not counted."""

    def generate(
        self,
        messages: Sequence[ChatMessage],
        sampling: Sampling,
        *,
        on_text: OnText | None = None,
        cancelled: Cancelled | None = None,
        priority: int = 0,
    ) -> Generated:
        """Writes an answer; `on_text` gets it piece by piece, only at whole characters."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """For (question, passage) pairs the probability in [0, 1] that the model says yes."""
