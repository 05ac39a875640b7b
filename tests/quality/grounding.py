"""Does the check of an answer's sentences find those that were made false on purpose?

    python -m tests.quality.grounding FOLDER… [--sentences N] [--cache DIR]

Each folder is a benchmark set of prose. Sentences are taken from its files. True: as they are,
shortened by a clause, and, as a rewording, a question of the set with its gold answer in one line.
False: one number changed, one name changed to another of the set or of the same passage, a negation
put in or taken out, a rewording with another number. Each is cited to the passage it came from;
printed is the share that is not called supported.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.answering import facts
from desktop_rag.answering.checking import check
from desktop_rag.answering.similarity import passage_vectors
from desktop_rag.answering.sourcing import number_sources
from desktop_rag.domain.hit import Hit
from desktop_rag.domain.sentences import sentences
from tests.quality.questions import Question, load_passages, load_questions
from tests.quality.token_vectors import MiniLmTokenVectors

_DIGITS = re.compile(r"(?<![\w.,])\d+(?![\w])")
_STATED = {
    "en": re.compile(r"\b(is|are|was|were|can|could|will|would|has been|have been)\b(?! not)"),
    "es": re.compile(r"\b(es|son|era|fue|fueron|está|están|puede|pueden|había|tiene|tienen)\b"),
}
_DENIED = {
    "en": re.compile(r"\b(is|are|was|were|can|could|will|would|did|does|do|has|had) not\b"),
    "es": re.compile(r"(?<!\w)[Nn]o (?=[a-zé])"),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """A sentence to be checked against one passage. `kind` begins with `true` or `false`."""

    kind: str
    sentence: str
    passage: Hit


def trials(hits: list[Hit], language: str, wanted: int, chance: random.Random) -> Iterator[Trial]:
    """At most `wanted` sentences with all their variants."""
    everyone = sorted({name for hit in hits for name in _names(hit.chunk.text)})
    places = [
        (hit, hit.chunk.text[start:end])
        for hit in hits
        for start, end in sentences(hit.chunk.text)
        if end - start >= 40
    ]
    for hit, sentence in chance.sample(places, min(wanted, len(places))):
        yield Trial("true as it is", sentence, hit)
        if shorter := _shortened(sentence):
            yield Trial("true shortened", shorter, hit)
        if changed := _other_number(sentence, chance):
            yield Trial("false number", changed, hit)
        elsewhere = [name for name in everyone if name not in hit.chunk.text]
        if changed := _other_name(sentence, elsewhere, chance):
            yield Trial("false name", changed, hit)
        nearby = [name for name in _names(hit.chunk.text) if name not in sentence]
        if nearby and (changed := _other_name(sentence, nearby, chance)):
            yield Trial("false name of the same passage", changed, hit)
        if changed := _other_sense(sentence, language):
            yield Trial("false negation", changed, hit)


def rewordings(
    hits: list[Hit], questions: list[Question], wanted: int, chance: random.Random
) -> Iterator[Trial]:
    """At most `wanted` questions with their answers, and with a wrong number in the answer."""
    passages = {Path(hit.file.path).stem: hit for hit in hits}
    for question in chance.sample(questions, min(wanted, len(questions))):
        hit = passages[min(question.files)]
        asked = question.text.strip(" ?¿")
        yield Trial("true reworded", f"{asked}: {question.answers[0]}.", hit)
        if changed := _other_number(question.answers[0], chance):
            yield Trial("false reworded", f"{asked}: {changed}.", hit)


def measure(folder: Path, wanted: int, vectors: MiniLmTokenVectors) -> list[str]:
    """A line a kind of sentence, and two that sum up."""
    language = folder.name.rsplit("_", 1)[-1]
    flagged: dict[str, list[bool]] = defaultdict(list)
    hits = load_passages(folder, language)
    chance = random.Random(7)
    made = [
        *trials(hits, language, wanted, chance),
        *rewordings(hits, load_questions(folder), wanted, chance),
    ]
    for trial in made:
        sources = number_sources([trial.passage])
        close = passage_vectors(vectors, [(1, trial.passage.chunk)])
        checked = check(f"{trial.sentence} [1]", sources, language, close)
        flagged[trial.kind].append(any(s.support != "supported" for s in checked.sentences))
    lines = [
        f"{folder.name}: {kind}: {sum(found) / len(found):.3f} of {len(found)} flagged"
        for kind, found in sorted(flagged.items())
    ]
    for sense, name in (("false", "detection"), ("true", "false alarms")):
        all_found = [f for kind, found in flagged.items() if kind.startswith(sense) for f in found]
        lines.append(f"{folder.name}: {name} {sum(all_found) / len(all_found):.3f}")
    return lines


def _names(text: str) -> list[str]:
    return [name for name in facts.names(text) if name.isalpha() and len(name) > 2]


def _shortened(sentence: str) -> str:
    """Without what stands in brackets, else without the last clause."""
    without = re.sub(r"\s*\([^)]*\)", "", sentence)
    if without != sentence:
        return without
    clauses = sentence.rstrip(".").split(", ")
    return f"{', '.join(clauses[:-1])}." if len(clauses) > 2 else ""


def _other_number(sentence: str, chance: random.Random) -> str:
    found = list(_DIGITS.finditer(sentence))
    if not found:
        return ""
    number = chance.choice(found)
    changed = str(int(number.group()) + chance.choice((1, 2, 3, 7, 10)))
    return sentence[: number.start()] + changed + sentence[number.end() :]


def _other_name(sentence: str, others: list[str], chance: random.Random) -> str:
    found = _names(sentence)
    if not found or not others:
        return ""
    old = chance.choice(found)
    return re.sub(rf"\b{re.escape(old)}\b", lambda _: chance.choice(others), sentence, count=1)


def _other_sense(sentence: str, language: str) -> str:
    denied, stated = _DENIED.get(language), _STATED.get(language)
    if denied is None or stated is None:
        return ""
    if denied.search(sentence):
        if language == "es":
            return denied.sub("", sentence, count=1)
        return denied.sub(r"\1", sentence, count=1)
    if not stated.search(sentence):
        return ""
    return stated.sub(r"no \1" if language == "es" else r"\1 not", sentence, count=1)


def main() -> None:
    """Prints the figures of each folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--sentences", type=int, default=150)
    parser.add_argument("--cache", type=Path, default=None, help="keeps token vectors there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        vectors = MiniLmTokenVectors(options.cache or Path(scratch))
        for folder in options.folders:
            print("\n".join(measure(folder, options.sentences, vectors)))


if __name__ == "__main__":
    main()
