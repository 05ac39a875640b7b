"""The ledger: roots, files, their states, and the queue of what waits to be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

from desktop_rag.domain.errors import DesktopRagError, InvalidRequest
from desktop_rag.domain.source import (
    FILE_STATES,
    FileEntry,
    FileStamp,
    FileState,
    Mode,
    Root,
)
from desktop_rag.ports.clock import Clock
from desktop_rag.stores import ledger_rows, moving, queue, roots
from desktop_rag.stores.database import Database
from desktop_rag.stores.dropping import drop_unreferenced, purge_dropped
from desktop_rag.stores.ledger_rows import KnownFile, LedgerQuery, WaitingFile
from desktop_rag.stores.linking import stamp_values
from desktop_rag.stores.stored_paths import stored_path

_BATCH = 500
_RETRIED = "state IN ('failed', 'quarantined') OR (state = 'empty' AND code = 'scan')"


class Catalogue:
    """What the library knows of places. Each method is one transaction, or a row of batches that
    `recover` finishes when they were interrupted."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    # --- roots ----------------------------------------------------------------------------------

    def add_root(
        self,
        path: str,
        *,
        watch: bool = True,
        mode: Mode = "auto",
        ignore: Sequence[str] = (),
        overrides: Mapping[str, str] | Sequence[tuple[str, str]] = (),
    ) -> Root:
        """Add a folder or file, or change how it was added. Known files under it become its own
        at once, without work."""
        with self._database.write() as connection:
            return roots.put_root(
                connection, path, watch=watch, mode=mode, ignore=ignore, overrides=overrides
            )

    def roots(self) -> list[Root]:
        """All roots, by path."""
        with self._database.read() as connection:
            return roots.list_roots(connection)

    def root_of(self, path: str) -> Root | None:
        """The innermost root that holds the path."""
        return roots.innermost(self.roots(), path)

    def remove_root(self, root_id: int) -> int:
        """Forget a root and its files; those that another root holds go over to it instead.
        Returns how many files were forgotten."""
        with self._database.write() as connection:
            connection.execute("UPDATE roots SET removing = 1 WHERE id = ?", (root_id,))
        return self._finish_removal(root_id)

    def set_online(self, root_id: int, online: bool) -> None:
        """Say whether a root can be reached. Its files stay searchable and keep their states."""
        with self._database.write() as connection:
            connection.execute("UPDATE roots SET online = ? WHERE id = ?", (online, root_id))

    # --- comparing with the disk ----------------------------------------------------------------

    def known_below(self, root: int, paths: Collection[str]) -> dict[str, KnownFile]:
        """What the ledger knows of a root's files at or under these paths, by path."""
        with self._database.read() as connection:
            return ledger_rows.known_below(connection, root, paths)

    def known_files(self, root_id: int) -> dict[str, KnownFile]:
        """All files of a root, by path. Files of a root inside this one are that root's."""
        with self._database.read() as connection:
            return ledger_rows.known_files(connection, root_id)

    def note_waiting(
        self, root_id: int, files: Iterable[tuple[str, FileStamp]], *, priority: int = 0
    ) -> None:
        """Queue new and changed files. What was indexed of them stays searchable until the new
        content is stored."""
        with self._database.write() as connection:
            _require_root(connection, root_id)
            queue.note_waiting(connection, root_id, files, priority)

    def note_skipped(
        self, root_id: int, files: Iterable[tuple[str, FileStamp | None, str, str, str]]
    ) -> None:
        """Record (path, stamp, code, reason, remedy) of files that are not read."""
        with self._database.write() as connection:
            _require_root(connection, root_id)
            queue.note_skipped(connection, root_id, files)
        self._purge()

    def touch(self, path: str, stamp: FileStamp) -> None:
        """The same content has a new stamp."""
        with self._database.write() as connection:
            connection.execute(
                "UPDATE files SET size = ?, mtime_ns = ?, inode = ? WHERE path = ?",
                (*stamp_values(stamp), stored_path(path)),
            )

    def move(self, moves: Iterable[tuple[str, str, int, FileStamp]]) -> None:
        """Renames and moves (old path, new path, new root, stamp), without work on content."""
        with self._database.write() as connection:
            moving.move_files(connection, moves)
        self._purge()

    def forget(self, paths: Collection[str]) -> int:
        """Forget files; how many were known."""
        forgotten = 0
        wanted = list(paths)
        for start in range(0, len(wanted), _BATCH):
            with self._database.write() as connection:
                gone = [
                    row[0]
                    for path in wanted[start : start + _BATCH]
                    for row in connection.execute(
                        "DELETE FROM files WHERE path = ? RETURNING document",
                        (stored_path(path),),
                    ).fetchall()
                ]
                drop_unreferenced(connection, gone)
            forgotten += len(gone)
        self._purge()
        return forgotten

    # --- the queue ------------------------------------------------------------------------------

    def next_waiting(self, limit: int, *, exclude: Collection[str] = ()) -> list[WaitingFile]:
        """Highest priority first, then those never interrupted, then small before large."""
        with self._database.read() as connection:
            return queue.next_waiting(connection, limit, exclude)

    def waiting_count(self) -> int:
        """Files that wait on reachable roots."""
        return self.count_files(state="waiting")

    def begin_attempt(self, path: str) -> int:
        """Record, before the work starts, that a file is being read; which attempt it is (0 when
        the file was forgotten)."""
        with self._database.write() as connection:
            return queue.begin_attempt(connection, path)

    def note_crash(self, path: str, error: DesktopRagError, quarantine_after: int = 2) -> FileState:
        """The reader died on a file: it waits again, or is quarantined after so many attempts."""
        with self._database.write() as connection:
            row = connection.execute(
                "UPDATE files SET interrupted = interrupted + 1 WHERE path = ? RETURNING attempts",
                (stored_path(path),),
            ).fetchone()
            worn_out = row is not None and row[0] >= quarantine_after
            state = queue.end_attempt(
                connection, path, "quarantined" if worn_out else "waiting", error
            )
        self._purge()
        return state

    def fail_file(self, path: str, state: FileState, error: DesktopRagError) -> None:
        """A file could not be read. Its old content goes, except after a failure that may pass."""
        with self._database.write() as connection:
            queue.end_attempt(connection, path, state, error)
        self._purge()

    def retry(self, paths: Collection[str] | None) -> int:
        """Queue files again though they failed: these, or all that another try may help. How many
        are queued now."""
        again = (
            "UPDATE files SET state = 'waiting', attempts = 0, interrupted = 0, code = '', "
            "reason = '', remedy = ''"
        )
        with self._database.write() as connection:
            if paths is None:
                return connection.execute(f"{again} WHERE {_RETRIED}").rowcount
            return sum(
                connection.execute(
                    f"{again}, priority = max(priority, 1) "
                    "WHERE path = ? AND state NOT IN ('reading', 'waiting')",
                    (stored_path(path),),
                ).rowcount
                for path in paths
            )

    def recover(self) -> int:
        """Finish at start what the last run left undone; how many files it was reading. These wait
        again, last in the queue, and their attempt does not count against them."""
        with self._database.write() as connection:
            interrupted = connection.execute(
                "UPDATE files SET state = 'waiting', interrupted = interrupted + 1, changed = 0, "
                "attempts = max(attempts - 1, 0) WHERE state = 'reading'"
            ).rowcount
            connection.execute(
                "UPDATE documents SET state = 'dropped' "
                "WHERE state <> 'complete' AND state = 'writing'"
            )
            removing = connection.execute("SELECT id FROM roots WHERE removing").fetchall()
        for (root_id,) in removing:
            self._finish_removal(root_id)
        self._purge()
        return interrupted

    # --- looking --------------------------------------------------------------------------------

    def files(
        self,
        *,
        state: str = "",
        under: str = "",
        contains: str = "",
        after: str = "",
        limit: int = 500,
    ) -> tuple[list[FileEntry], bool]:
        """A page of the ledger in path order, and whether more follows."""
        query = LedgerQuery(state, under, contains)
        with self._database.read() as connection:
            found = ledger_rows.list_entries(connection, query, after, limit + 1)
        return found[:limit], len(found) > limit

    def count_files(
        self, *, state: str = "", under: str = "", contains: str = "", since: float = 0.0
    ) -> int:
        """How many lines of the ledger match; `since`: only what was indexed from then on."""
        query = LedgerQuery(state, under, contains, since)
        with self._database.read() as connection:
            return ledger_rows.count_entries(connection, query)

    def file(self, path: str) -> FileEntry | None:
        """The ledger's line for a path."""
        with self._database.read() as connection:
            return ledger_rows.entry_at(connection, path)

    def counts(self) -> dict[str, int]:
        """Files by state; every state is there."""
        totals = dict.fromkeys(map(str, FILE_STATES), 0)
        for by_state in self.root_counts().values():
            for state, count in by_state.items():
                totals[state] += count
        return totals

    def root_counts(self) -> dict[int, dict[str, int]]:
        """Files by root and state; only states that occur."""
        with self._database.read() as connection:
            roots = connection.execute("SELECT id FROM roots").fetchall()
            rows = connection.execute(
                "SELECT f.root, r.online, f.state, count(*) FROM files f "
                "JOIN roots r ON r.id = f.root GROUP BY f.root, f.state"
            ).fetchall()
        found: dict[int, dict[str, int]] = {root: {} for (root,) in roots}
        for root, online, state, count in rows:
            # a file on a root that cannot be reached keeps its state for the return
            by_state, shown = found.setdefault(root, {}), state if online else "offline"
            by_state[shown] = by_state.get(shown, 0) + count
        return found

    # --- small things ---------------------------------------------------------------------------

    def work(self) -> dict[str, int]:
        """What was done since the library was made: files_read, chunks_embedded."""
        return {
            name: int(self.meta(f"work.{name}") or 0) for name in ("files_read", "chunks_embedded")
        }

    def add_work(self, *, files_read: int = 0, chunks_embedded: int = 0) -> None:
        """Add to the counters."""
        added = {"files_read": files_read, "chunks_embedded": chunks_embedded}
        with self._database.write() as connection:
            connection.executemany(
                "INSERT INTO meta(key, value) VALUES (?1, ?2) "
                "ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) + ?2",
                [(f"work.{name}", count) for name, count in added.items() if count],
            )

    def meta(self, key: str) -> str | None:
        """A remembered value."""
        with self._database.read() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_meta(self, key: str, value: str) -> None:
        """Remember a value."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO meta(key, value) VALUES (?, ?) "
                "ON CONFLICT(key) DO UPDATE SET value = excluded.value",
                (key, value),
            )

    def _finish_removal(self, root_id: int) -> int:
        forgotten = 0
        while True:
            with self._database.write() as connection:
                others = roots.list_roots(connection)
                rows = connection.execute(
                    "SELECT id, path, document FROM files WHERE root = ? LIMIT ?",
                    (root_id, _BATCH),
                ).fetchall()
                if not rows:
                    connection.execute("DELETE FROM roots WHERE id = ? AND removing", (root_id,))
                    break
                forgotten += roots.release_files(connection, rows, others)
            self._purge()
        self._purge()
        return forgotten

    def _purge(self) -> None:
        purge_dropped(self._database, self._clock.now())


def _require_root(connection: sqlite3.Connection, root_id: int) -> None:
    row = connection.execute(
        "SELECT 1 FROM roots WHERE id = ? AND NOT removing", (root_id,)
    ).fetchone()
    if row is None:
        raise InvalidRequest("This folder is not in the library any more.", "Add the folder again.")
