"""The engine's side of a language model that runs in a process of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling
from desktop_rag.domain.errors import (
    DesktopRagError,
    EngineGone,
    InternalError,
    ModelCrashed,
    ModelFailure,
    Stopped,
    TimedOut,
)
from desktop_rag.engine.model_call import Host, call_host
from desktop_rag.engine.turns import Turns
from desktop_rag.link.spawn import Child
from desktop_rag.messages import Message
from desktop_rag.messages.library import LanguageModelStatus
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
    TokenCounts,
)
from desktop_rag.ports.language_model import Cancelled, OnText

_LOG = logging.getLogger(__name__)
_MOST_CRASHES = 2

M = TypeVar("M", bound=Message)

OnState = Callable[[LanguageModelStatus], None]


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which GGUF file to run and how; see `settings.models.ModelSettings`."""

    name: str
    path: Path
    context: int = 0
    gpu_layers: int = -1
    threads: int = 0
    unload_after_s: float = 300
    starter: bool = False


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds without a sign of life after which the host is killed: while it loads, before the
    first token (the prompt is being evaluated), between tokens."""

    load_s: float = 600
    first_s: float = 900
    quiet_s: float = 60


def start_host() -> Host:
    """A model host as a process of its own."""
    return Child("model_host")


class HostedLanguageModel:
    """Fills `ports.language_model.LanguageModel`.

    The host is started and the model loaded when it is first needed; both go when nothing was
    asked for `unload_after_s`. When the host dies or hangs, the call in hand raises
    `ModelCrashed`; after the second time the model is not started again until `forgive`.
    `on_state` is told each change of `state()`, on whichever thread it happens.
    """

    def __init__(
        self,
        choice: ModelChoice,
        *,
        start: Callable[[], Host] = start_host,
        on_state: OnState | None = None,
        patience: Patience = Patience(),
    ) -> None:
        self._choice = choice
        self._start = start
        self._on_state = on_state
        self._patience = patience
        self._turns = Turns()
        self._guard = threading.Lock()
        self._host: Host | None = None
        self._facts: ModelFacts | None = None
        self._crashes = 0
        self._closed = False
        self._idle: threading.Timer | None = None
        size = choice.path.stat().st_size if choice.path.is_file() else 0
        self._state = LanguageModelStatus(
            choice.name, "available", str(choice.path), size, choice.starter
        )

    def state(self) -> LanguageModelStatus:
        """available (not in memory), loading, ready, or failed with a sentence."""
        return self._state

    def forgive(self) -> None:
        """The person chose the model anew: crashes so far no longer count."""
        self._crashes = 0
        if self._state.state == "failed":
            self._tell("available")

    def close(self) -> None:
        """End the host; a call in hand raises `Stopped`, and so does every later one."""
        self._closed = True
        self._stop_timer()
        self._drop_host()

    def facts(self, *, cancelled: Cancelled | None = None) -> ModelFacts:
        """What is loaded; loads the model when it is not."""
        with self._guard:
            host, facts = self._host, self._facts
        if host is not None and facts is not None and host.alive:
            return facts
        with self._in_turn(0, cancelled):
            assert self._facts is not None  # a turn begins with a loaded model
            return self._facts

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text by the model's own tokenizer."""
        if not texts:
            return []
        with self._in_turn(0, None) as host:
            reply = self._call(host, CountTokens(tuple(texts)))
        return list(_expect(reply, TokenCounts).counts)

    def generate(
        self,
        messages: Sequence[ChatMessage],
        sampling: Sampling,
        *,
        on_text: OnText | None = None,
        cancelled: Cancelled | None = None,
        priority: int = 0,
    ) -> Generated:
        """Write an answer; `on_text` runs on the caller's thread."""
        said: list[str] = []

        def say(text: str) -> None:
            said.append(text)
            if on_text is not None:
                on_text(text)

        try:
            with self._in_turn(priority, cancelled) as host:
                reply = self._call(
                    host, Generate(tuple(messages), sampling), on_text=say, cancelled=cancelled
                )
        except Stopped:
            return Generated("".join(said), "stopped")
        generated = _expect(reply, GenerationFinished).generated
        if generated.finish == "stopped":
            # text that was on its way when the person stopped is not part of what they saw
            generated = replace(generated, text="".join(said))
        return generated

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Probability of yes for each (question, passage). A turn is taken for each, so that the
        person's own question need not wait for all of them."""
        scores: list[float] = []
        for pair in pairs:
            with self._in_turn(1, None) as host:
                reply = self._call(host, JudgePairs((pair,)))
            scores += _expect(reply, Judgements).scores
        return scores

    def rank(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """A reranker's raw score for each (question, passage). Raises `ModelBroken` when the model
        is none."""
        with self._in_turn(1, None) as host:
            reply = self._call(host, RankPairs(tuple(pairs)))
        return list(_expect(reply, PairScores).scores)

    @contextmanager
    def _in_turn(self, priority: int, cancelled: Cancelled | None) -> Iterator[Host]:
        """A turn with a loaded model; crashes inside become `ModelCrashed`."""
        with self._turns.turn(priority, cancelled):
            self._stop_timer()
            try:
                yield self._ready(cancelled)
            except (EngineGone, TimedOut) as error:
                raise self._crashed(error) from error
            except Stopped:
                if self._host is not None and not self._host.alive:
                    self._drop_host()
                    self._tell("available")
                raise
            finally:
                self._start_timer()

    def _ready(self, cancelled: Cancelled | None) -> Host:
        if self._closed:
            raise Stopped("The application is closing.")
        if self._host is not None and self._host.alive:
            return self._host
        if self._crashes >= _MOST_CRASHES:
            raise ModelCrashed(self._state.problem, self._state.remedy)
        self._drop_host()
        self._tell("loading")
        try:
            host = self._host = self._start()
            self._facts = self._load(host, cancelled)
        except ModelFailure as error:
            self._drop_host()
            self._tell("failed", error.message, error.remedy)
            raise
        self._tell("ready")
        return host

    def _load(self, host: Host, cancelled: Cancelled | None) -> ModelFacts:
        choice = self._choice
        message = LoadModel(str(choice.path), choice.context, choice.gpu_layers, choice.threads)
        wait = self._patience.load_s
        reply = call_host(
            host, message, cancelled=cancelled, first_s=wait, quiet_s=wait, cancel_s=0.0
        )
        return replace(_expect(reply, ModelLoaded).facts, name=choice.name)

    def _call(
        self,
        host: Host,
        message: Message,
        *,
        on_text: OnText | None = None,
        cancelled: Cancelled | None = None,
    ) -> Message:
        return call_host(
            host,
            message,
            on_text=on_text,
            cancelled=cancelled,
            first_s=self._patience.first_s,
            quiet_s=self._patience.quiet_s,
        )

    def _crashed(self, error: DesktopRagError) -> DesktopRagError:
        if self._closed:
            return Stopped("The application is closing.")
        exit_code = self._host.exit_code() if self._host is not None else None
        _LOG.warning("model host ended (%s): %s %s", exit_code, error.message, error.detail)
        self._drop_host()
        self._crashes += 1
        what = "stopped answering" if isinstance(error, TimedOut) else "ended unexpectedly"
        if self._crashes >= _MOST_CRASHES:
            self._tell(
                "failed",
                f"The model {self._choice.name} {what} twice and is not started again by itself.",
                "Choose it again under Models to try once more, or choose another one.",
            )
            return ModelCrashed(self._state.problem, self._state.remedy, detail=f"{exit_code}")
        self._tell("available")
        return ModelCrashed(
            f"The model {self._choice.name} {what}.", "Ask again.", detail=f"{exit_code}"
        )

    def _drop_host(self) -> None:
        with self._guard:
            host, self._host = self._host, None
            self._facts = None
        if host is not None:
            host.close()

    def _start_timer(self) -> None:
        if self._closed or self._host is None:
            return
        self._idle = threading.Timer(self._choice.unload_after_s, self._unload)
        self._idle.name = "model-unload"
        self._idle.daemon = True
        self._idle.start()

    def _stop_timer(self) -> None:
        timer, self._idle = self._idle, None
        if timer is not None:
            timer.cancel()

    def _unload(self) -> None:
        timer = threading.current_thread()
        with self._turns.turn(priority=9):
            # somebody may have come first, and started a timer of their own
            if self._idle is timer and self._host is not None:
                self._drop_host()
                self._tell("available")

    def _tell(self, state: str, problem: str = "", remedy: str = "") -> None:
        self._state = LanguageModelStatus(
            self._state.name,
            state,
            self._state.path,
            self._state.size_bytes,
            self._state.starter,
            problem,
            remedy,
        )
        if self._on_state is not None:
            self._on_state(self._state)


def _expect(reply: Message, kind: type[M]) -> M:
    if not isinstance(reply, kind):
        raise InternalError(
            "The model host gave an unexpected answer.",
            "Ask again.",
            detail=f"{type(reply).__name__} in place of {kind.__name__}",
        )
    return reply
