"""Which documents hold some words: all of them, counted, not the best few."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

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

    def _reading(self) -> _Reading:
        return _Reading(self._database)


class _Reading:
    """A connection for reading; what goes wrong with it is a failed search."""

    def __init__(self, database: Database) -> None:
        self._read = database.read()

    def __enter__(self) -> sqlite3.Connection:
        return self._read.__enter__()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            self._read.__exit__(kind, error, trace)  # type: ignore[arg-type]
        except DesktopRagError as failure:
            raise SearchFailed(
                "The documents could not be counted.",
                "Run the doctor to check the library.",
                detail=f"{failure.message} {failure.detail}",
            ) from failure
