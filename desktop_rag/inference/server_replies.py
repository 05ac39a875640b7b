"""What an OpenAI-compatible server says: the parts that are looked at. Servers say more, and leave
out what they do not know."""

from __future__ import annotations

import math
from typing import TypeVar

import msgspec

from desktop_rag.domain.model_server import ModelServer
from desktop_rag.inference.server_errors import senseless

T = TypeVar("T")


class Text(msgspec.Struct, frozen=True):
    """A message or a piece of one. What a model thinks comes in other fields."""

    content: str | None = None


class Likely(msgspec.Struct, frozen=True):
    """A token that might have been written, with the logarithm of its probability."""

    token: str = ""
    logprob: float = -99.0


class WrittenToken(msgspec.Struct, frozen=True):
    """A token that was written, with those that might have been."""

    top_logprobs: tuple[Likely, ...] | None = None


class Chances(msgspec.Struct, frozen=True):
    """The tokens of an answer with their chances."""

    content: tuple[WrittenToken, ...] | None = None


class Choice(msgspec.Struct, frozen=True):
    """One answer: whole (`message`) or a piece of it (`delta`)."""

    delta: Text | None = None
    message: Text | None = None
    finish_reason: str | None = None
    logprobs: Chances | None = None


class Details(msgspec.Struct, frozen=True):
    """What of a prompt was known from before."""

    cached_tokens: int | None = None


class Usage(msgspec.Struct, frozen=True):
    """Tokens that were read and written."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: Details | None = None


class Reply(msgspec.Struct, frozen=True):
    """An answer, or an event of one that is streamed."""

    choices: tuple[Choice, ...] | None = None
    usage: Usage | None = None
    error: msgspec.Raw = msgspec.Raw(b"")

    def first(self) -> Choice:
        """The one answer that was asked for; empty when there is none."""
        return self.choices[0] if self.choices else Choice()


class Meta(msgspec.Struct, frozen=True):
    """What llama.cpp adds to a listed model."""

    n_ctx: int | None = None


class ListedModel(msgspec.Struct, frozen=True):
    """A model in the list of a server."""

    id: str = ""
    owned_by: str | None = None
    max_model_len: int | None = None
    loaded_context_length: int | None = None
    meta: Meta | None = None

    def context(self) -> int:
        """Tokens of context, as vLLM, LM Studio or llama.cpp tell it; 0 when nothing does."""
        told = (self.max_model_len, self.loaded_context_length, self.meta and self.meta.n_ctx)
        return next((count for count in told if count and count > 0), 0)


class Listing(msgspec.Struct, frozen=True):
    """All models of a server."""

    data: tuple[ListedModel, ...] | None = None


def parsed(server: ModelServer, data: bytes, kind: type[T]) -> T:
    """What was said, as a `kind`. Raises `ModelFailure` for what is none, or tells of an error."""
    try:
        reply = msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise senseless(server, repr(error)) from error
    if isinstance(reply, Reply) and bytes(reply.error) not in (b"", b"null"):
        raise senseless(server, bytes(reply.error).decode(errors="replace"))
    return reply


class Told:
    """What the events of an answer say beside its text. `finish` stays empty until one says why
    the answer ended."""

    def __init__(self, prompt: int) -> None:
        """`prompt`: its tokens as estimated, for servers that do not tell."""
        self.finish = ""
        self.prompt = prompt
        self.reused = self.answer = 0

    def hear(self, event: Reply) -> None:
        """Take the reason of the end and the use of tokens, where they are told."""
        self.finish = self.finish or event.first().finish_reason or ""
        usage = event.usage
        if usage is not None:
            self.prompt = usage.prompt_tokens or self.prompt
            self.answer = usage.completion_tokens or 0
            details = usage.prompt_tokens_details or Details()
            self.reused = details.cached_tokens or 0


def chance_of_yes_in(choice: Choice) -> float | None:
    """P(yes) / (P(yes) + P(no)) over the likeliest first tokens; None where they are not told."""
    tokens = (choice.logprobs or Chances()).content
    if not tokens:
        return None
    weights = {"yes": 0.0, "no": 0.0}
    for likely in tokens[0].top_logprobs or ():
        word = likely.token.strip().lower()
        if word in weights:
            weights[word] += math.exp(min(0.0, likely.logprob))
    both = sum(weights.values())
    return weights["yes"] / both if both else None
