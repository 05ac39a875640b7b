"""Answers and their evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from desktop_rag.domain.hit import DroppedHit, Hit, TraceStep
from desktop_rag.domain.query import QueryVariant

AnswerOutcome = Literal["answered", "not_in_documents", "stopped", "failed"]
AnswerKind = Literal["generated", "extractive"]
Support = Literal["supported", "unsupported", "uncited"]


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered source of one answer: `n` is 1-based and never changes."""

    n: int
    hit: Hit
    used: bool = False
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of the answer and how its sources bear it. `score` in [0, 1].

    `chars`: (start, end) into the answer's text."""

    text: str
    chars: tuple[int, int]
    citations: tuple[int, ...] = ()
    support: Support = "uncited"
    score: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class TokenUse:
    """How many tokens an answer cost: prompt, of these reused from before, and answer."""

    prompt: int = 0
    reused: int = 0
    answer: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer with everything needed to show it again later. `variants` and `dropped`:
    what else was searched for, and which candidates were left out (`SearchResult`)."""

    question: str
    outcome: AnswerOutcome
    text: str
    kind: AnswerKind
    sentences: tuple[AnswerSentence, ...] = ()
    sources: tuple[Source, ...] = ()
    model: str = ""
    prompt_template: str = ""
    tokens: TokenUse = TokenUse()
    first_token_ms: float | None = None
    took_ms: float = 0.0
    trace: tuple[TraceStep, ...] = ()
    notices: tuple[str, ...] = ()
    remedy: str = ""
    variants: tuple[QueryVariant, ...] = ()
    dropped: tuple[DroppedHit, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier question and answer of a conversation."""

    question: str
    answer: str
