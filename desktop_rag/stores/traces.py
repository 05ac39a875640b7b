"""Traces: how each search and answer came about, for "How was this found?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from desktop_rag.domain.hit import TraceStep
from desktop_rag.ports.clock import Clock
from desktop_rag.stores.database import Database
from desktop_rag.stores.stored_paths import whole_characters

_decode_steps = msgspec.json.Decoder(tuple[TraceStep, ...]).decode
_decode_ids = msgspec.json.Decoder(tuple[int, ...]).decode


@dataclass(frozen=True, slots=True)
class StoredTrace:
    """One search or answer. `made`: seconds since the epoch; `text` only when the person lets
    questions be kept."""

    id: int
    made: float
    kind: str
    outcome: str
    model: str
    template: str
    chunk_ids: tuple[int, ...]
    steps: tuple[TraceStep, ...]
    text: str | None


class Traces:
    """Newest first; `trim` keeps their number bounded."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def add(
        self,
        kind: str,
        steps: Sequence[TraceStep],
        outcome: str,
        *,
        model: str = "",
        template: str = "",
        chunk_ids: Sequence[int] = (),
        text: str | None = None,
    ) -> None:
        """Keep a trace."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO traces(made, kind, outcome, model, template, chunks, steps, text) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self._clock.now(),
                    kind,
                    outcome,
                    model,
                    template,
                    msgspec.json.encode(tuple(chunk_ids)).decode(),
                    msgspec.json.encode(tuple(steps)).decode(),
                    None if text is None else whole_characters(text),
                ),
            )

    def recent(self, limit: int = 100) -> list[StoredTrace]:
        """The newest traces, newest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT id, made, kind, outcome, model, template, chunks, steps, text "
                "FROM traces ORDER BY id DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return [
            StoredTrace(
                id=number,
                made=made,
                kind=kind,
                outcome=outcome,
                model=model,
                template=template,
                chunk_ids=_decode_ids(chunks),
                steps=_decode_steps(steps),
                text=text,
            )
            for number, made, kind, outcome, model, template, chunks, steps, text in rows
        ]

    def trim(self, keep: int) -> int:
        """Delete all but the newest `keep` traces; how many went."""
        with self._database.write() as connection:
            return connection.execute(
                "DELETE FROM traces WHERE id <= "
                "coalesce((SELECT id FROM traces ORDER BY id DESC LIMIT 1 OFFSET ?), 0)",
                (keep,),
            ).rowcount
