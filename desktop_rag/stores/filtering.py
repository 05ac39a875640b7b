"""Filters as SQL: which files pass."""

from __future__ import annotations

import json
from collections.abc import Iterable

from desktop_rag.domain.query import Filters
from desktop_rag.domain.search_form import fold
from desktop_rag.stores.stored_paths import stored_path, under_condition, under_values

NANOSECONDS = 1_000_000_000
_HAS_PART = (
    "EXISTS (SELECT 1 FROM json_each(?) WHERE instr(fold(replace(f.path, '\\', '/')), value) > 0)"
)


def file_condition(filters: Filters) -> tuple[str, list[object]]:
    """A condition on table `files` under the alias `f`, and its values. Languages and phrases are
    a property of chunks and not part of it."""
    conditions: list[str] = ["1"]
    values: list[object] = []
    if filters.under:
        conditions.append(" OR ".join([under_condition("f.path")] * len(filters.under)))
        values.extend(value for path in filters.under for value in under_values(path))
    if filters.types:
        conditions.append(f"f.suffix IN ({marks(len(filters.types))})")
        values.extend(kind.lower().lstrip(".") for kind in filters.types)
    if filters.after is not None:
        conditions.append("f.mtime_ns >= ?")
        values.append(_nanoseconds(filters.after))
    if filters.before is not None:
        conditions.append("f.mtime_ns < ?")
        values.append(_nanoseconds(filters.before))
    if filters.without_types:
        conditions.append(f"f.suffix NOT IN ({marks(len(filters.without_types))})")
        values.extend(kind.lower().lstrip(".") for kind in filters.without_types)
    if filters.path_parts:
        conditions.append(_HAS_PART)
        values.append(_parts(filters.path_parts))
    if filters.without_path_parts:
        conditions.append(f"NOT {_HAS_PART}")
        values.append(_parts(filters.without_path_parts))
    return " AND ".join(f"({condition})" for condition in conditions), values


def marks(count: int) -> str:
    """So many parameters."""
    return ", ".join("?" * count)


def _parts(pieces: Iterable[str]) -> str:
    return json.dumps([fold(stored_path(piece)) for piece in pieces])


def _nanoseconds(seconds: float) -> int:
    bound = 2**62  # keeps absurd dates inside SQLite's integers
    return int(max(-bound, min(bound, seconds * NANOSECONDS)))
