"""The library's SQLite database: one writer, readers that never wait, numbered migrations."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.domain.errors import (
    DesktopRagError,
    InternalError,
    LibraryNewer,
    LibraryReadOnly,
)
from desktop_rag.domain.search_form import fold
from desktop_rag.host.paths import private_folder
from desktop_rag.stores.faults import damaged, library_error
from desktop_rag.stores.keyword_writing import begin_forms, has_old_forms
from desktop_rag.stores.migrations import MIGRATIONS, Migration
from desktop_rag.stores.word_forms import name_words

APPLICATION_ID = 0x44524147  # "DRAG", in the file's header
_WRITER_CACHE_KB = 32_000
_READER_CACHE_KB = 16_000
_BUSY_MS = 5_000
_WAL_LIMIT_BYTES = 64_000_000


class Database:
    """Owns every connection to one library file. Safe to use from several threads.

    `write()` and `read()` give connections in autocommit mode with a transaction already begun;
    nobody else begins, commits or keeps one."""

    def __init__(self, path: Path, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
        self.path = path
        self.schema_version = 0
        self._migrations = migrations
        self._lock = threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._depth = 0
        self._idle: list[sqlite3.Connection] = []
        self._pool_lock = threading.Lock()

    def open(self) -> None:
        """Create the library (readable by its user only) or bring it to the newest schema.

        Raises `LibraryReadOnly`, `LibraryNewer`, `LibraryDamaged`, `DiskFull`, `LibraryBusy`."""
        _create_private(self.path)
        try:
            self._writer = self._connect(_WRITER_CACHE_KB)
            self._prepare(self._writer)
            if has_old_forms(self._writer):
                with self.write() as connection:
                    begin_forms(connection)
        except sqlite3.Error as error:
            self.close()
            raise library_error(error, self.path) from error
        except DesktopRagError:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections; those in use are closed when they come back."""
        with self._lock, self._pool_lock:
            for connection in self._idle:
                connection.close()
            self._idle.clear()
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One write transaction, committed at the end, rolled back on any error. A `write` inside
        a `write` of the same thread joins it."""
        with self._lock:
            connection = self._open_writer()
            if self._depth:
                yield connection
                return
            try:
                connection.execute("BEGIN IMMEDIATE")
                self._depth = 1
                try:
                    yield connection
                    connection.execute("COMMIT")
                finally:
                    self._depth = 0
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
            except sqlite3.Error as error:
                raise library_error(error, self.path) from error

    @contextlib.contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one unchanging state of the library."""
        connection = self._take()
        try:
            connection.execute("BEGIN")
            yield connection
        except sqlite3.Error as error:
            raise library_error(error, self.path) from error
        finally:
            self._give_back(connection)

    def backup(self, target: Path) -> None:
        """Write a whole, consistent copy to `target`, readable by its user only, while work goes
        on; replaces it atomically. Raises `LibraryReadOnly` and `DiskFull`."""
        partial = target.with_name(target.name + ".partial")
        try:
            os.close(os.open(partial, os.O_RDWR | os.O_CREAT, 0o600))
            with contextlib.closing(sqlite3.connect(partial)) as copy, self.read() as connection:
                connection.execute("COMMIT")  # the copy takes its own snapshot
                connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, whole by itself
            os.replace(partial, target)
        except OSError as error:
            raise LibraryReadOnly(
                f"The backup {target} cannot be written.",
                "Choose a folder that can be written to and has room.",
                detail=str(error),
            ) from error
        finally:
            partial.unlink(missing_ok=True)

    def hand_over(self, target: Path) -> None:
        """Write the whole library to `target` and close this one: nothing is written to it after
        the copy was made. Raises like `backup`, and goes on then."""
        with self._lock:
            self.backup(target)
            self.close()

    def _open_writer(self) -> sqlite3.Connection:
        if self._writer is None:
            raise InternalError("The library is closed.", "Start the application again.")
        return self._writer

    def _take(self) -> sqlite3.Connection:
        with self._pool_lock:
            self._open_writer()
            if self._idle:
                return self._idle.pop()
        try:
            connection = self._connect(_READER_CACHE_KB)
            connection.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise library_error(error, self.path) from error
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.rollback()
        with self._pool_lock:
            if self._writer is None:
                connection.close()
            else:
                self._idle.append(connection)

    def _connect(self, cache_kb: int) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        for pragma in (
            f"busy_timeout = {_BUSY_MS}",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "foreign_keys = ON",
            f"cache_size = -{cache_kb}",
            f"journal_size_limit = {_WAL_LIMIT_BYTES}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("name_words", 1, name_words, deterministic=True)
        connection.create_function("fold", 1, fold, deterministic=True)
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        self._check_identity(connection)
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        newest = self._migrations[-1].version
        if version > newest:
            raise LibraryNewer(
                f"This library was written by a newer version of Desktop RAG (schema {version}, "
                f"this version knows {newest}).",
                "Update Desktop RAG, or choose another library with --library.",
            )
        self.schema_version = version
        pending = [step for step in self._migrations if step.version > version]
        if pending and version:
            self.backup(self.path.with_name(f"{self.path.stem}.schema{version}.backup.sqlite3"))
        for step in pending:
            self._migrate(step)

    def _check_identity(self, connection: sqlite3.Connection) -> None:
        identity = int(connection.execute("PRAGMA application_id").fetchone()[0])
        tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
        if tables and identity != APPLICATION_ID:
            raise damaged(self.path, f"application id {identity:#x}")

    def _migrate(self, step: Migration) -> None:
        with self.write() as connection:
            step.apply(connection)
            connection.execute(
                "INSERT INTO schema_migrations(version, name, applied) "
                "VALUES (?, ?, unixepoch('now'))",
                (step.version, step.name),
            )
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {step.version}")
        self.schema_version = step.version


def _create_private(path: Path) -> None:
    try:
        private_folder(path.parent)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.close(handle)
        if os.name == "posix" and path.stat().st_uid == os.getuid():
            path.chmod(0o600)
    except OSError as error:
        raise LibraryReadOnly(
            f"The library folder {path.parent} cannot be written to.",
            "Choose another folder with --library, or make this one writable.",
            detail=str(error),
        ) from error
