"""A follow-up question becomes one that is understood without the conversation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from desktop_rag.domain.answer import Turn
from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.search_form import fold, words
from desktop_rag.ports.language_model import LanguageModel
from desktop_rag.retrieval.languages import is_small_word
from desktop_rag.retrieval.preprocessing.writing import LINE, Task, Writer

TURNS = 3
ANSWER_CHARS = 200
CONDENSE = Task(
    instruction=(
        "Given a conversation and a follow-up question, write the question so that it is "
        "understood alone, in its own language. Keep names, numbers and codes. Do not answer it."
    ),
    examples=(
        (
            "Q: How long is the X200 pump's warranty?\nA: Two years.\nFollow-up: and the X300?",
            "How long is the X300 pump's warranty?",
        ),
        (
            "Q: ¿Quién dirige la planta de Vigo?\nA: Ana Pazos.\nFollow-up: ¿desde cuándo?",
            "¿Desde cuándo dirige Ana Pazos la planta de Vigo?",
        ),
    ),
    grammar=f"root ::= {LINE}{{5,240}}",
    max_tokens=72,
)
_LEANS = re.compile(
    r"^\W*(and|but|so|then|also|what about|how about|y|pero|entonces|también|und|aber|et|mais)\b"
    r"|\b(it|its|they|them|their|this|that|these|those|he|she|him|her|his|there|same|"
    r"él|ella|ellos|ellas|eso|esa|ese|esto|esta|este|esos|esas|estos|estas|allí|ahí|mismo|misma|"
    r"sie|ihn|ihr|dort|elle|ils|cela|ça)\b",
    re.IGNORECASE,
)


class FollowUp:
    """Condenses a question and the conversation before it.

    `model` is None where no language model is wanted; then, and whenever the model fails or loses
    the question's own words, the content words of the question before are added instead.
    """

    name = "follow_up"

    def __init__(self, model: Callable[[], LanguageModel] | None, *, budget_s: float = 8.0) -> None:
        self._writer = Writer(model, CONDENSE, budget_s=budget_s) if model else None

    def condense(self, question: str, turns: Sequence[Turn]) -> str:
        """The question to search for. It is returned unchanged when nothing came before it or it
        does not lean on what came before."""
        if not turns or not leans_on_context(question):
            return question
        if self._writer is not None:
            try:
                lines = self._writer.lines(_conversation(question, turns))
            except DesktopRagError:
                return with_context(question, turns)
            if lines and _keeps(question, lines[0], turns):
                return lines[0]
        return with_context(question, turns)


def leans_on_context(question: str) -> bool:
    """True for a question with a pronoun, a connecting first word, or hardly any content."""
    content = [word for word in words(fold(question)) if not is_small_word(word)]
    return len(content) <= 1 or _LEANS.search(question) is not None


def with_context(question: str, turns: Sequence[Turn]) -> str:
    """The question, then the content words of the question before that it lacks."""
    own = set(words(fold(question)))
    earlier = [
        word
        for word in words(turns[-1].question)
        if fold(word) not in own and not is_small_word(fold(word))
    ]
    return " ".join([question.strip(), *dict.fromkeys(earlier)])


def _conversation(question: str, turns: Sequence[Turn]) -> str:
    lines = []
    for turn in turns[-TURNS:]:
        lines += [f"Q: {_one_line(turn.question)}", f"A: {_one_line(turn.answer)}"]
    return "\n".join([*lines, f"Follow-up: {_one_line(question)}"])


def _one_line(text: str) -> str:
    return " ".join(text.split())[:ANSWER_CHARS]


def _keeps(question: str, written: str, turns: Sequence[Turn]) -> bool:
    """True when the model kept the question's content words and added none of its own."""
    found = set(words(fold(written)))
    asked = {word for word in words(fold(question)) if not is_small_word(word)}
    said = set(words(fold(_conversation(question, turns))))
    invented = {word for word in found - said if not is_small_word(word)}
    kept = len(asked & found) >= (len(asked) + 1) // 2
    return kept and len(invented) <= 2
