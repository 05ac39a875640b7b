"""What a question asks the keyword index for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from desktop_rag.stores.stop_words import STOP_WORDS
from desktop_rag.stores.word_forms import HEADING, by_prefix, find_words, part_stems, word_forms

_WORDS = 200  # of a question; what follows adds nothing but time
_LONGEST_PHRASE = 24  # words
_COMMON = 1_000  # chunks
_COMPANIONS = 40


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a question: its exact token, its stems, the stems of its parts between signs,
    and whether it bears no meaning."""

    exact: str
    stems: tuple[str, ...]
    parts: tuple[str, ...]
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
            _put(terms, exact[0], tuple(stems), part_stems(word))
            continue
        # The last token of an unspaced run is its last character alone: only of use by itself.
        for token in exact[:-1] if len(exact[-1]) == 1 else exact:
            _put(terms, token, (), ())
    return list(terms.values())


def quoted(token: str) -> str:
    """A token as FTS5 takes it literally. A single character of an unspaced script finds all
    tokens that begin with it."""
    literal = '"' + token.replace('"', '""') + '"'
    return literal + " *" if by_prefix(token) else literal


def any_of(tokens: Iterable[str]) -> str:
    """An FTS5 query for chunks with at least one of the tokens."""
    return " OR ".join(quoted(token) for token in dict.fromkeys(tokens))


def name_query(terms: list[Term]) -> str:
    """An FTS5 query for file names that hold every word that bears meaning, as it is or in parts,
    or that are, with their suffix, a word of the question. Empty when no word bears meaning."""
    bearing = [term for term in terms if not term.stop]
    each = [
        f"({quoted(term.exact)} OR ({' AND '.join(map(quoted, term.parts))}))"
        if term.parts
        else quoted(term.exact)
        for term in bearing
    ]
    whole = [quoted(term.exact) for term in bearing if "." in term.exact]
    return " OR ".join([f"({' AND '.join(each)})", *whole]) if each else ""


def chosen_tokens(
    terms: list[Term], counts: Mapping[str, int], chunks: int, budget: int
) -> list[str]:
    """The tokens worth their cost, those of the rarest words first: of words that occur, as
    long as no more than `budget` matches have to be scored; of words in more than half of
    `chunks` only when there are no rarer ones. A code is as rare as its rarest token: a part of it
    may stand everywhere."""
    present = [term for term in terms if any(counts[token] for token in term.tokens())]
    most = min(budget, max(_COMMON, chunks // 2))
    costs = {term: _cost(term, counts, most) for term in present}
    ranked = sorted(present, key=costs.__getitem__)
    rarer = [term for term in ranked if _rarest(term, counts) <= chunks // 2]
    chosen: list[str] = []
    cost = 0
    for term in rarer or ranked:
        cost += costs[term]
        if chosen and cost > budget:
            break
        chosen += _asked(term, counts, most)
    return chosen


def companion_tokens(
    terms: list[Term],
    counts: Mapping[str, int],
    chunks: int,
    chosen: Iterable[str],
    budget: int,
) -> list[str]:
    """The other tokens that occur, rarest first, at most 40 and as long as no more than `budget`
    matches have to be passed by: too common to look for, but they tell the chunks that hold a
    chosen one apart. Those in more than half of `chunks` tell nothing."""
    known = set(chosen)
    others = {
        token: counts[token]
        for term in terms
        for token in term.tokens()
        if token not in known and 0 < counts[token] <= chunks // 2
    }
    kept: list[str] = []
    for token in sorted(others, key=others.__getitem__)[:_COMPANIONS]:
        budget -= others[token]
        if budget < 0:
            break
        kept.append(token)
    return kept


def heading_phrases(text: str) -> list[tuple[str, float]]:
    """FTS5 queries for the question as a phrase of a breadcrumb, each with its share of the
    question's words that bear meaning: the whole of it, then ever shorter runs of its words, last
    single words that are a whole heading (or, when there is only one, stand in a heading)."""
    tokens = [token for word in find_words(text)[:_WORDS] for token in word_forms(word, "").exact]
    tokens = _trimmed(tokens)[:_LONGEST_PHRASE]
    total = sum(token not in STOP_WORDS for token in tokens)
    queries: list[tuple[str, float]] = []
    for length in range(len(tokens), 1, -1):
        runs = [tokens[start : start + length] for start in range(len(tokens) - length + 1)]
        phrases = {_phrase(run): _bearing(run) / total for run in runs if _bearing(run) > 1}
        if phrases:
            queries.append((" OR ".join(sorted(phrases)), min(phrases.values())))
    singles = [token for token in dict.fromkeys(tokens) if token not in STOP_WORDS]
    if singles:
        mark = HEADING if total == 1 else 2 * HEADING
        queries.append((any_of(mark + token for token in singles), 1 / total))
    return queries


def _put(
    terms: dict[str, Term], exact: str, stems: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    terms.setdefault(exact, Term(exact, stems, parts, exact in STOP_WORDS))


def _asked(term: Term, counts: Mapping[str, int], most: int) -> list[str]:
    """The word's exact form and its stems. A token in more than `most` chunks says nothing, or
    costs too much, and is left out when the word has a rarer one."""
    present = [token for token in dict.fromkeys(term.tokens()) if counts[token]]
    return [token for token in present if counts[token] <= most] or present


def _cost(term: Term, counts: Mapping[str, int], most: int) -> int:
    return max(counts[token] for token in _asked(term, counts, most))


def _rarest(term: Term, counts: Mapping[str, int]) -> int:
    return min(counts[token] for token in term.tokens() if counts[token])


def _trimmed(tokens: list[str]) -> list[str]:
    bearing = [i for i, token in enumerate(tokens) if token not in STOP_WORDS]
    return tokens[bearing[0] : bearing[-1] + 1] if bearing else tokens


def _bearing(run: list[str]) -> int:
    """How many words of a run bear meaning; 0 when one of its ends does not."""
    if run[0] in STOP_WORDS or run[-1] in STOP_WORDS:
        return 0
    return sum(token not in STOP_WORDS for token in run)


def _phrase(run: list[str]) -> str:
    return '"' + " ".join(HEADING + token for token in run).replace('"', '""') + '"'
