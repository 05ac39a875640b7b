"""Backups of a library: one SQLite file that holds all of it. Vectors are in it, so nothing is
embedded again; the vector store, which is derived, is built anew."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from desktop_rag.domain.errors import LibraryDamaged, LibraryNewer
from desktop_rag.stores.database import APPLICATION_ID
from desktop_rag.stores.migrations import MIGRATIONS

_BESIDE = ("-wal", "-shm")


def check_backup(path: Path) -> None:
    """Raises `LibraryDamaged` unless `path` is a whole library, and `LibraryNewer` when a newer
    version wrote it."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            identity = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except sqlite3.Error as error:
        raise _no_backup(path, str(error)) from error
    if identity != APPLICATION_ID or not sound:
        raise _no_backup(path, f"application id {identity:#x}, sound: {sound}")
    if version > MIGRATIONS[-1].version:
        raise LibraryNewer(
            f"The backup {path} was written by a newer version of Desktop RAG.",
            "Update Desktop RAG, then restore it.",
        )


def take_backup(waiting: Path, database: Path, vectors: Path) -> Path | None:
    """Put the backup in `waiting` in the place of the library; no engine may use it. The library
    that was there is kept beside it: its new path, None when there was none. An interruption at
    any point is finished by doing it again.

    Raises what `check_backup` raises; the backup is dropped then and the library left alone."""
    try:
        check_backup(waiting)
    except (LibraryDamaged, LibraryNewer):
        waiting.unlink()
        raise
    shutil.rmtree(vectors, ignore_errors=True)  # it follows the library that goes
    kept = database.with_name(f"{database.stem}.before-restore.sqlite3")
    if database.exists():
        _fold_in(database)
        os.replace(database, kept)
    for suffix in _BESIDE:
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    os.replace(waiting, database)
    return kept if kept.exists() else None


def _fold_in(database: Path) -> None:
    """Bring what stands in the journal into the file, as far as it can be read."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError:
        return  # damaged: kept as it is


def _no_backup(path: Path, detail: str) -> LibraryDamaged:
    return LibraryDamaged(
        f"The file {path} is no whole backup of a library.",
        "Choose another backup; the library was left as it is.",
        detail=detail,
    )
