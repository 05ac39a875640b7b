"""Facts of a claim that its sources do not hold or contradict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from desktop_rag.answering import facts
from desktop_rag.answering.phrases import say
from desktop_rag.answering.wording import stem

# Of the claim's words this share follows in the same order in the source's sentence: then they can
# be laid side by side and what differs was exchanged.
SIDE_BY_SIDE = 0.7
LONGEST_EXCHANGE = 4


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a claim is held against. `sentence`: the closest sentence; `same`: it is the claim in
    other words. `near`: per source the closest sentence with its neighbours; `whole`: per source
    everything it says and is called."""

    sentence: str
    same: bool
    near: tuple[str, ...]
    whole: tuple[str, ...]


def wrong_fact(claim: str, grounds: Grounds, language: str) -> str:
    """A note on what is wrong with the claim: a number that is not near, a name that is nowhere, a
    number or name in the place of another, a negation too many or too few, an opposite. Empty when
    nothing is."""
    missing = missing_numbers(claim, grounds.near) + _missing_names(claim, grounds.whole, language)
    missing += _exchanged(claim, grounds.sentence, language)
    if missing:
        return say("fact_differs", language, what=", ".join(dict.fromkeys(missing)))
    if _negation_differs(claim, grounds.sentence, grounds.same, language):
        return say("negation_differs", language)
    if grounds.same:
        opposite = facts.opposites(_lowered(claim), _lowered(grounds.sentence))
        if opposite:
            return say("opposite", language, one=opposite[0], other=opposite[1])
    return ""


def missing_numbers(claim: str, texts: Sequence[str]) -> list[str]:
    """The claim's numbers, as written, that stand in none of the texts."""
    held = {number for text in texts for number in facts.all_numbers(text)}
    return [written for normal, written in facts.numbers(claim).items() if normal not in held]


def _missing_names(claim: str, texts: Sequence[str], language: str) -> list[str]:
    held = {facts.plain(word) for text in texts for word in facts.words_in_order(text)}
    held |= {part for word in held for part in word.split("-")}
    held |= {stem(word, language) for word in held}
    months = {number for text in texts for number in facts.all_numbers(text)}
    return [
        name
        for name in facts.names(claim)
        if not all(_is_held(part, held, language) for part in facts.plain(name).split("-"))
        and facts.plain(name) not in held
        and facts.month_number(name) not in months
    ]


def _is_held(name: str, held: set[str], language: str) -> bool:
    return name in held or stem(name, language) in held


def _exchanged(claim: str, sentence: str, language: str) -> list[str]:
    """Names and numbers of the claim in whose place the sentence, laid beside it, has others."""
    said, held = facts.words_in_order(claim), facts.words_in_order(sentence)
    matcher = SequenceMatcher(None, _stemmed(said, language), _stemmed(held, language), False)
    common = sum(block.size for block in matcher.get_matching_blocks())
    if common < SIDE_BY_SIDE * len(said):
        return []
    found: list[str] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "replace" or max(b - a, d - c) > LONGEST_EXCHANGE:
            continue
        there = facts.all_numbers(" ".join(held[c:d]))
        if any(_like_a_name(word) for word in held[c:d]):
            found += [word for word in said[a:b] if _like_a_name(word)]
        if there:
            here = facts.numbers(" ".join(said[a:b]))
            found += [written for value, written in here.items() if value not in there]
    return found


def _negation_differs(claim: str, sentence: str, same: bool, language: str) -> bool:
    """The claim denies what the sentence states; or, when they are the same, the reverse. What is
    denied is the first content word after the negation."""
    said, held = facts.words_in_order(claim), facts.words_in_order(sentence)
    denied, denied_there = (facts.negated(words, language, 3) for words in (said, held))
    if denied & denied_there:
        return False
    stated, stated_there = set(_stemmed(said, language)), set(_stemmed(held, language))
    new = (facts.negated(said, language, 1) & stated_there) - denied_there
    lost = (facts.negated(held, language, 1) & stated) - denied
    return bool(new or (same and lost))


def _like_a_name(word: str) -> bool:
    return word[0].isupper() and len(word) > 1 and not facts.is_function_word(word)


def _stemmed(words: Sequence[str], language: str) -> list[str]:
    return [stem(word.lower(), language) for word in words]


def _lowered(text: str) -> set[str]:
    return {word.lower() for word in facts.words_in_order(text)}
