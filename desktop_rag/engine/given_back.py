"""What foreign steps of a search give back, checked before the search goes on with it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from numbers import Real
from typing import Any, TypeVar

import msgspec

from desktop_rag.domain.hit import Hit
from desktop_rag.domain.query import Query, QueryVariant

MOST_WORDINGS = 20
HEAVIEST = 0.9  # of a wording; the person's own weighs 1
LONGEST_WORDING = 8000  # characters
MOST_CANDIDATES = 50
T = TypeVar("T")


class NotUsable(Exception):
    """A step gave back what makes no sense; the text says what, without any personal words."""


def usable_query(prepared: object, query: Query) -> Query:
    """The query of a preprocessor that was given `query`.

    It must hold the person's own text. Wordings that the step added need text; they weigh less than
    the person's own, which weighs 1, whatever the step says."""
    if not isinstance(prepared, Query):
        raise NotUsable("no query")
    told = _well_formed(prepared, Query, "a query with parts of the wrong kind")
    if told.text != query.text:
        raise NotUsable("another question")
    for wanted, asked in ((told.candidates, query.candidates), (told.keep, query.keep)):
        if wanted != asked and not 1 <= wanted <= MOST_CANDIDATES:
            raise NotUsable("a number of hits that is out of bounds")
    added = [variant for variant in told.variants if variant not in query.variants]
    if len(added) > MOST_WORDINGS:
        raise NotUsable("too many wordings")
    for variant in added:
        _check_wording(variant)
    lighter = (
        replace(variant, weight=min(variant.weight, HEAVIEST)) if variant in added else variant
        for variant in told.variants
    )
    return replace(told, variants=tuple(lighter))


def usable_hits(refined: object, hits: Sequence[Hit]) -> list[Hit]:
    """The hits of a postprocessor that was given `hits`.

    They may come in another order, fewer, and with other finite scores. A passage may be widened
    within its document or narrowed; a hit that was not given is refused."""
    if not isinstance(refined, list):
        raise NotUsable("no list of hits")
    if len(refined) > len(hits):
        raise NotUsable("more hits than it was given")
    if not all(isinstance(hit, Hit) for hit in refined):
        raise NotUsable("what is no hit")
    told = _well_formed(refined, list[Hit], "a hit with parts of the wrong kind")
    given = {hit.chunk.id: hit for hit in hits}
    paths = {path for hit in hits for path in (hit.file.path, *hit.file.also_at)}
    for hit in told:
        origin = given.pop(hit.chunk.id, None)
        if origin is None:
            raise NotUsable("a hit that it was not given, or the same one twice")
        if not _is_of(hit, origin) or not paths.issuperset(hit.file.also_at):
            raise NotUsable("a hit that is not as it was given")
        if not all(map(math.isfinite, _numbers(hit))):
            raise NotUsable("a score that is no finite number")
    return told


def usable_scores(scores: Any, count: int) -> list[float]:
    """The scores of a reranker for `count` passages, one finite number for each."""
    try:
        given = [_number(score) for score in islice(scores, count + 1)]
    except (TypeError, ValueError, OverflowError):
        raise NotUsable("scores that are no numbers") from None
    if len(given) != count:
        raise NotUsable("another number of scores than there are passages")
    if not all(map(math.isfinite, given)):
        raise NotUsable("a score that is no finite number")
    return given


def _check_wording(variant: QueryVariant) -> None:
    if not variant.text.strip() or len(variant.text) > LONGEST_WORDING:
        raise NotUsable("a wording that is empty or endless")
    if not 0 <= variant.weight < math.inf:
        raise NotUsable("a weight that is no number of at least 0")


def _is_of(hit: Hit, origin: Hit) -> bool:
    """Whether a hit shows the passage, or more or less of it, of the document it came from."""
    text, before = hit.chunk.text, origin.chunk.text
    same = hit.chunk.document == origin.chunk.document
    same = same and hit.file.path in (origin.file.path, *origin.file.also_at)
    return same and (text == before or before in text or (text != "" and text in before))


def _numbers(hit: Hit) -> Iterator[float]:
    yield from (hit.score, hit.fused)
    if hit.rerank is not None:
        yield from (hit.rerank.score, hit.rerank.blended or 0.0)
    for tier in hit.tiers.values():
        yield from (tier.score, tier.contribution)


def _number(score: Any) -> float:
    """A number of any library as Python's own; text and truth values are none."""
    if isinstance(score, bool) or not hasattr(score, "__float__"):
        raise TypeError("no number")
    return float(score)


def _well_formed(value: object, kind: type[T], otherwise: str) -> T:
    """A copy made of Python's own values, after each part's kind was checked."""
    try:
        return msgspec.convert(msgspec.to_builtins(value, enc_hook=_plain), kind)
    except (TypeError, ValueError, OverflowError, RecursionError, NotImplementedError):
        raise NotUsable(otherwise) from None


def _plain(value: Any) -> float:
    if isinstance(value, Real):  # numpy's numbers among them
        return float(value)
    raise NotImplementedError  # how msgspec is told that a value has no plain form
