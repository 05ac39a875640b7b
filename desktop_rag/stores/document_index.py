"""Which documents hold some words: all of them, counted, not the best few."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from desktop_rag.domain.errors import DesktopRagError, SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.ports.retrieval import Holding
from desktop_rag.stores.database import Database
from desktop_rag.stores.filtering import allowed_chunks
from desktop_rag.stores.question_terms import any_of, question_terms, quoted
from desktop_rag.stores.stemming import stemming_languages
from desktop_rag.stores.word_forms import find_words, word_forms

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
        """Documents with a passage that holds all words of one of the alternatives (`phrase`: one
        after the other, as they are), with how many there are and the first. `names`: or whose
        file is called so. Raises `SearchFailed`."""
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


def _all_of(text: str, languages: Iterable[str]) -> str:
    """An FTS5 query for passages with every word that bears meaning, in any of its forms; with
    every word when none does."""
    terms = question_terms(text, languages)
    bearing = [term for term in terms if not term.stop] or terms
    return " AND ".join(f"({any_of(term.tokens())})" for term in bearing)


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
