"""Conversations: questions and the answers as they were given, citations included."""

from __future__ import annotations

import sqlite3

import msgspec

from desktop_rag.domain.answer import Answer, Turn
from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.search_form import fold
from desktop_rag.ports.clock import Clock
from desktop_rag.stores.database import Database
from desktop_rag.stores.stored_paths import whole_characters

_TITLE = 120  # characters
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Answer).decode


class Conversations:
    """Kept until the person deletes them. Numbers of turns start at 1."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def start(self, title: str) -> int:
        """A new, empty conversation."""
        now = self._clock.now()
        with self._database.write() as connection:
            cursor = connection.execute(
                "INSERT INTO conversations(title, created, updated) VALUES (?, ?, ?)",
                (_shown(title), now, now),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def add_turn(self, conversation: int, question: str, answer: Answer) -> int:
        """Add a question with its answer; the number of the turn."""
        now = self._clock.now()
        with self._database.write() as connection:
            _require(connection, conversation)
            number = int(
                connection.execute(
                    "SELECT coalesce(max(number), 0) + 1 FROM turns WHERE conversation = ?",
                    (conversation,),
                ).fetchone()[0]
            )
            connection.execute(
                "INSERT INTO turns(conversation, number, asked, question, answer) "
                "VALUES (?, ?, ?, ?, ?)",
                (conversation, number, now, whole_characters(question), _encode(answer)),
            )
            connection.execute(
                "UPDATE conversations SET updated = ? WHERE id = ?", (now, conversation)
            )
        return number

    def turns(self, conversation: int) -> list[tuple[int, float, str, Answer]]:
        """(number, when asked in seconds since the epoch, question, answer), oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT number, asked, question, answer FROM turns WHERE conversation = ? "
                "ORDER BY number",
                (conversation,),
            ).fetchall()
        return [
            (number, asked, question, _decode(answer)) for number, asked, question, answer in rows
        ]

    def recent_turns(self, conversation: int, count: int) -> list[Turn]:
        """The last `count` turns as text, oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT question, answer FROM turns WHERE conversation = ? "
                "ORDER BY number DESC LIMIT ?",
                (conversation, count),
            ).fetchall()
        return [Turn(question, _decode(answer).text) for question, answer in reversed(rows)]

    def all(self, contains: str = "", limit: int = 200) -> list[tuple[int, str, float, int]]:
        """(id, title, last change in seconds since the epoch, number of turns), newest first;
        with `contains` only those with that text in their title or a question."""
        wanted = fold(contains)
        with self._database.read() as connection:
            return connection.execute(
                "SELECT c.id, c.title, c.updated, "
                "(SELECT count(*) FROM turns t WHERE t.conversation = c.id) "
                "FROM conversations c WHERE ?1 = '' OR instr(fold(c.title), ?1) > 0 "
                "OR EXISTS (SELECT 1 FROM turns t WHERE t.conversation = c.id "
                "  AND instr(fold(t.question), ?1) > 0) "
                "ORDER BY c.updated DESC, c.id DESC LIMIT ?2",
                (wanted, limit),
            ).fetchall()

    def title(self, conversation: int) -> str:
        """The title of a conversation; `InvalidRequest` when there is none of that number."""
        with self._database.read() as connection:
            return _require(connection, conversation)

    def rename(self, conversation: int, title: str) -> None:
        """Give a conversation another title."""
        with self._database.write() as connection:
            _require(connection, conversation)
            connection.execute(
                "UPDATE conversations SET title = ? WHERE id = ?", (_shown(title), conversation)
            )

    def delete(self, conversation: int) -> None:
        """Delete a conversation with all its turns."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM conversations WHERE id = ?", (conversation,))


def _require(connection: sqlite3.Connection, conversation: int) -> str:
    row = connection.execute(
        "SELECT title FROM conversations WHERE id = ?", (conversation,)
    ).fetchone()
    if row is None:
        raise InvalidRequest(
            "This conversation is not there any more.", "Choose another or start a new one."
        )
    return str(row[0])


def _shown(title: str) -> str:
    return " ".join(whole_characters(title).split())[:_TITLE]
