"""Comparing each sentence of an answer with the sources it cites."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_rag.answering.citing import cited, without_marks
from desktop_rag.answering.comparing import JUST_SUPPORTED, Evidence, Verdict, compare
from desktop_rag.answering.phrases import say
from desktop_rag.answering.similarity import PassageVectors
from desktop_rag.domain.answer import AnswerSentence, Source
from desktop_rag.domain.sentences import sentences

# A sentence without a mark gets one only when the support is clear. This and the limits of the
# comparison were fixed on sentences made false on purpose; the grounding command prints the rates.
CLEAR = 0.7

_MARKS_AFTER_END = re.compile(r"([.!?…]+[\"'”’»)*_]*)((?:[ \t]*\[\d+\])+)")


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """`text` is the answer, marks added where a source clearly supports a sentence without one.
    `evidence`: per cited source the range of its passage that bears the answer best."""

    text: str
    sentences: tuple[AnswerSentence, ...]
    evidence: dict[int, tuple[int, int]]


def sentence_ranges(text: str) -> list[tuple[int, int]]:
    """Ranges of the answer's sentences; marks behind a full stop belong to the sentence before."""
    # Same length, marks before the full stop: the ranges hold for the text as it is.
    return sentences(_MARKS_AFTER_END.sub(r"\2\1", text))


def check(
    text: str, sources: Sequence[Source], language: str, vectors: PassageVectors | None
) -> CheckedAnswer:
    """Judges every sentence by the sources it cites, or looks for a source when it cites none."""
    evidence = {source.n: Evidence.of(source, language) for source in sources}
    judged: list[tuple[str, AnswerSentence, Verdict | None]] = []
    for start, end in sentence_ranges(text):
        judged.append(_judge(text[start:end], evidence, language, vectors))
    return _assembled(text, judged)


def _judge(
    sentence: str,
    evidence: dict[int, Evidence],
    language: str,
    vectors: PassageVectors | None,
) -> tuple[str, AnswerSentence, Verdict | None]:
    marks = tuple(n for n in cited(sentence) if n in evidence)
    claim = without_marks(sentence).strip()
    if not _claims_something(claim, bool(marks)):
        return sentence, AnswerSentence(sentence, (0, 0), marks), None
    against = [evidence[n] for n in marks] or list(evidence.values())
    verdict = compare(claim, against, language, vectors)
    if marks:
        support = (
            "supported" if verdict.score >= JUST_SUPPORTED and not verdict.note else "unsupported"
        )
        note = verdict.note or ("" if support == "supported" else say("little_in_common", language))
        judged = AnswerSentence(sentence, (0, 0), marks, "supported", verdict.score, note)
        if support == "unsupported":
            judged = replace(judged, support="unsupported")
        return sentence, judged, verdict
    if verdict.score >= CLEAR and not verdict.note:
        marked = _with_mark(sentence, verdict.source)
        note = say("attributed", language)
        added = AnswerSentence(marked, (0, 0), (verdict.source,), "supported", verdict.score, note)
        return marked, added, verdict
    note = say("no_source", language)
    return sentence, AnswerSentence(sentence, (0, 0), (), "uncited", verdict.score, note), None


def _claims_something(claim: str, marked: bool) -> bool:
    """Lead-ins (Here are the steps:), questions, and without a mark a word or two claim nothing."""
    words = len(re.findall(r"\w+", claim))
    return words >= (1 if marked else 3) and not claim.endswith((":", "?"))


def _with_mark(sentence: str, n: int) -> str:
    ending = re.search(r"[.!?…]+[\"'”’»)*_]*$", sentence)
    if ending is None:
        return f"{sentence} [{n}]"
    return f"{sentence[: ending.start()]} [{n}]{ending.group()}"


def _assembled(
    text: str, judged: Sequence[tuple[str, AnswerSentence, Verdict | None]]
) -> CheckedAnswer:
    """The text with its sentences as judged in the places of the old ones."""
    pieces: list[str] = []
    found: list[AnswerSentence] = []
    evidence: dict[int, tuple[float, tuple[int, int]]] = {}
    last, length = 0, 0
    for (start, end), (written, sentence, verdict) in zip(
        sentence_ranges(text), judged, strict=True
    ):
        pieces += [text[last:start], written]
        begins = length + start - last
        length = begins + len(written)
        found.append(replace(sentence, chars=(begins, length)))
        last = end
        if verdict is not None and verdict.score > evidence.get(verdict.source, (-1.0,))[0]:
            evidence[verdict.source] = (verdict.score, verdict.chars)
    pieces.append(text[last:])
    return CheckedAnswer(
        "".join(pieces), tuple(found), {n: chars for n, (_, chars) in evidence.items()}
    )
