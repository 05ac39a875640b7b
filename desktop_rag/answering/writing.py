"""Letting the language model write an answer from the numbered sources."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.answering.budgeting import FittedPrompt, fit
from desktop_rag.answering.phrases import say
from desktop_rag.answering.prompting import ANSWER, PromptLibrary, own_template
from desktop_rag.answering.streaming import AnswerStream, OnText
from desktop_rag.domain.answer import Source, Turn
from desktop_rag.domain.chat import Generated, ModelFacts, Sampling
from desktop_rag.domain.errors import ModelFailure, Stopped
from desktop_rag.ports.language_model import Cancelled, LanguageModel
from desktop_rag.settings.answering import AnsweringSettings

_ASKS_FOR_A_FACT = frozenset(
    "who whom whose when where which quién quiénes cuándo dónde cuál cuáles cuánto cuánta cuántos "
    "cuántas".split()
)
_HOW_MANY = ("how many", "how much", "how old", "how long", "how far", "what year", "qué año")
LONGEST_FACT_QUESTION = 16


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """What the model wrote, cleaned, and what the prompt was. `stopped`: the person stopped it."""

    text: str
    stopped: bool
    generated: Generated
    prompt: FittedPrompt
    template: str
    model: str
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerWriter:
    """Writes answers with one language model and the prompt files."""

    model: LanguageModel
    prompts: PromptLibrary

    def write(
        self,
        question: str,
        sources: Sequence[Source],
        turns: Sequence[Turn],
        settings: AnsweringSettings,
        language: str,
        on_text: OnText | None,
        cancelled: Cancelled | None,
    ) -> WrittenAnswer:
        """Raises `ModelFailure` when the model fails or writes no answer, `InvalidRequest` when
        the question does not fit. A stop returns what was written until then."""
        own = settings.template
        template = (
            own_template(Path(os.path.expanduser(own)), language)
            if own
            else self.prompts.template(ANSWER, language)
        )
        prompt = fit(template, question, sources, turns, self.model, settings)
        stream = AnswerStream(len(sources) - len(prompt.left_out), on_text)
        generated = self._generated(
            prompt, _sampling(question, prompt, settings), stream.feed, cancelled
        )
        text = stream.finish(generated.text)
        stopped = generated.finish == "stopped"
        if not text and not stopped:
            key = "only_thinking" if generated.text.strip() else "empty_answer"
            raise ModelFailure(say(key, language))
        facts = self.model.facts()
        notices = _notices(prompt, generated, facts, language)
        return WrittenAnswer(text, stopped, generated, prompt, template.id, facts.name, notices)

    def _generated(
        self,
        prompt: FittedPrompt,
        sampling: Sampling,
        feed: Callable[[str], None],
        cancelled: Cancelled | None,
    ) -> Generated:
        try:
            return self.model.generate(
                prompt.messages, sampling, on_text=feed, cancelled=cancelled, priority=0
            )
        except Stopped:
            return Generated("", "stopped")


def asks_for_a_fact(question: str) -> bool:
    """True for short questions after a person, time, place, choice or number: their answer stands
    word for word in a source, so nothing is to be left to chance."""
    words = question.lower().strip(" ¿¡\"'“«").split()
    if not words or len(words) > LONGEST_FACT_QUESTION:
        return False
    begins = " ".join(words[:3])
    return any(word in _ASKS_FOR_A_FACT for word in words[:2]) or begins.startswith(_HOW_MANY)


def _notices(
    prompt: FittedPrompt, generated: Generated, facts: ModelFacts, language: str
) -> tuple[str, ...]:
    away = (say("written_elsewhere", language, host=facts.host),) if facts.host else ()
    cut = (say("cut", language),) if generated.finish == "length" else ()
    return (*away, *prompt.notices, *cut)


def _sampling(question: str, prompt: FittedPrompt, settings: AnsweringSettings) -> Sampling:
    return Sampling(
        temperature=0.0 if asks_for_a_fact(question) else settings.temperature,
        top_p=settings.top_p,
        max_tokens=prompt.answer_tokens,
    )
