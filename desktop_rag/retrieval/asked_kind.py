"""Questions after an amount or a time, and the sentences that could tell one. English only: the
calibration of other languages does not look at it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.domain.search_form import fold

_NUMBERS = (
    "no zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
    "ninety hundred hundreds thousand thousands million millions billion billions dozen dozens "
    "half third quarter once twice single double several both none"
)
_TIMES = (
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter season "
    "seasons second seconds minute minutes hour hours hourly day days daily night week weeks "
    "weekly month months monthly year years yearly annual annually decade decades century "
    "centuries era age time today tomorrow yesterday now morning noon evening before after during "
    "until till when whenever while once since then soon later beginning start end"
)


@dataclass(frozen=True, slots=True)
class AskedKind:
    """`asked` finds it in a folded question, `told` in a folded text. `around`: how many sentences
    before and after the best one may tell it."""

    asked: re.Pattern[str]
    told: re.Pattern[str]
    around: int

    def is_told(self, sentences: Sequence[str], above: str) -> list[bool]:
        """For each sentence of a passage, whether it, one near it, or the headings `above` tell
        it."""
        if self.told.search(_NUMBERING.sub("", fold(above))):
            return [True] * len(sentences)
        own = [bool(self.told.search(fold(sentence))) for sentence in sentences]
        return [any(own[max(n - self.around, 0) : n + self.around + 1]) for n in range(len(own))]


def _any_of(words: str) -> re.Pattern[str]:
    return re.compile(rf"\d|\b(?:{'|'.join(words.split())})\b")


# A question begins with what it asks for: "When the lamp is lit, which valve is shut?" asks for no
# time.
_BEGIN = (
    r"(?:^|,)\W*(?:(?:and|since|until|till|by|from|in|on|at|for|of|to|with|about|around|"
    r"approximately) )?"
)
_VERB = (
    r" (?:is|are|was|were|be|do|does|did|has|have|had|will|would|can|could|shall|should|must|may)\b"
)
_SHARE = r"(?:percent|percentage|number|proportion|share|fraction)"
_NUMBERING = re.compile(r"^\W*\d{1,2}(?:\.\d{1,2})*\W", re.MULTILINE)  # of headings

AMOUNT = AskedKind(
    re.compile(
        rf"\bhow many\b|{_BEGIN}(?:how (?:much|far|tall|deep|wide|heavy|fast)\b"
        rf"|(?:what|which) {_SHARE}(?: of\b|{_VERB}))"
    ),
    _any_of(_NUMBERS),
    around=1,
)
DURATION = AskedKind(
    re.compile(rf"{_BEGIN}how (?:long|old)\b"), _any_of(f"{_NUMBERS} {_TIMES}"), around=1
)
TIME = AskedKind(
    re.compile(
        rf"{_BEGIN}(?:(?:what|which) (?:year|month|century|decade)\b"
        rf"|(?:when|(?:what|which) (?:date|day|time)){_VERB})"
    ),
    _any_of(_TIMES),
    around=0,
)


def asked_kind(question: str) -> AskedKind | None:
    """What a question asks for, or None when that is neither an amount nor a time."""
    folded = fold(question)
    return next((kind for kind in (AMOUNT, DURATION, TIME) if kind.asked.search(folded)), None)
