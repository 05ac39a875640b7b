"""Which documents hold some words: all of them, counted, not the best few."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product

from desktop_rag.domain.errors import DesktopRagError, SearchFailed
from desktop_rag.domain.phrase import has_words
from desktop_rag.domain.query import Filters
from desktop_rag.ports.retrieval import Holding
from desktop_rag.stores.database import Database
from desktop_rag.stores.filtering import file_condition
from desktop_rag.stores.permitted import allowed_chunks, holding
from desktop_rag.stores.question_terms import any_of, quoted
from desktop_rag.stores.stemming import stemming_languages
from desktop_rag.stores.stop_words import STOP_WORDS
from desktop_rag.stores.word_forms import STEM, find_words, part_stems, word_forms

_NEAR = 4  # words between two words that belong together
_MOST_COMBINATIONS = 64  # of the words' stems in all languages of the library
_MATCHING = "SELECT rowid FROM keyword WHERE keyword MATCH ?"
_NAMES = (
    "SELECT c.document, c.id FROM file_names n JOIN files f ON f.id = n.rowid "
    "JOIN chunks c ON c.document = f.document AND c.ordinal = 0 WHERE file_names MATCH ?"
)


class FtsDocumentIndex:
    """Fills `ports.retrieval.DocumentIndex` over the library's FTS5 tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, filters: Filters) -> dict[int, Holding]:
        """Every searchable document that passes the filters, shown by its first passage that
        does."""
        with self._reading() as connection:
            rows = connection.execute("SELECT document, id FROM chunks ORDER BY document, ordinal")
            found = _by_document(rows, allowed_chunks(connection, filters))
            return {document: Holding(held.chunk) for document, held in found.items()}

    def places(self, filters: Filters) -> dict[int, int]:
        """For each document how many files that pass the filters have its content."""
        condition, values = file_condition(filters)
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT f.document, count(*) FROM files f "
                f"WHERE f.document IS NOT NULL AND {condition} GROUP BY f.document",
                values,
            )
            return dict(rows.fetchall())

    def holding(
        self,
        alternatives: Sequence[str],
        filters: Filters,
        *,
        phrase: bool = False,
        names: bool = False,
    ) -> dict[int, Holding]:
        """Documents with a passage that holds the words of one of the alternatives close together
        (`phrase`: one after the other, as they are; words with signs in them always so), with how
        many there are and the first. `names`: or whose file is called so. Raises `SearchFailed`."""
        with self._reading() as connection:
            allowed = allowed_chunks(connection, filters)
            found: set[int] = set()
            for text in alternatives:
                found |= holding(connection, text, allowed) if phrase else _with(connection, text)
            rows = connection.execute(
                "SELECT document, id FROM chunks WHERE id IN (SELECT value FROM json_each(?))",
                (json.dumps(sorted(found & allowed)),),
            ).fetchall()
            for text in alternatives if names else ():
                query = _near(find_words(text), _languages(connection))
                rows += connection.execute(_NAMES, (query,)).fetchall()
            return _by_document(sorted(set(rows)), allowed)

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


def _with(connection: sqlite3.Connection, text: str) -> set[int]:
    """The chunks in which every word of the text that bears meaning stands close to the others, in
    any of its forms. Words with signs (codes) are looked for as they are: unlike a search, which
    ranks, this must not take a part of a word for the word."""
    codes = [word for word in text.split() if _is_code(word)]
    plain = [word for word in text.split() if word not in codes]
    found: set[int] | None = None
    if words := _bearing(" ".join(plain)) or ([] if codes else find_words(text)):
        rows = connection.execute(_MATCHING, (_near(words, _languages(connection)),))
        found = {row[0] for row in rows}
    for code in codes:
        found = holding(connection, code, found)
    return found or set()


def _is_code(word: str) -> bool:
    """True for words that signs belong to (`POL-358`, `C++`, `.NET`), not for quoted ones, and for
    those of scripts without blanks that are too short for a pair (`3月`)."""
    inner = word.strip("\"'“”«»,;:!?()[]").rstrip(".")
    exact = word_forms(inner, "").exact
    if len(exact) > 1 and all(len(token) == 1 for token in exact):
        return True
    return not inner.replace("'", "").replace("’", "").isalnum() and has_words(inner)


def _bearing(text: str) -> list[str]:
    return [word for word in find_words(text) if word_forms(word, "").exact[0] not in STOP_WORDS]


def _near(words: Sequence[str], languages: Sequence[str]) -> str:
    """An FTS5 query for passages that hold the words close together, in any of their forms; those
    of scripts without blanks as they are."""
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
    # what language a word with accents is in is a guess, and no statement rests on one
    known = ("", *languages) if word.isascii() else languages
    stems = (word_forms(word, language).stems[:1] for language in known)
    return (*exact, *dict.fromkeys(stem for found in stems for stem in found))


def _stems_of(tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(token for token in tokens if token.startswith(STEM))


def _by_document(rows: Iterable[tuple[int, int]], allowed: set[int]) -> dict[int, Holding]:
    """From (document, chunk) in order: the first chunk of each document and how many there are."""
    found: dict[int, Holding] = {}
    for document, chunk in rows:
        if chunk in allowed:
            known = found.get(document)
            found[document] = Holding(known.chunk, known.passages + 1) if known else Holding(chunk)
    return found
