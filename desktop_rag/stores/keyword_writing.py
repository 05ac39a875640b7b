"""Rows of the keyword index, written inside the transactions that write their chunks."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Sequence

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.stores.chunk_rows import CHUNK_COLUMNS, chunk_of
from desktop_rag.stores.word_forms import VERSION, heading_tokens, is_comparable, text_tokens

_INSERT = "INSERT INTO keyword(rowid, breadcrumb, text, stems) VALUES (?, ?, ?, ?)"
_DELETE = (
    "INSERT INTO keyword(keyword, rowid, breadcrumb, text, stems) VALUES ('delete', ?, ?, ?, ?)"
)
_BATCH = 500
_REMOVED_SINCE = "words.removed_since"  # meta: the first removal since words were looked through
_RENEWED = "keyword.renewed"  # meta: the last chunk whose tokens were made anew
_FORMS = "keyword.forms"  # meta: by which version of the word forms the tokens were made

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
        connection.executemany(_DELETE, [(chunk, *unpacked(terms)) for chunk, terms in rows])
        connection.execute(
            f"DELETE FROM keyword_terms WHERE chunk IN ({marks})",
            batch,
        )
    connection.execute(
        "INSERT OR IGNORE INTO meta(key, value) VALUES (?, unixepoch('now'))", (_REMOVED_SINCE,)
    )


def make_again(connection: sqlite3.Connection) -> int:
    """Make the keyword index anew from the chunks and the files' names; how many chunks."""
    connection.execute("INSERT INTO keyword(keyword) VALUES ('delete-all')")
    for table in ("keyword_terms", "words"):
        connection.execute(f"DELETE FROM {table}")
    _index_names(connection)
    _tell_change(connection)
    last, indexed = 0, 0
    while True:
        rows = connection.execute(
            f"SELECT {CHUNK_COLUMNS} FROM chunks c WHERE c.id > ? ORDER BY c.id LIMIT ?",
            (last, _BATCH),
        ).fetchall()
        if not rows:
            _note_forms(connection)
            return indexed
        chunks = [chunk_of(row) for row in rows]
        add_to_index(connection, [(chunk.id, chunk.draft) for chunk in chunks])
        last, indexed = chunks[-1].id, indexed + len(chunks)


def renew_some(connection: sqlite3.Connection) -> None:
    """Make the tokens of the next chunks anew that were made with old word forms, and after the
    last of them those of the files' names. Everything can be found all the while."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_RENEWED,)).fetchone()
    rows = connection.execute(
        f"SELECT {CHUNK_COLUMNS} FROM chunks c WHERE c.id > ? ORDER BY c.id LIMIT ?",
        (int(row[0]) if row else 0, _BATCH),
    ).fetchall()
    chunks = [chunk_of(row) for row in rows]
    remove_from_index(connection, [chunk.id for chunk in chunks])
    add_to_index(connection, [(chunk.id, chunk.draft) for chunk in chunks])
    if chunks:
        connection.execute(
            "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (_RENEWED, chunks[-1].id)
        )
    else:
        _index_names(connection)
        _note_forms(connection)
    _tell_change(connection)


def has_old_forms(connection: sqlite3.Connection) -> bool:
    """True when the index was made with other word forms than questions are asked with today."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_FORMS,)).fetchone()
    return row is None or int(row[0]) != VERSION


def begin_forms(connection: sqlite3.Connection) -> None:
    """Note today's word forms as those of an index that is still empty."""
    if connection.execute("SELECT 1 FROM chunks LIMIT 1").fetchone() is None:
        _note_forms(connection)


def missing_words(connection: sqlite3.Connection) -> int:
    """How many of the words that a question may misspell are not known as such."""
    rows = connection.execute(
        "SELECT term FROM keyword_vocabulary WHERE term NOT IN (SELECT word FROM words)"
    )
    return sum(is_comparable(term) for (term,) in rows)


def words_left(connection: sqlite3.Connection, removed_before: float) -> list[str] | None:
    """The words that no chunk holds any more, once chunks were removed before that time (seconds
    since the epoch) and the words not looked through since; else None: reading every word of the
    index takes a second or two in a large library."""
    select = "SELECT CAST(value AS REAL) FROM meta WHERE key = ?"
    since = connection.execute(select, (_REMOVED_SINCE,)).fetchone()
    if since is None or since[0] > removed_before:
        return None
    rows = connection.execute(
        "SELECT word FROM words WHERE word NOT IN (SELECT term FROM keyword_vocabulary)"
    )
    return [word for (word,) in rows]


def forget_words(connection: sqlite3.Connection, words: Iterable[str]) -> None:
    """Forget those of the words that still no chunk holds."""
    held = "SELECT 1 FROM keyword WHERE keyword MATCH ? LIMIT 1"
    gone = [(word,) for word in words if not connection.execute(held, (f'"{word}"',)).fetchone()]
    connection.executemany("DELETE FROM words WHERE word = ?", gone)
    connection.execute("DELETE FROM meta WHERE key = ?", (_REMOVED_SINCE,))


def unpacked(terms: bytes) -> Terms:
    """The tokens that were put in for a chunk, as they were."""
    breadcrumb, exact, stems = zlib.decompress(terms).decode().split("\n")
    return breadcrumb, exact, stems


def _index_names(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM file_names")
    connection.execute(
        "INSERT INTO file_names(rowid, words) SELECT id, name_words(path) FROM files"
    )


def _note_forms(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (_FORMS, VERSION))
    connection.execute("DELETE FROM meta WHERE key = ?", (_RENEWED,))


def _tell_change(connection: sqlite3.Connection) -> None:
    """Tokens changed though no chunk came or went: what is remembered of the index is old. The
    number that the next chunk gets tells it (see `vocabulary.index_state`)."""
    connection.execute("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'chunks'")


def _comparable(terms: Iterable[Terms]) -> list[str]:
    """The distinct words that a question may misspell."""
    words = {word for _, exact, _ in terms for word in exact.split()}
    return sorted(filter(is_comparable, words))


def _packed(terms: Terms) -> bytes:
    return zlib.compress("\n".join(terms).encode(), 1)
