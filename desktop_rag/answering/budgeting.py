"""What goes into the prompt when not everything fits, and what is said about the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.answering.phrases import say
from desktop_rag.answering.prompting import PromptTemplate
from desktop_rag.answering.units import units
from desktop_rag.domain.answer import Source, Turn
from desktop_rag.domain.chat import ChatMessage
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.ports.language_model import LanguageModel
from desktop_rag.settings.answering import AnsweringSettings

# The marks a chat template puts around a message, generously.
TOKENS_PER_MESSAGE = 10
# Pieces joined may take a few tokens more than the pieces counted one by one.
SPARE_TOKENS = 32
LEAST_SOURCE_TOKENS = 64


@dataclass(frozen=True, slots=True)
class FittedPrompt:
    """Messages that fit the model. `left_out`: numbers of sources that are not in them.
    `answer_tokens`: how long the answer may become."""

    messages: tuple[ChatMessage, ...]
    left_out: tuple[int, ...]
    notices: tuple[str, ...]
    answer_tokens: int


def fit(
    template: PromptTemplate,
    question: str,
    sources: Sequence[Source],
    turns: Sequence[Turn],
    model: LanguageModel,
    settings: AnsweringSettings,
) -> FittedPrompt:
    """Fits rules, conversation, sources and question into the model's context, counted with its own
    tokenizer, with room kept for the answer. The oldest turns go first, then the weakest sources;
    rules, question and the best source always stay. Raises `InvalidRequest` when the question
    alone is too long, and what the model raises."""
    context = model.facts().context
    answer_tokens = max(32, min(settings.answer_tokens, context // 4))
    blocks = [template.source_block(s, s.hit.chunk.draft.search_text()) for s in sources]
    sizes = _Sizes.of(template, question, blocks, turns, model)
    room = context - answer_tokens - SPARE_TOKENS - sizes.fixed
    if room < LEAST_SOURCE_TOKENS:
        raise InvalidRequest(
            "The question is too long for the language model.",
            "Shorten the question, or choose a model with a longer context.",
        )
    wanted = min(settings.context_tokens, sum(sizes.blocks), room)
    kept_turns = _fitting(sizes.turns[::-1], room - wanted)
    kept_blocks = _fitting(sizes.blocks, wanted)
    notices = _notices(template.language, len(turns) - kept_turns, sources[max(1, kept_blocks) :])
    if kept_blocks == 0:
        blocks[0] = _shortened(template, sources[0], wanted, model)
        notices.append(say("shortened", template.language, numbers=sources[0].n))
        kept_blocks = 1
    messages = template.messages(blocks[:kept_blocks], turns[len(turns) - kept_turns :], question)
    left_out = tuple(source.n for source in sources[kept_blocks:])
    return FittedPrompt(tuple(messages), left_out, tuple(notices), answer_tokens)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Tokens of what never goes (rules, question, headings), of each source and of each turn."""

    fixed: int
    blocks: list[int]
    turns: list[int]

    @staticmethod
    def of(
        template: PromptTemplate,
        question: str,
        blocks: list[str],
        turns: Sequence[Turn],
        model: LanguageModel,
    ) -> _Sizes:
        always = [template.system, template.source_list([]), template.question_block(question)]
        asked = [template.question_block(turn.question) for turn in turns]
        counts = model.count_tokens([*always, *blocks, *asked, *(turn.answer for turn in turns)])
        first_turn = len(always) + len(blocks)
        answers = counts[first_turn + len(turns) :]
        return _Sizes(
            fixed=sum(counts[: len(always)]) + 2 * TOKENS_PER_MESSAGE,
            blocks=[count + 1 for count in counts[len(always) : first_turn]],
            turns=[
                q + a + 2 * TOKENS_PER_MESSAGE
                for q, a in zip(counts[first_turn:], answers, strict=False)
            ],
        )


def _fitting(sizes: Sequence[int], budget: int) -> int:
    """How many of the first `sizes` fit together."""
    for count, size in enumerate(sizes):
        budget -= size
        if budget < 0:
            return count
    return len(sizes)


def _shortened(template: PromptTemplate, source: Source, budget: int, model: LanguageModel) -> str:
    """The source's block with as many of its first sentences as fit; at least a piece of one."""
    chunk = source.hit.chunk
    ends = [end for _, end in units(chunk)] or [len(chunk.text)]
    candidates = [template.source_block(source, chunk.text[:end]) for end in ends]
    fitting = _last_within(model.count_tokens(candidates), budget)
    if fitting is not None:
        return candidates[fitting]
    pieces = [chunk.text[: ends[0] * part // 16] for part in range(1, 16)]
    candidates = [template.source_block(source, piece) for piece in pieces]
    return candidates[_last_within(model.count_tokens(candidates), budget) or 0]


def _last_within(counts: Sequence[int], budget: int) -> int | None:
    within = [at for at, count in enumerate(counts) if count <= budget]
    return within[-1] if within else None


def _notices(language: str, turns: int, sources: Sequence[Source]) -> list[str]:
    notices: list[str] = []
    if turns:
        notices.append(say("left_out_turns", language, count=turns))
    if sources:
        numbers = ", ".join(str(source.n) for source in sources)
        notices.append(say("left_out_sources", language, numbers=numbers))
    return notices
