"""The language-model host: owns llama.cpp, does one thing at a time, and may be killed."""

from __future__ import annotations

import faulthandler
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling
from desktop_rag.domain.errors import InvalidRequest, ModelBroken, ModelMissing
from desktop_rag.inference.gguf import read_gguf
from desktop_rag.link.server import Handle, Reply
from desktop_rag.link.spawn import serve_parent
from desktop_rag.messages import Message
from desktop_rag.messages.common import Done, Ping
from desktop_rag.messages.model_host import (
    CountTokens,
    Generate,
    GenerationFinished,
    Judgements,
    JudgePairs,
    LoadModel,
    ModelLoaded,
    PairScores,
    RankPairs,
    TextGenerated,
    TokenCounts,
    UnloadModel,
)
from desktop_rag.ports.language_model import Cancelled, OnText

# llama.cpp's threads meet many hundred times for each token. GNU OpenMP lets those that come first
# spin for 300 000 rounds; where another program wants the core too, they keep it from the one they
# wait for, and a token takes ten times as long. After 2 000 rounds they sleep. Read when the
# library is loaded (the manual of GNU libgomp, GOMP_SPINCOUNT).
_SHORT_WAITS = ("GOMP_SPINCOUNT", "2000")


class LoadedModel(Protocol):
    """A model in this process's memory: a `WritingModel` or a `RankingModel`."""

    def facts(self) -> ModelFacts: ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]: ...

    def close(self) -> None: ...


@runtime_checkable
class WritingModel(LoadedModel, Protocol):
    """A language model."""

    def generate(
        self,
        messages: Sequence[ChatMessage],
        sampling: Sampling,
        *,
        on_text: OnText,
        cancelled: Cancelled,
    ) -> Generated: ...

    def judge(self, pairs: Sequence[tuple[str, str]], *, cancelled: Cancelled) -> list[float]: ...


@runtime_checkable
class RankingModel(LoadedModel, Protocol):
    """A reranker."""

    def rank(self, pairs: Sequence[tuple[str, str]], *, cancelled: Cancelled) -> list[float]: ...


Load = Callable[[LoadModel], LoadedModel]


def run_model_host(address: str) -> int:
    """Serve the engine until it goes away."""
    faulthandler.enable()
    os.environ.setdefault(*_SHORT_WAITS)
    serve_parent(address, handler())
    return 0


def handler() -> Handle:
    """What a model host does on each message."""
    return ModelHost(load_llama).handle


def load_llama(message: LoadModel) -> LoadedModel:
    """Load a GGUF file with llama.cpp. Raises `ModelMissing` when llama.cpp is not installed."""
    path = Path(message.path)
    make: Callable[..., LoadedModel]
    try:
        if read_gguf(path).role == "rerank":
            from desktop_rag.inference.llama_ranker import LlamaRanker as make
        else:
            from desktop_rag.inference.llama import LlamaModel as make
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelMissing(
            "llama.cpp, which runs language models, is not installed.",
            "Install it with: pip install 'desktop-rag[llama]' (needs a C++ compiler).",
            detail=repr(error),
        ) from error
    return make(
        path,
        context=message.context,
        gpu_layers=message.gpu_layers,
        threads=message.threads,
    )


class ModelHost:
    """Answers the messages of `messages.model_host`; requests wait for each other."""

    def __init__(self, load: Load) -> None:
        self._load_model = load
        self._turn = threading.Lock()
        self._model: LoadedModel | None = None
        self._loaded: LoadModel | None = None

    def handle(self, message: Message, reply: Reply) -> None:
        """Answer one message. Raises what the model raises."""
        if isinstance(message, Ping):
            reply.finish(Done())
            return
        with self._turn:
            reply.finish(self._answer(message, reply))

    def _answer(self, message: Message, reply: Reply) -> Message:
        if isinstance(message, LoadModel):
            return ModelLoaded(self._load(message).facts())
        if isinstance(message, UnloadModel):
            self._unload()
            return Done()
        if isinstance(message, CountTokens):
            return TokenCounts(tuple(self._ready().count_tokens(message.texts)))
        if isinstance(message, RankPairs):
            ranker = self._ranker()
            return PairScores(tuple(ranker.rank(message.pairs, cancelled=reply.cancelled)))
        if isinstance(message, JudgePairs):
            judge = self._writer()
            return Judgements(tuple(judge.judge(message.pairs, cancelled=reply.cancelled)))
        if isinstance(message, Generate):
            generated = self._writer().generate(
                message.messages,
                message.sampling,
                on_text=lambda text: reply.event(TextGenerated(text)),
                cancelled=reply.cancelled,
            )
            return GenerationFinished(generated)
        raise InvalidRequest(f"A model host does not know {type(message).__name__}.")

    def _load(self, message: LoadModel) -> LoadedModel:
        if self._model is None or self._loaded != message:
            self._unload()
            self._model = self._load_model(message)
            self._loaded = message
        return self._model

    def _unload(self) -> None:
        if self._model is not None:
            self._model.close()
        self._model = None

    def _writer(self) -> WritingModel:
        model = self._ready()
        if not isinstance(model, WritingModel):
            raise _unfit("a reranker", "an instruct or chat model")
        return model

    def _ranker(self) -> RankingModel:
        model = self._ready()
        if not isinstance(model, RankingModel):
            raise _unfit("no reranker", "a reranker")
        return model

    def _ready(self) -> LoadedModel:
        if self._model is None:
            raise ModelMissing("No language model is loaded.", "Choose a model.")
        return self._model


def _unfit(what: str, wanted: str) -> ModelBroken:
    return ModelBroken(f"The model that is loaded is {what}.", f"Choose {wanted}.")
