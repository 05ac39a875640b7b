"""Test drives: how fast a language model reads and writes on this machine."""

from __future__ import annotations

import time

from desktop_rag.domain.chat import ChatMessage, Generated, Sampling
from desktop_rag.domain.errors import Stopped
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.host.resources import resource
from desktop_rag.link.server import Reply
from desktop_rag.messages.models import ModelTried, TryModel
from desktop_rag.ports.language_model import LanguageModel

WRITTEN = 48  # tokens


def try_model(engine: Engine, message: TryModel, reply: Reply) -> None:
    """Let a model read a page and write a few sentences. Indexing gives way meanwhile."""
    with engine.giving_way.asked(), engine.models.lent(message.name) as model:
        began = time.monotonic()
        name = model.facts().name
        loaded = time.monotonic()
        generated = _drive(model, reply)
    reply.finish(_tried(name, (loaded - began) * 1000, generated))


def _drive(model: LanguageModel, reply: Reply) -> Generated:
    # a text of its own each time: what a model has read before costs it nothing
    page = resource("prompts", "test_drive.txt").read_text(encoding="utf-8")
    generated = model.generate(
        [ChatMessage("user", f"{time.monotonic_ns()}\n{page}")],
        Sampling(temperature=0, max_tokens=WRITTEN),
        cancelled=reply.cancelled,
    )
    if generated.finish == "stopped":
        raise Stopped("The test drive was stopped.")
    return generated


def _tried(name: str, load_ms: float, generated: Generated) -> ModelTried:
    first = generated.first_token_ms or generated.took_ms
    read = generated.prompt_tokens - generated.reused_tokens
    return ModelTried(
        name=name,
        text=generated.text.strip(),
        load_ms=load_ms,
        first_token_ms=first,
        reads_per_s=_rate(read, first),
        writes_per_s=_rate(generated.answer_tokens - 1, generated.took_ms - first),
    )


def _rate(tokens: int, ms: float) -> float:
    return tokens * 1000 / ms if tokens > 0 and ms > 0 else 0.0


ROUTES: Routes = {TryModel: try_model}
