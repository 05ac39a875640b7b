"""Between the engine and the language-model host."""

from __future__ import annotations

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling
from desktop_rag.messages.base import Base


class LoadModel(Base, frozen=True):
    """Load a GGUF file, unless it is the one loaded. Replies `ModelLoaded`. `context` 0: chosen
    by the host; `gpu_layers` -1: as many as fit; `threads` 0: one for each core."""

    path: str
    context: int = 0
    gpu_layers: int = -1
    threads: int = 0


class ModelLoaded(Base, frozen=True):
    """The model is in memory."""

    facts: ModelFacts


class UnloadModel(Base, frozen=True):
    """Free the model's memory. Replies `Done`."""


class CountTokens(Base, frozen=True):
    """Replies `TokenCounts`, one number a text."""

    texts: tuple[str, ...]


class TokenCounts(Base, frozen=True):
    """Tokens of each text, special tokens not counted."""

    counts: tuple[int, ...]


class Generate(Base, frozen=True):
    """Write. Replies `TextGenerated` many times, then `GenerationFinished`."""

    messages: tuple[ChatMessage, ...]
    sampling: Sampling


class TextGenerated(Base, frozen=True):
    """Event: more text, whole characters only."""

    text: str


class GenerationFinished(Base, frozen=True):
    """The last reply."""

    generated: Generated


class JudgePairs(Base, frozen=True):
    """Probability of yes for (question, passage) pairs. Replies `Judgements`."""

    pairs: tuple[tuple[str, str], ...]


class Judgements(Base, frozen=True):
    """One number in [0, 1] a pair."""

    scores: tuple[float, ...]


class RankPairs(Base, frozen=True):
    """How well passages answer, by a reranker: (question, passage) pairs. Replies `PairScores`."""

    pairs: tuple[tuple[str, str], ...]


class PairScores(Base, frozen=True):
    """One raw score a pair, on the model's own scale; higher is better."""

    scores: tuple[float, ...]
