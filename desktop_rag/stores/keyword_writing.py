"""Rows of the keyword index, written inside the transactions that write their chunks."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Sequence

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.stores.word_forms import heading_tokens, is_comparable, text_tokens

_INSERT = "INSERT INTO keyword(rowid, breadcrumb, text, stems) VALUES (?, ?, ?, ?)"
_DELETE = (
    "INSERT INTO keyword(keyword, rowid, breadcrumb, text, stems) VALUES ('delete', ?, ?, ?, ?)"
)
_BATCH = 500

Terms = tuple[str, str, str]


def terms_of(draft: ChunkDraft) -> Terms:
    """The tokens of a chunk: of its breadcrumb, its words, its stems."""
    exact, stems = text_tokens(draft.search_text(), draft.language)
    return heading_tokens(draft.breadcrumb, draft.language), exact, stems


def add_to_index(connection: sqlite3.Connection, drafts: Iterable[tuple[int, ChunkDraft]]) -> None:
    """Make chunks, given with their ids, findable by keyword."""
    rows = [(chunk, terms_of(draft)) for chunk, draft in drafts]
    connection.executemany(_INSERT, [(chunk, *terms) for chunk, terms in rows])
    connection.executemany(
        "INSERT INTO keyword_terms(chunk, terms) VALUES (?, ?)",
        [(chunk, _packed(terms)) for chunk, terms in rows],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO words(word) VALUES (?)",
        [(word,) for word in _comparable(terms for _, terms in rows)],
    )


def remove_from_index(connection: sqlite3.Connection, chunks: Sequence[int]) -> None:
    """Take chunks out of the keyword index."""
    for start in range(0, len(chunks), _BATCH):
        batch = chunks[start : start + _BATCH]
        marks = ", ".join("?" * len(batch))
        rows = connection.execute(
            f"SELECT chunk, terms FROM keyword_terms WHERE chunk IN ({marks})",
            batch,
        ).fetchall()
        terms_of_chunks = [(chunk, unpacked(terms)) for chunk, terms in rows]
        connection.executemany(_DELETE, [(chunk, *terms) for chunk, terms in terms_of_chunks])
        connection.execute(
            f"DELETE FROM keyword_terms WHERE chunk IN ({marks})",
            batch,
        )
        _forget_words(connection, _comparable(terms for _, terms in terms_of_chunks))


def remove_all(connection: sqlite3.Connection) -> None:
    """Empty the keyword index."""
    connection.execute("INSERT INTO keyword(keyword) VALUES ('delete-all')")
    connection.execute("DELETE FROM keyword_terms")
    connection.execute("DELETE FROM words")


def differing_words(connection: sqlite3.Connection) -> int:
    """How many words a question may misspell are missing, or are held by no chunk."""
    indexed = {row[0] for row in connection.execute("SELECT term FROM keyword_vocabulary")}
    kept = {row[0] for row in connection.execute("SELECT word FROM words")}
    return len(set(filter(is_comparable, indexed)) ^ set(filter(is_comparable, kept)))


def unpacked(terms: bytes) -> Terms:
    """The tokens that were put in for a chunk, as they were."""
    breadcrumb, exact, stems = zlib.decompress(terms).decode().split("\n")
    return breadcrumb, exact, stems


def _comparable(terms: Iterable[Terms]) -> list[str]:
    """The distinct words that a question may misspell."""
    words = {word for _, exact, _ in terms for word in exact.split()}
    return sorted(filter(is_comparable, words))


def _forget_words(connection: sqlite3.Connection, words: Iterable[str]) -> None:
    """Forget those of the words that no chunk holds any more."""
    held = "SELECT 1 FROM keyword WHERE keyword MATCH ? LIMIT 1"
    gone = [(word,) for word in words if not connection.execute(held, (f'"{word}"',)).fetchone()]
    connection.executemany("DELETE FROM words WHERE word = ?", gone)


def _packed(terms: Terms) -> bytes:
    return zlib.compress("\n".join(terms).encode(), 1)
