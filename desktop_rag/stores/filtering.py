"""Filters as SQL: files that pass → their documents → chunks."""

from __future__ import annotations

import sqlite3

from desktop_rag.domain.query import Filters
from desktop_rag.stores.stored_paths import under_condition, under_values

NANOSECONDS = 1_000_000_000


def file_condition(filters: Filters) -> tuple[str, list[object]]:
    """A condition on table `files` under the alias `f`, and its values. Languages are a property
    of chunks and not part of it."""
    conditions: list[str] = ["1"]
    values: list[object] = []
    if filters.under:
        conditions.append(" OR ".join([under_condition("f.path")] * len(filters.under)))
        values.extend(value for path in filters.under for value in under_values(path))
    if filters.types:
        conditions.append(f"f.suffix IN ({_marks(len(filters.types))})")
        values.extend(kind.lower().lstrip(".") for kind in filters.types)
    if filters.after is not None:
        conditions.append("f.mtime_ns >= ?")
        values.append(_nanoseconds(filters.after))
    if filters.before is not None:
        conditions.append("f.mtime_ns < ?")
        values.append(_nanoseconds(filters.before))
    return " AND ".join(f"({condition})" for condition in conditions), values


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
        marks = _marks(len(filters.languages))
        sql += f" WHERE c.language IN ({marks}) OR (c.language = '' AND d.language IN ({marks}))"
        values.extend([*filters.languages, *filters.languages])
    return {row[0] for row in connection.execute(sql, values)}


def hidden_chunks(connection: sqlite3.Connection) -> set[int]:
    """The ids of chunks that are being written or deleted: no search may show them."""
    rows = connection.execute(
        "SELECT c.id FROM documents d JOIN chunks c ON c.document = d.id "
        "WHERE d.state <> 'complete'"
    )
    return {row[0] for row in rows}


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _nanoseconds(seconds: float) -> int:
    bound = 2**62  # keeps absurd dates inside SQLite's integers
    return int(max(-bound, min(bound, seconds * NANOSECONDS)))
