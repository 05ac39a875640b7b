"""The keyword tier: one compound question over FTS5 whose parts add up.

score = 10 × BM25 of the question as a phrase of the breadcrumb (of a part of it: its share)
      + 4 × BM25 of its words in the text (exact form and stem)
      + 1.5 × BM25 of words spelled almost like those that the library does not know.
BM25 is FTS5's (k1 = 1.2, b = 0.75; Robertson and Zaragoza 2009). In a large library words that are
too common to score every chunk that holds one count half, in those chunks that hold a rarer one.
"""

from __future__ import annotations

import heapq
import logging
import sqlite3
from dataclasses import dataclass
from itertools import accumulate
from operator import neg

from desktop_rag.domain.errors import DesktopRagError, SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.ports.retrieval import KeywordMatch
from desktop_rag.stores.database import Database
from desktop_rag.stores.filtering import file_condition
from desktop_rag.stores.permitted import allowed_chunks, hidden_chunks
from desktop_rag.stores.question_terms import (
    Term,
    any_of,
    chosen_tokens,
    companion_tokens,
    heading_phrases,
    name_query,
    question_terms,
)
from desktop_rag.stores.stemming import stemming_languages
from desktop_rag.stores.vocabulary import Vocabulary, index_state

_LOG = logging.getLogger(__name__)
_PHRASE, _TERMS, _FUZZY = 10.0, 4.0, 1.5
_BUDGET = 5_000  # matches scored for one question, at 2 to 4 us
_PASSED_BY = 200_000  # matches of more common words that are only passed by, at 0.06 us
_FUZZY_BUDGET = 3_000
_MOMENT = 50_000  # matches of words that were too common, in a part of the library
_UNKNOWN = 3  # words that are compared with the whole vocabulary, the longest ones
_LEAST_NAME = 1.0  # in a small library BM25 is near zero for any word
_RANKED = (
    "SELECT rowid, ? * max(-bm25(keyword, 0.5, 1.0, 1.0), 0.0) FROM keyword WHERE keyword MATCH ?"
)

Scores = dict[int, float]


@dataclass(frozen=True, slots=True)
class _Contents:
    """How many chunks there are and in which languages that have stems, at a state of the index."""

    state: tuple[int, int]
    chunks: int
    languages: tuple[str, ...]


class FtsKeywordIndex:
    """Fills `ports.retrieval.KeywordIndex` over the library's FTS5 tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._vocabulary = Vocabulary()
        self._contents: _Contents | None = None

    def search(self, text: str, limit: int, filters: Filters) -> list[KeywordMatch]:
        """Best first, at most `limit`; equal scores in order of ids. Any text is legal. Raises
        `SearchFailed`, never returns a failure as empty."""
        try:
            with self._database.read() as connection:
                return self._search(connection, text, limit, filters)
        except DesktopRagError as error:
            _LOG.warning("keyword search: %s %s", error.message, error.detail)
            raise SearchFailed(
                "The keyword search failed.",
                "Run the doctor to check the library.",
                detail=f"{error.message} {error.detail}",
            ) from error

    def _search(
        self, connection: sqlite3.Connection, text: str, limit: int, filters: Filters
    ) -> list[KeywordMatch]:
        contents = self._look(connection)
        terms = question_terms(text, contents.languages)
        if not terms or limit < 1:
            return []
        asked, counts = self._counted(connection, terms)
        phrase = _phrase_scores(connection, text)
        tokens = chosen_tokens(asked, counts, contents.chunks, _BUDGET)
        # words that occur nowhere are asked for all the same: a broken index has to show itself
        tokens = tokens or [term.exact for term in asked]
        common = companion_tokens(asked, counts, contents.chunks, tokens, _PASSED_BY)
        found = _term_scores(connection, tokens, common)
        _add(found, _name_scores(connection, terms, filters))
        fuzzy = self._fuzzy_scores(connection, asked, counts)
        totals = dict(found)
        _add(totals, phrase)
        _add(totals, fuzzy)
        _leave_permitted(connection, totals, filters)
        left_out = _left_out(asked, counts, tokens)
        if left_out and not totals:  # no rarer word stands where it may be searched
            found = _scores(connection, any_of(left_out), _TERMS)
            totals = dict(found)
            _leave_permitted(connection, totals, filters)
        best = heapq.nsmallest(limit, zip(map(neg, totals.values()), totals, strict=True))
        return [
            KeywordMatch(
                chunk,
                score=-total,
                phrase=phrase.get(chunk, 0.0),
                terms=found.get(chunk, 0.0),
                fuzzy=fuzzy.get(chunk, 0.0),
            )
            for total, chunk in best
        ]

    def _look(self, connection: sqlite3.Connection) -> _Contents:
        state = index_state(connection)
        if self._contents is None or self._contents.state != state:
            rows = connection.execute(
                "SELECT language, sum(chunks) FROM documents WHERE state = 'complete' "
                "GROUP BY language"
            ).fetchall()
            known = stemming_languages() & {language for language, _ in rows}
            total = sum(chunks for _, chunks in rows)
            self._contents = _Contents(state, total, tuple(sorted(known)))
        return self._contents

    def _counted(
        self, connection: sqlite3.Connection, terms: list[Term]
    ) -> tuple[list[Term], dict[str, int]]:
        """The words that bear meaning and how many chunks hold their tokens, or all words when
        none of those occurs: a word that stands everywhere takes longest to count."""
        bearing = [term for term in terms if not term.stop]
        counts = self._counts_of(connection, bearing)
        if any(counts.values()):
            return bearing, counts
        return terms, self._counts_of(connection, terms)

    def _counts_of(self, connection: sqlite3.Connection, terms: list[Term]) -> dict[str, int]:
        return self._vocabulary.chunk_counts(
            connection, (token for term in terms for token in term.tokens())
        )

    def _fuzzy_scores(
        self, connection: sqlite3.Connection, terms: list[Term], counts: dict[str, int]
    ) -> Scores:
        unknown = [
            term.exact
            for term in terms
            if not term.stop and not any(counts[token] for token in term.tokens())
        ]
        unknown.sort(key=lambda word: (-len(word), word))
        similar = [
            word
            for token in unknown[:_UNKNOWN]
            for word, _ in self._vocabulary.similar(connection, token)
        ]
        known = self._vocabulary.chunk_counts(connection, similar)
        chosen, cost = [], 0
        for word in sorted(known, key=lambda word: known[word]):
            cost += known[word]
            if cost <= _FUZZY_BUDGET:
                chosen.append(word)
        return _scores(connection, any_of(chosen), _FUZZY) if chosen else {}


def _left_out(terms: list[Term], counts: dict[str, int], asked: list[str]) -> list[str]:
    """The rarest of the tokens that were not asked for: at least one, and as many as can be scored
    within a moment."""
    others = {token for term in terms for token in term.tokens() if counts[token]} - {*asked}
    ranked = sorted(others, key=lambda token: (counts[token], token))
    costs = accumulate(counts[token] for token in ranked)
    return [t for t, cost in zip(ranked, costs, strict=True) if t == ranked[0] or cost <= _MOMENT]


def _phrase_scores(connection: sqlite3.Connection, text: str) -> Scores:
    """Of the longest run of the question's words that occurs in a breadcrumb."""
    for query, share in heading_phrases(text):
        found = _scores(connection, query, share * _PHRASE)
        if found:
            return found
    return {}


def _name_scores(connection: sqlite3.Connection, terms: list[Term], filters: Filters) -> Scores:
    """First chunks of files whose name holds every word of the question that bears meaning, or
    is itself a word of the question."""
    query = name_query(terms)
    if not query:
        return {}
    condition, values = file_condition(filters)
    rows = connection.execute(
        "SELECT c.id, -bm25(file_names) FROM file_names "
        "JOIN files f ON f.id = file_names.rowid "
        "JOIN chunks c ON c.document = f.document AND c.ordinal = 0 "
        f"WHERE file_names MATCH ? AND {condition}",
        (query, *values),
    )
    found: Scores = {}
    for chunk, score in rows:
        found[chunk] = max(found.get(chunk, 0.0), _TERMS * max(score, _LEAST_NAME))
    return found


def _term_scores(connection: sqlite3.Connection, rare: list[str], common: list[str]) -> Scores:
    """BM25 of the rare tokens, and half of that of the common ones in the chunks that hold a rare
    one. FTS5 knows no words that may be missing, so the rare ones stand in the question twice."""
    query = any_of(rare)
    if not common:
        return _scores(connection, query, _TERMS)
    return _scores(connection, f"({query}) AND ({any_of([*rare, *common])})", _TERMS / 2)


def _scores(connection: sqlite3.Connection, query: str, boost: float) -> Scores:
    return dict(connection.execute(_RANKED, (boost, query)).fetchall())


def _add(scores: Scores, more: Scores) -> None:
    for chunk, score in more.items():
        scores[chunk] = scores.get(chunk, 0.0) + score


def _leave_permitted(connection: sqlite3.Connection, scores: Scores, filters: Filters) -> None:
    if filters.any():
        hidden = scores.keys() - allowed_chunks(connection, filters)
    else:
        hidden = scores.keys() & hidden_chunks(connection)
    for chunk in hidden:
        del scores[chunk]
