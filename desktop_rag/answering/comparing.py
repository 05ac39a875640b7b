"""How well passages bear one claim: by wording, by meaning, and by facts that must be literal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.answering import facts
from desktop_rag.answering.disproving import Grounds, missing_numbers, wrong_fact
from desktop_rag.answering.phrases import say
from desktop_rag.answering.similarity import PassageVectors, TextSimilarity
from desktop_rag.answering.sourcing import file_name
from desktop_rag.answering.units import units
from desktop_rag.answering.wording import content_stems
from desktop_rag.domain.answer import Source

# When this share of a claim's content words stands in one sentence of the source, the claim is that
# sentence in other words.
SAME_SENTENCE = 0.6
JUST_SUPPORTED = 0.5
# Late interaction of MiniLM: unrelated sentences lie near the first value, restated ones near the
# second.
UNRELATED, RESTATED = 0.35, 0.75


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` in [0, 1]: how well source number `source` bears the claim, best at `chars` of its
    passage. `note` says which fact is wrong; empty when none is."""

    source: int
    score: float
    chars: tuple[int, int]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A source taken apart once for all claims. `foreign`: it is in another language than they.
    `around`: what lies outside the passage and still names things: file, title, headings."""

    source: Source
    language: str
    foreign: bool
    parts: list[tuple[int, int]]
    stems: list[list[str]]
    around: str

    @staticmethod
    def of(source: Source, language: str) -> Evidence:
        """Takes a source apart."""
        chunk = source.hit.chunk
        parts = units(chunk)
        foreign = chunk.draft.language not in ("", language)
        around = " ".join((file_name(source.hit.file), source.hit.file.title, *chunk.place.heading))
        found = [content_stems(chunk.text[start:end], language) for start, end in parts]
        return Evidence(source, language, foreign, parts, found, around)

    def text(self, at: int, reach: int = 0) -> str:
        """Part `at` with `reach` parts before and after it; empty when there are no parts."""
        if not self.parts:
            return ""
        first = self.parts[max(0, at - reach)][0]
        last = self.parts[min(len(self.parts) - 1, at + reach)][1]
        return self.source.hit.chunk.text[first:last]

    def everything(self) -> str:
        """The whole passage and what names it."""
        return f"{self.around}\n{self.source.hit.chunk.text}"


def compare(
    claim: str,
    evidence: Sequence[Evidence],
    language: str,
    vectors: PassageVectors | None,
) -> Verdict:
    """The verdict of the source that bears the claim best. A fact may stand in any of the sources
    that are compared. The score is the better half of wording and the worse of meaning: their
    mean; without vectors wording alone."""
    alike = vectors.compare(claim) if vectors else None
    stems = content_stems(claim, language)
    nearest = [_nearest(stems, claim_source, alike) for claim_source in evidence]
    best = max(range(len(evidence)), key=lambda i: nearest[i].score)
    found = nearest[best]
    if all(one.foreign for one in evidence) and found.covered < SAME_SENTENCE:
        return _across_languages(claim, evidence, best, found, language)
    note = wrong_fact(claim, _grounds(evidence, nearest, best), language)
    score = round(found.score, 3)
    return Verdict(evidence[best].source.n, score, found.chars(evidence[best]), note)


def _across_languages(
    claim: str, evidence: Sequence[Evidence], best: int, found: _Nearest, language: str
) -> Verdict:
    """Between two languages only numbers can be compared: a claim whose numbers all stand in the
    source is just supported, any other cannot be judged and says so."""
    chars = found.chars(evidence[best])
    missing = missing_numbers(claim, [one.everything() for one in evidence])
    if missing:
        note = say("fact_differs", language, what=", ".join(missing))
    elif not facts.numbers(claim):
        note = say("other_language", language)
    else:
        return Verdict(evidence[best].source.n, JUST_SUPPORTED, chars)
    return Verdict(evidence[best].source.n, round(found.score, 3), chars, note)


@dataclass(frozen=True, slots=True)
class _Nearest:
    """The part of a source closest to a claim. `covered`: share of the claim's content words in it
    (alone: `covered`; with its neighbours: in the score)."""

    at: int
    covered: float
    score: float

    def chars(self, evidence: Evidence) -> tuple[int, int]:
        return evidence.parts[self.at] if evidence.parts else (0, 0)


def _nearest(stems: list[str], evidence: Evidence, alike: TextSimilarity | None) -> _Nearest:
    best = _Nearest(0, 0.0, 0.0)
    wanted = set(stems)
    if not wanted:
        return best
    for at, part in enumerate(evidence.parts):
        alone = len(wanted & set(evidence.stems[at])) / len(wanted)
        window = {word for words in evidence.stems[max(0, at - 1) : at + 2] for word in words}
        wording = max(alone, 0.9 * len(wanted & window) / len(wanted))
        score = wording
        if alike is not None:
            close = alike.part(evidence.source.n, *part)
            meaning = min(1.0, max(0.0, (close - UNRELATED) / (RESTATED - UNRELATED)))
            score = (wording + meaning) / 2
        # Among neighbours that share a window the part that holds most itself is the nearest.
        if (score + 0.1 * alone) > (best.score + 0.1 * best.covered):
            best = _Nearest(at, alone, score)
    return best


def _grounds(evidence: Sequence[Evidence], nearest: Sequence[_Nearest], best: int) -> Grounds:
    found, source = nearest[best], evidence[best]
    return Grounds(
        sentence=source.text(found.at),
        same=found.covered >= SAME_SENTENCE,
        near=tuple(e.text(n.at, 1) for e, n in zip(evidence, nearest, strict=True)),
        whole=tuple(one.everything() for one in evidence),
    )
