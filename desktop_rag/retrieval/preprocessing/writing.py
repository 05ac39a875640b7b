"""Letting a language model write another wording: in form, in time, near the question."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from desktop_rag.domain.chat import ChatMessage, Sampling
from desktop_rag.domain.errors import TimedOut
from desktop_rag.domain.search_form import fold, words
from desktop_rag.domain.thinking import without_thinking
from desktop_rag.ports.clock import Clock, SystemClock
from desktop_rag.ports.embedding import Embedder
from desktop_rag.ports.language_model import LanguageModel
from desktop_rag.retrieval.languages import is_small_word, language_of

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


class Written:
    """What models wrote before, so that the same question costs nothing the second time. Keeps the
    last 256 wordings of each model for as long as the model itself is there."""

    def __init__(self) -> None:
        self._lines: WeakKeyDictionary[LanguageModel, OrderedDict[str, tuple[str, ...]]] = (
            WeakKeyDictionary()
        )
        self._guard = threading.Lock()

    def find(self, model: LanguageModel, key: str) -> tuple[str, ...] | None:
        """The lines kept under a key."""
        with self._guard:
            return self._lines.get(model, OrderedDict()).get(key)

    def keep(self, model: LanguageModel, key: str, lines: tuple[str, ...]) -> None:
        """Keep lines; the oldest go when there are too many."""
        with self._guard:
            kept = self._lines.setdefault(model, OrderedDict())
            kept[key] = lines
            while len(kept) > REMEMBERED:
                kept.popitem(last=False)


class Writer:
    """Asks a language model for wordings of a question.

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
        written: Written | None = None,
    ) -> None:
        if budget_s <= 0:
            raise ValueError(f"budget_s must be above 0, but is {budget_s}")
        self._model = model
        self._task = task
        self._budget_s = budget_s
        self._clock = clock or SystemClock()
        self._written = written or Written()

    def lines(self, text: str) -> tuple[str, ...]:
        """The lines the model wrote for this text, without reasoning, blanks and list marks."""
        model = self._model()
        key = f"{self._task.instruction}\n{text}"
        known = self._written.find(model, key)
        if known is not None:
            return known
        lines = self._write(model, text)
        self._written.keep(model, key, lines)
        return lines

    def _write(self, model: LanguageModel, text: str) -> tuple[str, ...]:
        messages = [ChatMessage("system", self._task.instruction)]
        for question, wording in _examples(self._task, text):
            messages += [ChatMessage("user", question), ChatMessage("assistant", wording)]
        messages.append(ChatMessage("user", text))
        sampling = Sampling(
            temperature=0.2, max_tokens=self._task.max_tokens, grammar=self._task.grammar
        )
        deadline = self._clock.monotonic() + self._budget_s
        generated = model.generate(
            messages,
            sampling,
            cancelled=lambda: self._clock.monotonic() > deadline,
            priority=1,
        )
        if generated.finish == "stopped":
            raise TimedOut("The language model took too long to reword the question.")
        written = without_thinking(generated.text, done=True)
        stripped = (line.strip(" -•*\t") for line in written.splitlines())
        return tuple(line for line in stripped if line)


def _examples(task: Task, text: str) -> Sequence[tuple[str, str]]:
    """Those in the question's language, else the first: a small model copies the language that it
    is shown."""
    language = language_of(text)
    return [e for e in task.examples if language_of(e[0]) == language] or task.examples[:1]


def is_near(text: str, wording: str, embedder: Embedder) -> bool:
    """True when a wording is still about the question: it is no copy of it, shares a word that
    bears meaning, and the cosine of the two is at least 0.5."""
    one, other = words(fold(text)), words(fold(wording))
    if not other or one == other:
        return False
    if not any(word in one and not is_small_word(word) for word in other):
        return False
    cosine = float(embedder.embed_query(text) @ embedder.embed_query(wording))
    return cosine >= NEAR


def adds_little(text: str, wording: str) -> bool:
    """True when at most half of the wording's words that bear meaning are not the question's."""
    asked = set(words(fold(text)))
    content = [word for word in words(fold(wording)) if not is_small_word(word)]
    return sum(word not in asked for word in content) * 2 <= len(content)
