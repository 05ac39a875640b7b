"""Rows of the folders and files that the person added."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence

from desktop_rag.domain.source import Mode, Root
from desktop_rag.stores.dropping import drop_unreferenced
from desktop_rag.stores.stored_paths import (
    holds,
    real_path,
    stored_path,
    under_condition,
    under_values,
)

_COLUMNS = "id, path, watch, mode, ignore, overrides, online"


def put_root(
    connection: sqlite3.Connection,
    path: str,
    *,
    watch: bool,
    mode: Mode,
    ignore: Sequence[str],
    overrides: Mapping[str, str] | Sequence[tuple[str, str]],
) -> Root:
    """Add a root or update the one that is there; known files under it that belonged to a root
    around it become its own."""
    pairs = sorted(overrides.items() if isinstance(overrides, Mapping) else overrides)
    connection.execute(
        "INSERT INTO roots(path, watch, mode, ignore, overrides) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT(path) DO UPDATE SET watch = excluded.watch, mode = excluded.mode, "
        "ignore = excluded.ignore, overrides = excluded.overrides, online = 1, removing = 0",
        (stored_path(path), watch, mode, json.dumps(list(ignore)), json.dumps(pairs)),
    )
    roots = list_roots(connection)
    root = next(root for root in roots if root.path == path)
    around = [other.id for other in roots if other.id != root.id and holds(other.path, path)]
    connection.executemany(
        f"UPDATE files SET root = ? WHERE root = ? AND {under_condition('path')}",
        [(root.id, other, *under_values(path)) for other in around],
    )
    return root


def list_roots(connection: sqlite3.Connection) -> list[Root]:
    """All roots that are not being removed, by path."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM roots WHERE NOT removing ORDER BY path")
    return [root_of_row(row) for row in rows]


def innermost(roots: Sequence[Root], path: str) -> Root | None:
    """The root nearest to `path` among those that hold it."""
    holding = [root for root in roots if holds(root.path, path)]
    return max(holding, key=lambda root: len(root.path), default=None)


def release_files(
    connection: sqlite3.Connection, rows: Sequence[tuple[int, str, int | None]], others: list[Root]
) -> int:
    """Hand files (id, stored path, document) over to the innermost other root that holds them and
    forget the rest; how many were forgotten."""
    forgotten = 0
    for file, stored, document in rows:
        heir = innermost(others, real_path(stored))
        if heir is not None:
            connection.execute("UPDATE files SET root = ? WHERE id = ?", (heir.id, file))
            continue
        connection.execute("DELETE FROM files WHERE id = ?", (file,))
        drop_unreferenced(connection, [document])
        forgotten += 1
    return forgotten


def root_of_row(row: Sequence[object]) -> Root:
    """The root that a row (id, path, watch, mode, ignore, overrides, online) holds."""
    number, path, watch, mode, ignore, overrides, online = row
    return Root(
        id=number,  # type: ignore[arg-type]  # SQLite's rows are untyped
        path=real_path(str(path)),
        watch=bool(watch),
        mode=mode,  # type: ignore[arg-type]  # written from a Mode
        ignore=tuple(json.loads(str(ignore))),
        overrides=tuple((key, value) for key, value in json.loads(str(overrides))),
        online=bool(online),
    )
