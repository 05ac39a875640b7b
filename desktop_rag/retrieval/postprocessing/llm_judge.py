"""A language model as reranker: the probability that it says yes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop_rag.domain.hit import Hit
from desktop_rag.ports.language_model import LanguageModel

PASSAGE_CHARS = 2400  # a judge of 2048 tokens must hold question, passage and instruction


class LlmJudgeScorer:
    """Asks a language model of each passage whether it answers the question.

    The score is the model's own probability of "yes" in [0, 1]; no sigmoid is applied. Raises
    `ModelFailure` when the model is missing or breaks.
    """

    name = "llm_judge"

    def __init__(self, model: Callable[[], LanguageModel]) -> None:
        self._model = model

    def score(self, query: str, passages: Sequence[Hit]) -> list[float]:
        """One probability per passage; all passages go to the model in one call."""
        if not passages:
            return []
        return self._model().judge([(query, _shown(hit)) for hit in passages])


def _shown(hit: Hit) -> str:
    """The passage with the headings above it, as they often say what it is about."""
    above = " › ".join(hit.chunk.draft.breadcrumb)
    body = hit.chunk.draft.search_text()[:PASSAGE_CHARS]
    return f"{above}\n{body}" if above else body
