"""The words of the keyword index: how many chunks hold each, and which are spelled alike."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from desktop_rag.stores.word_forms import by_prefix, is_comparable

_TWO_TYPOS_FROM = 8
_SIMILAR = 6
_COUNTS_KEPT = 20_000
_COMMON = 1_000  # chunks
_GROWN = 1.2
_BATCH = 500


class Vocabulary:
    """A cached view of the index's words. Counts of rare words are exact, those of common ones
    nearly; the list of words grows by what was added since, and words that went stay in it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_length: dict[int, list[str]] = {}
        self._known: set[str] = set()
        self._last_word = 0
        self._counts: dict[str, int] = {}
        self._counted_at = (-1, -1)
        self._common_from = 0

    def chunk_counts(self, connection: sqlite3.Connection, tokens: Iterable[str]) -> dict[str, int]:
        """How many chunks hold each token, 0 for tokens that none holds; for a token that is asked
        for by prefix at most how many."""
        with self._lock:
            state = index_state(connection)
            if state != self._counted_at or len(self._counts) > _COUNTS_KEPT:
                self._forget_counts(state)
            wanted = list(dict.fromkeys(tokens))
            missing = [token for token in wanted if token not in self._counts]
            for start in range(0, len(missing), _BATCH):
                batch = missing[start : start + _BATCH]
                marks = ", ".join("?" * len(batch))
                self._counts.update(dict.fromkeys(batch, 0))
                self._counts.update(
                    connection.execute(
                        f"SELECT term, doc FROM keyword_vocabulary WHERE term IN ({marks})", batch
                    ).fetchall()
                )
            for token in missing:
                if by_prefix(token):
                    self._counts[token] = _begun_with(connection, token)
            return {token: self._counts[token] for token in wanted}

    def similar(self, connection: sqlite3.Connection, word: str) -> list[tuple[str, int]]:
        """Words spelled almost like `word` with their distance: one typo, two for long words
        (insertion, deletion, exchange, or two neighbours swapped). Nearest first."""
        if not is_comparable(word):
            return []
        typos = 2 if len(word) >= _TWO_TYPOS_FROM else 1
        with self._lock:
            self._catch_up(connection)
            found = [
                (known, int(distance))
                for length in range(len(word) - typos, len(word) + typos + 1)
                for known, distance, _ in process.extract(
                    word,
                    self._by_length.get(length, ()),
                    scorer=OSA.distance,
                    score_cutoff=typos,
                    limit=_SIMILAR,
                    processor=None,
                )
                if known != word
            ]
        return sorted(set(found), key=lambda pair: (pair[1], pair[0]))[:_SIMILAR]

    def _forget_counts(self, state: tuple[int, int]) -> None:
        """Common words stay common while the library grows a little, and counting these is what
        takes time; rare ones are counted anew."""
        grown = state[0] > self._common_from * _GROWN
        if grown or len(self._counts) > _COUNTS_KEPT:
            self._counts, self._common_from = {}, state[0]
        self._counts = {token: n for token, n in self._counts.items() if n >= _COMMON}
        self._counted_at = state

    def _catch_up(self, connection: sqlite3.Connection) -> None:
        rows = connection.execute(
            "SELECT id, word FROM words WHERE id > ? ORDER BY id", (self._last_word,)
        )
        for number, word in rows:
            self._last_word = number
            if is_comparable(word) and word not in self._known:
                self._known.add(word)
                self._by_length.setdefault(len(word), []).append(word)


def index_state(connection: sqlite3.Connection) -> tuple[int, int]:
    """(newest chunk id, newest change): another pair whenever chunks came or went. Both numbers
    only grow, and reading them takes no time in a library of any size."""
    newest = dict(
        connection.execute(
            "SELECT name, seq FROM sqlite_sequence WHERE name IN ('chunks', 'outbox')"
        ).fetchall()
    )
    return newest.get("chunks", 0), newest.get("outbox", 0)


def _begun_with(connection: sqlite3.Connection, token: str) -> int:
    row = connection.execute(
        "SELECT coalesce(sum(doc), 0) FROM keyword_vocabulary WHERE term >= ? AND term < ?",
        (token, chr(ord(token) + 1)),
    ).fetchone()
    return int(row[0])
