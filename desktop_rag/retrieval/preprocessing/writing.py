"""Letting a language model write another wording: in form, in time, near the question."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.domain.chat import ChatMessage, Sampling
from desktop_rag.domain.errors import TimedOut
from desktop_rag.domain.search_form import fold, words
from desktop_rag.ports.clock import Clock, SystemClock
from desktop_rag.ports.embedding import Embedder
from desktop_rag.ports.language_model import LanguageModel

REMEMBERED = 256
NEAR = 0.5
LINE = r'[^\n\r\t<>{}|"]'  # what a line of a wording may hold, in GBNF


@dataclass(frozen=True, slots=True)
class Task:
    """What to write. `examples` are (question, wording) pairs that show a small model the form;
    `grammar` is GBNF that leaves it no other."""

    instruction: str
    examples: tuple[tuple[str, str], ...]
    grammar: str
    max_tokens: int


class Writer:
    """Asks a language model for wordings of a question and remembers what it wrote.

    `model()` gives the model or raises `ModelMissing`. A generation is cut off after `budget_s`
    seconds; what was written until then is not used (`TimedOut`).
    """

    def __init__(
        self,
        model: Callable[[], LanguageModel],
        task: Task,
        *,
        budget_s: float = 8.0,
        clock: Clock | None = None,
    ) -> None:
        if budget_s <= 0:
            raise ValueError(f"budget_s must be above 0, but is {budget_s}")
        self._model = model
        self._task = task
        self._budget_s = budget_s
        self._clock = clock or SystemClock()
        self._known: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._guard = threading.Lock()

    def lines(self, text: str) -> tuple[str, ...]:
        """The lines the model wrote for this text, without blanks and list marks."""
        with self._guard:
            if text in self._known:
                self._known.move_to_end(text)
                return self._known[text]
        written = self._write(text)
        with self._guard:
            self._known[text] = written
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return written

    def _write(self, text: str) -> tuple[str, ...]:
        messages = [ChatMessage("system", self._task.instruction)]
        for question, wording in self._task.examples:
            messages += [ChatMessage("user", question), ChatMessage("assistant", wording)]
        messages.append(ChatMessage("user", text))
        sampling = Sampling(
            temperature=0.2, max_tokens=self._task.max_tokens, grammar=self._task.grammar
        )
        deadline = self._clock.monotonic() + self._budget_s
        generated = self._model().generate(
            messages,
            sampling,
            cancelled=lambda: self._clock.monotonic() > deadline,
            priority=1,
        )
        if generated.finish == "stopped":
            raise TimedOut("The language model took too long to reword the question.")
        stripped = (line.strip(" -•*\t") for line in generated.text.splitlines())
        return tuple(line for line in stripped if line)


def is_near(text: str, wording: str, embedder: Embedder) -> bool:
    """True when a wording is still about the question: it is no copy of it, keeps a word of it, and
    the cosine of the two is at least 0.5."""
    one, other = words(fold(text)), words(fold(wording))
    if not other or one == other:
        return False
    if not set(one) & set(other):
        return False
    cosine = float(embedder.embed_query(text) @ embedder.embed_query(wording))
    return cosine >= NEAR
