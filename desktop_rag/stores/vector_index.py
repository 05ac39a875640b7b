"""The vector tier: Chroma, derived from the vectors in SQLite.

SQLite is the truth. What changes there is noted in the outbox in the same transaction; this index
follows it afterwards and remembers, in SQLite again, how far it came. Applying a stretch twice
gives the same, so an interruption loses nothing. A store that is missing, damaged or of another
embedder is built anew in a fresh folder from the stored vectors.
"""

from __future__ import annotations

import logging
import shutil
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

from desktop_rag.domain.errors import DesktopRagError, SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.host.paths import private_folder
from desktop_rag.ports.embedding import Vectors
from desktop_rag.ports.retrieval import VectorMatch
from desktop_rag.stores import vector_rows
from desktop_rag.stores.chroma_store import ChromaStore
from desktop_rag.stores.database import Database
from desktop_rag.stores.faults import guarded, search_failed
from desktop_rag.stores.permitted import allowed_chunks, hidden_chunks
from desktop_rag.stores.probe import store_is_sound
from desktop_rag.stores.reaching import put_anew, unreachable
from desktop_rag.stores.vector_ranking import best, compared, nearest
from desktop_rag.stores.vector_rows import PieceVector, VectorStoreRow, stacked

_log = logging.getLogger(__name__)

_EXACT_UP_TO = 4_000  # allowed chunks; so many vectors are compared one by one in about 20 ms
_PENDING_UP_TO = 4_000
_WORN_FROM = 5_000  # deleted vectors, and more than there are: their space is won back
_REBUILD_BATCH = 5_000
_SAMPLE = 64
_LOST_OF_SAMPLE = 0.5  # vectors that lie close together lose some; more means that it is damaged
_EXAMPLES = 5
_SWEPT_TOGETHER = 500  # chunks; about a tenth of a second
_SWEEP_AT = 0.02  # so much of the store changed since all of it was tried
_MOST_ASIDE = 1_000

OpenResult = Literal["ready", "rebuilt", "created"]


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Where the index differs from SQLite: missing, ghost or unreachable ids (the first few)."""

    kind: Literal["missing", "ghost", "unreachable"]
    count: int
    examples: tuple[str, ...]


class ChromaVectorIndex:
    """Fills `ports.retrieval.VectorIndex` for one embedder. Safe to use from several threads; only
    the process that owns the library may make one.

    Searches go on while the store is written to or rebuilt; writing has one thread at a time."""

    def __init__(self, folder: Path, database: Database, fingerprint: str, dimensions: int) -> None:
        if dimensions < 1:
            raise ValueError(f"dimensions must be positive, not {dimensions}")
        self.fingerprint = fingerprint
        self._folder = folder
        self._database = database
        self._dimensions = dimensions
        self._upkeep = threading.RLock()
        self._store: ChromaStore | None = None
        self._searches = 0
        self._no_search = threading.Condition()
        self._aside: set[int] = set()  # chunks that the graph does not reach: compared one by one
        self._sweep_from: int | None = None
        self._swept_here = 0  # changes that were applied when all vectors were tried
        self._built_for_lost = False  # once is enough: what is lost again lies too close together

    def open(self) -> OpenResult:
        """Open the store, or build it from the stored vectors; nothing is embedded.

        `ready`: it was there and sound; `created`: there was none yet; `rebuilt`: it was missing,
        damaged or worn by deletions."""
        with self._upkeep:
            private_folder(self._folder)
            self._remove_leftovers()
            row = self._row()
            if row is not None and self._opens(row):
                if row.applied > row.swept:
                    self._sweep_from = 0
                return "ready"
            self.rebuild()
            return "rebuilt" if row is not None and row.folder else "created"

    def close(self) -> None:
        """Wait for running searches and let go of all files of the store."""
        with self._upkeep:
            self._switch(None)

    def apply_outbox(self, limit: int = 2000) -> int:
        """Take over up to `limit` changes; how many were taken. 0 when nothing is pending, and
        while the store is not open or being rebuilt."""
        if not self._upkeep.acquire(blocking=False):
            return 0
        try:
            row = self._row()
            return 0 if self._store is None or row is None else self._apply(self._store, row, limit)
        finally:
            self._upkeep.release()

    def tend(self) -> bool:
        """A short step of upkeep, for when there is nothing else to do; True when another would be
        of use. After many changes every vector is searched by itself, and what is not found is put
        in anew; a store that is worn by deletions is built again."""
        if not self._upkeep.acquire(blocking=False):
            return False
        try:
            row = self._row()
            if self._store is None or row is None:
                return False
            crowded = len(self._aside) > _MOST_ASIDE and not self._built_for_lost
            if self._is_worn(row) or crowded:
                self._built_for_lost = crowded
                self.rebuild()
                return True
            return self._sweep(self._store, row)
        finally:
            self._upkeep.release()

    def search(self, vector: Vectors, limit: int, filters: Filters) -> list[VectorMatch]:
        """Nearest chunks by cosine, best first, one match per chunk; only what passes the filters
        is ranked. Changes not yet taken over are seen too. Raises `SearchFailed`."""
        if limit < 1:
            return []
        try:
            with self._searching() as store:
                return self._search(store, np.asarray(vector, np.float32), limit, filters)
        except SearchFailed:
            raise
        except DesktopRagError as error:
            raise search_failed(f"{error.message} {error.detail}") from error

    def count(self) -> int:
        """Vectors in the store."""
        with self._searching() as store:
            return guarded(store.count)

    def check(self) -> list[Inconsistency]:
        """Compare with SQLite what the store should hold by now, and search each of its vectors
        by itself. Empty when all agree."""
        with self._upkeep, self._searching() as store:
            with self._database.read() as connection:
                wanted = vector_rows.expected_names(connection, self.fingerprint)
            unsettled = self._unsettled()
            there = guarded(store.ids)
            lost: set[str] = set()
            for pieces in vector_rows.all_vectors(
                self._database, self.fingerprint, self._dimensions, _REBUILD_BATCH
            ):
                tried = [p for p in pieces if p.name in there and p.chunk not in self._aside]
                lost |= {piece.name for piece in guarded(partial(unreachable, store, tried))}
        found = [
            _difference("missing", wanted - there, unsettled),
            _difference("ghost", there - wanted, unsettled),
            _difference("unreachable", lost, unsettled),
        ]
        return [difference for difference in found if difference.count]

    def rebuild(self) -> None:
        """Build a new store from the vectors in SQLite, switch over to it, delete the old one."""
        with self._upkeep:
            old = self._row()
            with self._database.write() as connection:
                applied = vector_rows.newest_change(connection)
                if old is None:  # from here on the outbox is kept for the store to come
                    vector_rows.register(connection, self.fingerprint, "", applied)
            fresh = ChromaStore(self._folder / f"store-{uuid.uuid4().hex[:12]}", self.fingerprint)
            try:
                self._fill(fresh)
            except DesktopRagError:
                fresh.close()
                shutil.rmtree(fresh.folder, ignore_errors=True)
                raise
            with self._database.write() as connection:
                vector_rows.register(connection, self.fingerprint, fresh.folder.name, applied)
                vector_rows.clear_taken(connection)
            self._switch(fresh)
            self._aside.clear()
            self._sweep_from = 0
            self._remove_leftovers()

    def drop(self) -> None:
        """Close the store and delete it: another embedder took over."""
        with self._upkeep:
            self._switch(None)
            with self._database.write() as connection:
                vector_rows.unregister(connection, self.fingerprint)
            self._remove_leftovers()

    # --- upkeep ---------------------------------------------------------------------------------

    def _apply(self, store: ChromaStore, row: VectorStoreRow, limit: int) -> int:
        with self._database.read() as connection:
            changes = vector_rows.pending(connection, row.applied, limit)
            if not changes:
                return 0
            pieces = vector_rows.piece_vectors(
                connection, self.fingerprint, self._dimensions, [c.chunk for c in changes]
            )
        # A deleted chunk's id never comes back, so the order of the two does not matter.
        gone = [name for change in changes for name in change.names()]
        guarded(lambda: store.remove(gone))
        guarded(lambda: store.put([p.name for p in pieces], stacked(pieces, self._dimensions)))
        self._aside |= {piece.chunk for piece in guarded(lambda: put_anew(store, pieces))}
        with self._database.write() as connection:
            vector_rows.advance(connection, self.fingerprint, changes[-1].id, len(gone))
        return len(changes)

    def _sweep(self, store: ChromaStore, row: VectorStoreRow) -> bool:
        """Try the next vectors; at the end of the row note how far the store was tried."""
        if self._sweep_from is None:
            since = row.applied - max(row.swept, self._swept_here)
            if since <= _SWEEP_AT * guarded(store.count):
                return False
            self._sweep_from = 0
        batch = vector_rows.next_vectors(
            self._database, self.fingerprint, self._dimensions, self._sweep_from, _SWEPT_TOGETHER
        )
        if batch is None:
            self._sweep_from = None
            self._swept_here = row.applied
            if not self._aside:
                with self._database.write() as connection:
                    vector_rows.note_swept(connection, self.fingerprint, row.applied)
            return False
        self._sweep_from, pieces = batch
        unsettled = self._unsettled()
        tried = [piece for piece in pieces if piece.chunk not in unsettled]
        self._aside |= {piece.chunk for piece in guarded(lambda: put_anew(store, tried))}
        return True

    def _is_worn(self, row: VectorStoreRow) -> bool:
        if row.deleted <= _WORN_FROM:  # counting what is there takes time that grows with it
            return False
        with self._database.read() as connection:
            there = vector_rows.expected_count(connection)
        return row.deleted > there

    def _fill(self, store: ChromaStore) -> None:
        guarded(lambda: store.open(create=True))
        for pieces in vector_rows.all_vectors(
            self._database, self.fingerprint, self._dimensions, _REBUILD_BATCH
        ):
            names, vectors = [p.name for p in pieces], stacked(pieces, self._dimensions)
            guarded(partial(store.put, names, vectors))

    def _opens(self, row: VectorStoreRow) -> bool:
        folder = self._folder / row.folder
        if self._is_worn(row) or not row.folder or not store_is_sound(folder):
            _log.info("the vector store is missing, damaged or worn: it is built anew")
            return False
        store = ChromaStore(folder, self.fingerprint)
        try:
            guarded(lambda: store.open(create=False))
            sample = self._settled_sample()
            lost = guarded(lambda: unreachable(store, sample))
            if len(lost) <= _LOST_OF_SAMPLE * len(sample):
                self._switch(store)
                self._sweep_from = 0 if lost else None
                return True
            _log.info("the vector store finds too few of its vectors: it is built anew")
        except SearchFailed as error:
            _log.info("the vector store cannot be used and is built anew: %s", error.detail)
        store.close()
        return False

    def _settled_sample(self) -> list[PieceVector]:
        """Vectors that the store must hold by now."""
        unsettled = self._unsettled()
        with self._database.read() as connection:
            sample = vector_rows.sample(connection, self.fingerprint, self._dimensions, _SAMPLE)
        return [piece for piece in sample if piece.chunk not in unsettled]

    def _unsettled(self) -> set[int]:
        """The chunks that the store need not have followed yet."""
        row = self._row()
        with self._database.read() as connection:
            waiting = vector_rows.pending(connection, row.applied if row else 0, 2**31)
        return {change.chunk for change in waiting}

    def _switch(self, store: ChromaStore | None) -> None:
        with self._no_search:
            old, self._store = self._store, store
            self._no_search.wait_for(lambda: self._searches == 0)
        if old is not None:
            old.close()

    def _remove_leftovers(self) -> None:
        """Delete folders that no embedder's store uses. What is still held open by the system
        (Windows) goes another time."""
        with self._database.read() as connection:
            used = vector_rows.folders_in_use(connection)
        for folder in self._folder.glob("store-*"):
            if folder.name not in used:
                shutil.rmtree(folder, ignore_errors=True)

    def _row(self) -> VectorStoreRow | None:
        with self._database.read() as connection:
            return vector_rows.store_row(connection, self.fingerprint)

    # --- searching ------------------------------------------------------------------------------

    @contextmanager
    def _searching(self) -> Iterator[ChromaStore]:
        with self._no_search:
            store = self._store
            if store is None:
                raise SearchFailed(
                    "The search by meaning is being prepared.",
                    "Search by words meanwhile, or try again in a moment.",
                )
            self._searches += 1
        try:
            yield store
        finally:
            with self._no_search:
                self._searches -= 1
                self._no_search.notify_all()

    def _search(
        self, store: ChromaStore, vector: Vectors, limit: int, filters: Filters
    ) -> list[VectorMatch]:
        with self._database.read() as connection:
            allowed = allowed_chunks(connection, filters) if filters.any() else None
            exact = allowed is not None and len(allowed) <= _EXACT_UP_TO
            row = vector_rows.store_row(connection, self.fingerprint)
            applied = row.applied if row else 0
            waiting = [] if exact else vector_rows.pending(connection, applied, _PENDING_UP_TO)
            hidden = hidden_chunks(connection) | {change.chunk for change in waiting}
            one_by_one = {change.chunk for change in waiting} | self._aside
            if exact and allowed is not None:
                one_by_one = allowed
            pieces = vector_rows.piece_vectors(
                connection, self.fingerprint, self._dimensions, sorted(one_by_one)
            )

        def passes(chunk: int) -> bool:
            return allowed is None or chunk in allowed

        matches = [match for match in compared(pieces, vector) if passes(match.chunk)]
        if not exact:
            matches += nearest(store, vector, limit, lambda c: c not in hidden and passes(c))
        return best(matches, limit)


def _difference(
    kind: Literal["missing", "ghost", "unreachable"], names: set[str], unsettled: set[int]
) -> Inconsistency:
    settled = sorted(name for name in names if int(name.partition(".")[0]) not in unsettled)
    return Inconsistency(kind, len(settled), tuple(settled[:_EXAMPLES]))
