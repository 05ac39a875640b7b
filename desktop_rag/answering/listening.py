"""Whom an answer is told to while it comes about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.answering.streaming import OnText
from desktop_rag.domain.answer import Answer
from desktop_rag.ports.language_model import Cancelled

OnSources = Callable[[Answer], None]
OnStage = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Listener:
    """The caller's callbacks, each of which may be missing. They run on the caller's thread."""

    on_sources: OnSources | None = None
    on_text: OnText | None = None
    on_stage: OnStage | None = None
    cancelled: Cancelled | None = None

    def sources(self, answer: Answer) -> None:
        """The numbered sources are known; `answer` holds the quotations when a model writes."""
        if self.on_sources is not None:
            self.on_sources(answer)

    def text(self, text: str, replace: bool) -> None:
        """More text, or other text in place of all before."""
        if self.on_text is not None:
            self.on_text(text, replace)

    def stage(self, stage: str) -> None:
        """Another stage begins: reading, loading_model, writing, checking."""
        if self.on_stage is not None:
            self.on_stage(stage, "")
