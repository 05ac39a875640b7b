"""The answers that a question can come to."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_rag.answering.checking import CheckedAnswer
from desktop_rag.answering.extractive import Quote, compose
from desktop_rag.answering.refusing import refusal
from desktop_rag.answering.sourcing import focus_sources, mark_left_out, mark_used
from desktop_rag.answering.writing import WrittenAnswer
from desktop_rag.domain.answer import Answer, Source, TokenUse
from desktop_rag.ports.retrieval import ChunkSource
from desktop_rag.settings.answering import AnsweringSettings


def failed(question: str, sources: Sequence[Source], message: str, remedy: str) -> Answer:
    """Nothing could be answered; `message` says why, `remedy` what to do."""
    return Answer(question, "failed", message, "extractive", sources=tuple(sources), remedy=remedy)


def refused(
    question: str,
    query: str,
    sources: Sequence[Source],
    settings: AnsweringSettings,
    language: str,
    *,
    narrowed: bool,
) -> Answer:
    """The documents do not hold the answer; the sources are the nearest passages, none used."""
    text = refusal(query or question, sources, settings, language, narrowed=narrowed)
    return Answer(question, "not_in_documents", text, "extractive", sources=tuple(sources))


def quotation(
    question: str,
    sources: Sequence[Source],
    quotes: Sequence[Quote],
    language: str,
    chunks: ChunkSource,
) -> Answer:
    """Quotations, each with its source; each source's focus is its best quotation."""
    text, sentences = compose(quotes, language)
    best: dict[int, tuple[int, int]] = {}
    for quote in sorted(quotes, key=lambda q: -q.score):
        best.setdefault(quote.source, quote.chars)
    table = focus_sources(mark_used(sources, best.keys()), best, chunks)
    return Answer(question, "answered", text, "extractive", sentences, table)


def written_answer(
    question: str,
    sources: Sequence[Source],
    written: WrittenAnswer,
    checked: CheckedAnswer,
    chunks: ChunkSource,
    notices: Sequence[str],
) -> Answer:
    """What the model wrote, with the verdict on every sentence."""
    used = {n for sentence in checked.sentences for n in sentence.citations}
    table = mark_left_out(mark_used(sources, used), written.prompt.left_out)
    evidence = {n: chars for n, chars in checked.evidence.items() if n in used}
    generated = written.generated
    return Answer(
        question=question,
        outcome="stopped" if written.stopped else "answered",
        text=checked.text,
        kind="generated",
        sentences=checked.sentences,
        sources=focus_sources(table, evidence, chunks),
        model=written.model,
        prompt_template=written.template,
        tokens=TokenUse(generated.prompt_tokens, generated.reused_tokens, generated.answer_tokens),
        first_token_ms=generated.first_token_ms,
        notices=(*written.notices, *notices),
    )
