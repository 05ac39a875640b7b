"""Which chunks a search may show: files that pass its filters → their documents → chunks, and of
these the ones that hold what must be held."""

from __future__ import annotations

import sqlite3

from desktop_rag.domain.languages import is_unspaced
from desktop_rag.domain.phrase import folded_holds
from desktop_rag.domain.query import Filters
from desktop_rag.domain.search_form import fold
from desktop_rag.stores import chunk_lookup
from desktop_rag.stores.filtering import file_condition, marks
from desktop_rag.stores.question_terms import any_of, quoted
from desktop_rag.stores.stemming import stemming_languages
from desktop_rag.stores.word_forms import HEADING, find_words, word_forms, word_parts

_BATCH = 500


def allowed_chunks(connection: sqlite3.Connection, filters: Filters) -> set[int]:
    """The ids of all searchable chunks that pass the filters."""
    condition, values = file_condition(filters)
    sql = (
        "SELECT c.id FROM (SELECT DISTINCT f.document FROM files f "
        f"WHERE f.document IS NOT NULL AND {condition}) p "
        "JOIN documents d ON d.id = p.document AND d.state = 'complete' "
        "JOIN chunks c ON c.document = d.id"
    )
    if filters.languages:
        codes = marks(len(filters.languages))
        sql += f" WHERE c.language IN ({codes}) OR (c.language = '' AND d.language IN ({codes}))"
        values.extend([*filters.languages, *filters.languages])
    allowed = {row[0] for row in connection.execute(sql, values)}
    for phrase in dict.fromkeys(filters.phrases):
        allowed &= holding(connection, phrase, allowed)
    for phrase in dict.fromkeys(filters.without):
        allowed -= holding(connection, phrase, allowed)
    return allowed


def hidden_chunks(connection: sqlite3.Connection) -> set[int]:
    """The ids of chunks that are being written or deleted: no search may show them."""
    rows = connection.execute(
        "SELECT c.id FROM documents d JOIN chunks c ON c.document = d.id "
        "WHERE d.state <> 'complete'"
    )
    return {row[0] for row in rows}


def holding(connection: sqlite3.Connection, phrase: str, among: set[int] | None = None) -> set[int]:
    """The ids of the chunks, of `among` where given, that hold the phrase in their text or their
    breadcrumb (see `domain.phrase`).

    The index names the chunks that hold its words in some form. Those where they stand as whole
    words, one after the other, are taken as they are; the others are read.
    """
    words = find_words(phrase)
    if not words:
        return set()
    maybe = _ids(connection, _all_parts(words))
    surely = maybe & _ids(connection, _as_they_are(words)) if _is_plain(phrase) else set()
    if among is not None:
        maybe, surely = maybe & among, surely & among
    unread = sorted(maybe - surely)
    for start in range(0, len(unread), _BATCH):
        found = chunk_lookup.chunks(connection, unread[start : start + _BATCH])
        for id, chunk in found.items():
            text = " ".join((*chunk.draft.breadcrumb, chunk.draft.search_text()))
            if folded_holds(fold(text), phrase):
                surely.add(id)
    return surely


def _ids(connection: sqlite3.Connection, query: str) -> set[int]:
    rows = connection.execute("SELECT rowid FROM keyword WHERE keyword MATCH ?", (query,))
    return {row[0] for row in rows}


def _all_parts(words: list[str]) -> str:
    """A query for chunks in which every part of the words occurs, in some form of it."""
    parts = dict.fromkeys(part for word in words for part in word_parts(word))
    return " AND ".join(f"({_some_form(part)})" for part in parts)


def _some_form(part: str) -> str:
    exact = word_forms(part, "").exact
    if len(exact) > 1:  # of a script without blanks; its last character alone begins no pair
        pairs = [token for token in exact if len(token) > 1]
        return " AND ".join(map(quoted, pairs or exact))
    stems = (word_forms(part, language).stems[:1] for language in ("", *stemming_languages()))
    return any_of([*exact, *sorted({stem for found in stems for stem in found})])


def _as_they_are(words: list[str]) -> str:
    """A query for the words one after the other, in a text or in a breadcrumb."""
    tokens = [token for word in words for token in word_forms(word, "").exact]
    text, heading = " ".join(tokens), " ".join(HEADING + token for token in tokens)
    return f"text : {quoted(text)} OR breadcrumb : {quoted(heading)}"


def _is_plain(phrase: str) -> bool:
    """True when whole words are all there is to it."""
    unspaced = any(map(is_unspaced, phrase))
    return not unspaced and not phrase.lstrip().startswith(".") and " ." not in phrase
