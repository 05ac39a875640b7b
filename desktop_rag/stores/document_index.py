"""Which documents hold some words: all of them, counted, not the best few."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product

from desktop_rag.domain.errors import DesktopRagError, SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.ports.retrieval import Holding
from desktop_rag.stores.database import Database
from desktop_rag.stores.filtering import allowed_chunks
from desktop_rag.stores.question_terms import any_of, quoted
from desktop_rag.stores.stemming import stemming_languages
from desktop_rag.stores.stop_words import STOP_WORDS
from desktop_rag.stores.word_forms import STEM, find_words, part_stems, word_forms

_NEAR = 4  # words between two words that belong together
_MOST_COMBINATIONS = 64  # of the words' stems in all languages of the library
_PASSAGES = (
    "SELECT c.document, c.id FROM keyword k JOIN chunks c ON c.id = k.rowid WHERE keyword MATCH ?"
)
_NAMES = (
    "SELECT c.document, c.id FROM file_names n JOIN files f ON f.id = n.rowid "
    "JOIN chunks c ON c.document = f.document AND c.ordinal = 0 WHERE file_names MATCH ?"
)


class FtsDocumentIndex:
    """Fills `ports.retrieval.DocumentIndex` over the library's FTS5 tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, filters: Filters) -> dict[int, Holding]:
        """Every searchable document that passes the filters, shown by its first passage."""
        with self._reading() as connection:
            rows = connection.execute("SELECT document, id FROM chunks WHERE ordinal = 0")
            return _by_document(rows.fetchall(), allowed_chunks(connection, filters))

    def holding(
        self,
        alternatives: Sequence[str],
        filters: Filters,
        *,
        phrase: bool = False,
        names: bool = False,
    ) -> dict[int, Holding]:
        """Documents with a passage that holds the words of one of the alternatives close together
        (`phrase`: one after the other, as they are), with how many there are and the first.
        `names`: or whose file is called so. Raises `SearchFailed`."""
        with self._reading() as connection:
            languages = _languages(connection)
            queries = [
                query
                for text in alternatives
                if (query := _phrase(text) if phrase else _all_of(text, languages))
            ]
            found: set[tuple[int, int]] = set()
            for query in queries:
                found.update(connection.execute(_PASSAGES, (query,)))
                if names:
                    found.update(connection.execute(_NAMES, (query,)))
            return _by_document(sorted(found), allowed_chunks(connection, filters))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._database.read() as connection:
                yield connection
        except DesktopRagError as error:
            raise SearchFailed(
                "The documents could not be counted.",
                "Run the doctor to check the library.",
                detail=f"{error.message} {error.detail}",
            ) from error


def _languages(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT DISTINCT language FROM documents WHERE state = 'complete'")
    return sorted(stemming_languages() & {language for (language,) in rows})


def _all_of(text: str, languages: Sequence[str]) -> str:
    """An FTS5 query for passages in which every word that bears meaning stands close to the others,
    in any of its forms; words with signs (codes) and those of scripts without blanks as they are.
    Unlike a search, which ranks, it must not take a part of a word for the word."""
    words = [word for word in find_words(text) if word_forms(word, "").exact[0] not in STOP_WORDS]
    words = words or find_words(text)
    forms = [_forms(word, languages) for word in words]
    rows = [_stems_of(tokens) for tokens in forms]
    combinations = math.prod(map(len, rows))
    if len(words) > 1 and 0 < combinations <= _MOST_COMBINATIONS:
        distance = _NEAR * (len(words) - 1)
        near = (f"NEAR({' '.join(map(quoted, row))}, {distance})" for row in product(*rows))
        return " OR ".join(near)
    return " AND ".join(f"({any_of(tokens)})" for tokens in forms)


def _forms(word: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The tokens that mean the whole word."""
    exact = word_forms(word, "").exact
    if len(exact) > 1:  # each two neighbours; the last character alone begins no pair
        return (" ".join(token for token in exact if len(token) > 1),)
    if len(part_stems(word)) > 1:
        return exact
    stems = (word_forms(word, language).stems[:1] for language in ("", *languages))
    return (*exact, *dict.fromkeys(stem for found in stems for stem in found))


def _stems_of(tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(token for token in tokens if token.startswith(STEM))


def _phrase(text: str) -> str:
    """An FTS5 query for the words of the text, one after the other, as they are."""
    tokens = [token for word in find_words(text) for token in word_forms(word, "").exact]
    return f"text : {quoted(' '.join(tokens))}" if tokens else ""


def _by_document(rows: Iterable[tuple[int, int]], allowed: set[int]) -> dict[int, Holding]:
    """From (document, chunk) in order: the first chunk of each document and how many there are."""
    found: dict[int, Holding] = {}
    for document, chunk in rows:
        if chunk in allowed:
            known = found.get(document)
            found[document] = Holding(known.chunk, known.passages + 1) if known else Holding(chunk)
    return found
