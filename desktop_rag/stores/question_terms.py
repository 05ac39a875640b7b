"""What a question asks the keyword index for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from desktop_rag.stores.stop_words import STOP_WORDS
from desktop_rag.stores.word_forms import HEADING, find_words, is_unspaced, word_forms

_WORDS = 200  # of a question; what follows adds nothing but time


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a question: its exact tokens and stems, and whether it bears meaning."""

    exact: str
    stems: tuple[str, ...]
    stop: bool

    def tokens(self) -> tuple[str, ...]:
        """All tokens that stand for the word."""
        return (self.exact, *self.stems)


def question_terms(text: str, languages: Iterable[str]) -> list[Term]:
    """The distinct words of a question in order, stemmed by each of the languages."""
    codes = ["", *languages]
    terms: dict[str, Term] = {}
    for word in find_words(text)[:_WORDS]:
        forms = [word_forms(word, code) for code in codes]
        stems = dict.fromkeys(stem for form in forms for stem in form.stems)
        exact = forms[0].exact
        if len(exact) == 1:
            _put(terms, exact[0], tuple(stems))
            continue
        # The last token of an unspaced run is its last character alone: only of use by itself.
        for token in exact[:-1] if len(exact[-1]) == 1 else exact:
            _put(terms, token, ())
    return list(terms.values())


def quoted(token: str) -> str:
    """A token as FTS5 takes it literally. A single character of an unspaced script finds all
    tokens that begin with it."""
    literal = '"' + token.replace('"', '""') + '"'
    return literal + " *" if len(token) == 1 and is_unspaced(token) else literal


def any_of(tokens: Iterable[str]) -> str:
    """An FTS5 query for chunks with at least one of the tokens."""
    return " OR ".join(quoted(token) for token in dict.fromkeys(tokens))


def chosen_terms(
    terms: list[Term], counts: Mapping[str, int], chunks: int, budget: int
) -> list[Term]:
    """The terms worth their cost: those that bear meaning when there are any, rarest first, as
    long as no more than `budget` matches have to be scored; words in more than half of `chunks`
    only when there are no rarer ones."""
    present = [term for term in terms if any(counts[token] for token in term.tokens())]
    bearing = [term for term in present if not term.stop] or present
    ranked = sorted(bearing, key=lambda term: _matches(term, counts))
    rarer = [term for term in ranked if _matches(term, counts) <= chunks // 2]
    chosen: list[Term] = []
    cost = 0
    for term in rarer or ranked:
        cost += _matches(term, counts)
        if chosen and cost > budget:
            break
        chosen.append(term)
    return chosen


def heading_phrases(text: str) -> list[str]:
    """FTS5 queries for the question as a phrase of a breadcrumb: the whole of it, then ever
    shorter runs of its words, each at least two words that bear meaning (or all there is)."""
    tokens = [token for word in find_words(text)[:_WORDS] for token in word_forms(word, "").exact]
    tokens = _trimmed(tokens)[:24]
    least = min(2, sum(token not in STOP_WORDS for token in tokens)) or 1
    queries: list[str] = []
    for length in range(len(tokens), 0, -1):
        runs = {
            tuple(run)
            for start in range(len(tokens) - length + 1)
            if _bears(run := tokens[start : start + length], least)
        }
        if runs:
            queries.append(" OR ".join(sorted(map(_phrase, runs))))
    return queries


def _put(terms: dict[str, Term], exact: str, stems: tuple[str, ...]) -> None:
    terms.setdefault(exact, Term(exact, stems, exact in STOP_WORDS))


def _matches(term: Term, counts: Mapping[str, int]) -> int:
    return max(counts[token] for token in term.tokens())


def _trimmed(tokens: list[str]) -> list[str]:
    bearing = [i for i, token in enumerate(tokens) if token not in STOP_WORDS]
    return tokens[bearing[0] : bearing[-1] + 1] if bearing else tokens


def _bears(run: list[str], least: int) -> bool:
    return (
        sum(token not in STOP_WORDS for token in run) >= least
        and run[0] not in STOP_WORDS
        and run[-1] not in STOP_WORDS
    ) or len(run) < least


def _phrase(run: tuple[str, ...]) -> str:
    return '"' + " ".join(HEADING + token for token in run).replace('"', '""') + '"'
