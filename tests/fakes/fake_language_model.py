"""A language model that says what it was told to say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from desktop_rag.domain.chat import ChatMessage, Generated, ModelFacts, Sampling
from desktop_rag.domain.errors import ModelFailure, Stopped
from desktop_rag.ports.language_model import Cancelled, OnText

_TOKEN = re.compile(r"\w+|[^\w\s]")
_PIECE = re.compile(r"\s*\S+")

Answerer = Callable[[Sequence[ChatMessage]], str]


class FakeLanguageModel:
    """Writes `answer` word by word; `answer` may be a function of the messages.

    `asked` keeps the messages of every call. `failure` is raised by every call when it is set.
    `judge` says how many of the question's words occur in the passage.
    """

    def __init__(
        self,
        answer: str | Answerer = "Yes.",
        *,
        context: int = 2048,
        failure: ModelFailure | None = None,
    ) -> None:
        self.answer = answer
        self.failure = failure
        self.asked: list[tuple[ChatMessage, ...]] = []
        self.samplings: list[Sampling] = []
        self._facts = ModelFacts("fake", "fake.gguf", context)

    def facts(self, *, cancelled: Cancelled | None = None) -> ModelFacts:
        """A model of `context` tokens."""
        self._may_fail()
        if cancelled is not None and cancelled():
            raise Stopped("The answer was stopped.")
        return self._facts

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Words and signs."""
        self._may_fail()
        return [len(_TOKEN.findall(text)) for text in texts]

    def generate(
        self,
        messages: Sequence[ChatMessage],
        sampling: Sampling,
        *,
        on_text: OnText | None = None,
        cancelled: Cancelled | None = None,
        priority: int = 0,
    ) -> Generated:
        """The answer, cut at `max_tokens` words and before the first stop string."""
        self._may_fail()
        self.asked.append(tuple(messages))
        self.samplings.append(sampling)
        text = self.answer if isinstance(self.answer, str) else self.answer(messages)
        stops = [text.find(stop) for stop in sampling.stop if stop and stop in text]
        pieces = _PIECE.findall(text[: min(stops)] if stops else text)
        written = ""
        finish = "length" if len(pieces) > sampling.max_tokens else "end"
        for piece in pieces[: sampling.max_tokens]:
            if cancelled is not None and cancelled():
                finish = "stopped"
                break
            written += piece
            if on_text is not None:
                on_text(piece)
        prompt = sum(self.count_tokens([message.text for message in messages]))
        return Generated(
            written,
            finish,  # type: ignore[arg-type]  # one of the three literals above
            prompt_tokens=prompt,
            answer_tokens=len(_PIECE.findall(written)),
            first_token_ms=0.0 if written else None,
        )

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """For each pair the share of the question's words that the passage has."""
        self._may_fail()
        return [_overlap(question, passage) for question, passage in pairs]

    def _may_fail(self) -> None:
        if self.failure is not None:
            raise self.failure


def _overlap(question: str, passage: str) -> float:
    words = {word.casefold() for word in re.findall(r"\w+", question)}
    found = {word.casefold() for word in re.findall(r"\w+", passage)}
    return len(words & found) / len(words) if words else 0.0
