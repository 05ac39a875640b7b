"""What a language model is told and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a prompt. `text` is data: special tokens in it are plain text."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tokens are chosen. `grammar` is GBNF or empty. Temperatures in [0, 2]."""

    temperature: float = 0.2
    top_p: float = 0.9
    max_tokens: int = 512
    seed: int = 0
    repeat_penalty: float = 1.1
    stop: tuple[str, ...] = ()
    grammar: str = ""


@dataclass(frozen=True, slots=True)
class Generated:
    """What a generation came to. `finish`: end (the model was done), length, stopped."""

    text: str
    finish: Literal["end", "length", "stopped"]
    prompt_tokens: int = 0
    reused_tokens: int = 0
    answer_tokens: int = 0
    first_token_ms: float | None = None
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known of a loaded language model. `context`: tokens; `memory_bytes`: resident.
    `host`: the machine it runs on when that is not this one, else empty."""

    name: str
    path: str
    context: int
    parameters: int = 0
    template: bool = True
    memory_bytes: int = 0
    host: str = ""
