"""Deciding that the documents do not hold an answer, and saying so."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_rag.answering.citing import defuse
from desktop_rag.answering.phrases import say
from desktop_rag.answering.sourcing import describe_place
from desktop_rag.domain.answer import Source
from desktop_rag.domain.hit import SearchResult
from desktop_rag.settings.answering import AnsweringSettings

# Retrieval calibrates `confidence` so that this value is the point of at most one false refusal
# in ten; its command prints the figures.
LOWEST_CONFIDENCE = 0.5

NEAREST_SHOWN = 3


def is_answerable(result: SearchResult, settings: AnsweringSettings) -> bool:
    """False when there are no hits, or their score is below the threshold: the person's own
    (`refuse_below`, on the raw reranker score) or else the calibrated one. Hits without any score
    that could be judged are answered from."""
    if not result.hits:
        return False
    if settings.refuse_below is not None and result.best is not None:
        return result.best >= settings.refuse_below
    return result.confidence is None or result.confidence >= LOWEST_CONFIDENCE


def refusal(
    query: str, sources: Sequence[Source], settings: AnsweringSettings, language: str
) -> str:
    """A paragraph each: that there is no answer, what was searched and what lies nearest, how to
    rephrase, whom to ask. Holds no citation, for nothing in it rests on a source."""
    places = dict.fromkeys(describe_place(source, language) for source in sources)
    nearest = "; ".join(list(places)[:NEAREST_SHOWN])
    searched = "searched" if nearest else "searched_nothing"
    paragraphs = [
        say("not_found", language),
        say(searched, language, query=query, places=nearest),
        say("rephrase", language),
    ]
    contact = settings.contact.strip()
    if contact:
        paragraphs.append(say("contact", language, contact=contact))
    return defuse("\n\n".join(paragraphs))
