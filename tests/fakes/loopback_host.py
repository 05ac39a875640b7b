"""A model host inside the test's own process, with ways to misbehave."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling
from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.engine.model_host import ModelHost
from desktop_rag.link.loopback import loopback
from desktop_rag.messages.model_host import LoadModel
from desktop_rag.ports.language_model import Cancelled, OnText


class ScriptedModel:
    """A loaded model that writes `words`, `pause_s` apart.

    `hang` makes it stop after the first word until it is told `let_go`, whether cancelled or not.
    """

    def __init__(
        self, words: Sequence[str] = ("one ", "two ", "three"), *, pause_s: float = 0.0
    ) -> None:
        self.words = words
        self.pause_s = pause_s
        self.hang = False
        self.let_go = threading.Event()
        self.questions: list[str] = []
        self.closed = False

    def facts(self) -> ModelFacts:
        return ModelFacts("scripted", "scripted.gguf", 1024)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def generate(
        self,
        messages: Sequence[ChatMessage],
        sampling: Sampling,
        *,
        on_text: OnText,
        cancelled: Cancelled,
    ) -> Generated:
        self.questions.append(messages[-1].text)
        written = ""
        for word in self.words:
            if cancelled():
                return Generated(written, "stopped")
            on_text(word)
            written += word
            if self.hang:
                self.let_go.wait(20)
            time.sleep(self.pause_s)
        return Generated(written, "end", first_token_ms=1.0)

    def judge(self, pairs: Sequence[tuple[str, str]], *, cancelled: Cancelled) -> list[float]:
        return [float(question in passage) for question, passage in pairs]

    def close(self) -> None:
        self.closed = True


class LoopbackHost:
    """Looks like `Child`; `crash` does what the death of the process would do. Loading ends when
    `loading` is set, if there is one."""

    def __init__(
        self,
        model: ScriptedModel,
        failure: DesktopRagError | None = None,
        loading: threading.Event | None = None,
    ) -> None:
        self.killed = False
        self.closed = False
        self.loads: list[LoadModel] = []

        def load(message: LoadModel) -> ScriptedModel:
            self.loads.append(message)
            if loading is not None:
                loading.wait(20)
            if failure is not None:
                raise failure
            return model

        self._model = model
        self._dead: int | None = None
        self.client = loopback(ModelHost(load).handle)

    @property
    def alive(self) -> bool:
        return self._dead is None and self.client.alive

    def exit_code(self) -> int | None:
        return self._dead

    def kill(self) -> None:
        self.killed = True
        self._die(-9)

    def crash(self) -> None:
        self._die(-6)

    def close(self, timeout: float = 5.0) -> None:
        self.closed = True
        self._die(0)

    def _die(self, code: int) -> None:
        if self._dead is None:
            self._dead = code
        self._model.let_go.set()
        self.client.close()
