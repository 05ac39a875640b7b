"""Deciding that the documents do not hold an answer, and saying so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

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
    query: str,
    sources: Sequence[Source],
    settings: AnsweringSettings,
    language: str,
    *,
    narrowed: bool = False,
) -> str:
    """A paragraph each: that there is no answer, what was searched and what lies nearest, how to
    rephrase, whom to ask. `narrowed`: only a part of the documents was searched. Holds no citation,
    for nothing in it rests on a source."""
    places = dict.fromkeys(describe_place(source, language) for source in sources)
    nearest = "; ".join(list(places)[:NEAREST_SHOWN])
    what = say("some_documents" if narrowed else "all_documents", language)
    searched = "searched" if nearest else "searched_nothing"
    paragraphs = [
        say("not_found", language),
        say(searched, language, what=what, query=query, places=nearest),
        say("widen" if narrowed else "rephrase", language),
    ]
    paragraphs += [
        say("contact", language, contact=contact)
        for contact in contacts(sources[:NEAREST_SHOWN], settings)
    ]
    return defuse("\n\n".join(paragraphs))


def contacts(nearest: Sequence[Source], settings: AnsweringSettings) -> list[str]:
    """Whom to ask: of each of the nearest files what was set for the innermost folder around it,
    and where none was set, or nothing was found, what was set for all."""
    found = [_of_folder(source.hit.file.path, settings) for source in nearest] or [""]
    texts = [contact or settings.contact.strip() for contact in found]
    return [text for text in dict.fromkeys(texts) if text]


def _of_folder(path: str, settings: AnsweringSettings) -> str:
    around = [
        (len(folder.parts), contact)
        for folder, contact in settings.contact_of_folders()
        if PurePath(path).is_relative_to(folder)
    ]
    return max(around, default=(0, ""))[1]
