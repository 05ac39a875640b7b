"""The vector tier: Chroma, derived from the vectors in SQLite.

SQLite is the truth. What changes there is noted in the outbox in the same transaction; this index
follows it afterwards and remembers, in SQLite again, how far it came. Applying a stretch twice
gives the same, so an interruption loses nothing. A store that is missing, damaged or of another
embedder is built anew in a fresh folder from the stored vectors.
"""

from __future__ import annotations

import heapq
import logging
import shutil
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np

from desktop_rag.domain.errors import DesktopRagError, SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.host.paths import private_folder
from desktop_rag.ports.embedding import Vectors
from desktop_rag.ports.retrieval import VectorMatch
from desktop_rag.stores import vector_rows
from desktop_rag.stores.chroma_store import ChromaStore
from desktop_rag.stores.database import Database
from desktop_rag.stores.filtering import allowed_chunks, hidden_chunks
from desktop_rag.stores.probe import store_is_sound
from desktop_rag.stores.vector_rows import PieceVector, VectorStoreRow, stacked

_log = logging.getLogger(__name__)

_EXACT_UP_TO = 4_000  # allowed chunks; so many vectors are compared one by one in about 20 ms
_PENDING_UP_TO = 4_000
_WORN_FROM = 5_000  # deleted vectors, and more than there are: their space is won back
_REBUILD_BATCH = 5_000
_SAMPLE = 64
_LOST_OF_SAMPLE = 2  # an approximate index may miss one; more means that it is damaged
_EXAMPLES = 5
_SAME_VECTOR = 1 - 1e-3

_Result = TypeVar("_Result")
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

    def open(self) -> OpenResult:
        """Open the store, or build it from the stored vectors; nothing is embedded.

        `ready`: it was there and sound; `created`: there was none yet; `rebuilt`: it was missing,
        damaged or worn by deletions."""
        with self._upkeep:
            private_folder(self._folder)
            self._remove_leftovers()
            row = self._row()
            if row is not None and self._opens(row):
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
            raise _failed(f"{error.message} {error.detail}") from error

    def count(self) -> int:
        """Vectors in the store."""
        with self._searching() as store:
            return _guarded(store.count)

    def check(self) -> list[Inconsistency]:
        """Compare with SQLite what the store should hold by now, and search a sample of its
        vectors by themselves. Empty when all agree."""
        with self._upkeep, self._searching() as store:
            with self._database.read() as connection:
                wanted = vector_rows.expected_names(connection, self.fingerprint)
            sample, unsettled = self._settled_sample()
            there = _guarded(store.ids)
            lost = _unreachable(store, sample)
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
        _guarded(lambda: store.remove(gone))
        _guarded(lambda: store.put([p.name for p in pieces], stacked(pieces, self._dimensions)))
        with self._database.write() as connection:
            vector_rows.advance(connection, self.fingerprint, changes[-1].id, len(gone))
        return len(changes)

    def _fill(self, store: ChromaStore) -> None:
        _guarded(lambda: store.open(create=True))
        for pieces in vector_rows.all_vectors(
            self._database, self.fingerprint, self._dimensions, _REBUILD_BATCH
        ):
            names, vectors = [p.name for p in pieces], stacked(pieces, self._dimensions)
            _guarded(partial(store.put, names, vectors))

    def _opens(self, row: VectorStoreRow) -> bool:
        folder = self._folder / row.folder
        with self._database.read() as connection:
            worn = row.deleted > max(_WORN_FROM, vector_rows.expected_count(connection))
        if worn or not row.folder or not folder.is_dir() or not store_is_sound(folder):
            _log.info("the vector store is missing, damaged or worn: it is built anew")
            return False
        store = ChromaStore(folder, self.fingerprint)
        try:
            _guarded(lambda: store.open(create=False))
            sample, _ = self._settled_sample()
            if len(_unreachable(store, sample)) <= _LOST_OF_SAMPLE:
                self._switch(store)
                return True
        except SearchFailed as error:
            _log.info("the vector store cannot be used and is built anew: %s", error.detail)
        store.close()
        return False

    def _settled_sample(self) -> tuple[list[PieceVector], set[int]]:
        """Vectors that the store must hold by now, and the chunks it need not have followed."""
        row = self._row()
        with self._database.read() as connection:
            waiting = vector_rows.pending(connection, row.applied if row else 0, 2**31)
            sample = vector_rows.sample(connection, self.fingerprint, self._dimensions, _SAMPLE)
        unsettled = {change.chunk for change in waiting}
        return [piece for piece in sample if piece.chunk not in unsettled], unsettled

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
            compared = allowed if exact and allowed is not None else {c.chunk for c in waiting}
            pieces = vector_rows.piece_vectors(
                connection, self.fingerprint, self._dimensions, sorted(compared)
            )
        scored = _scored(pieces, vector)
        if exact:
            return _best(scored, limit)
        near = _nearest(store, vector, limit, lambda c: c not in hidden and _in(c, allowed))
        return _best([*near, *(match for match in scored if _in(match.chunk, allowed))], limit)


def _nearest(
    store: ChromaStore, vector: Vectors, limit: int, passes: Callable[[int], bool]
) -> list[VectorMatch]:
    """Matches from Chroma, asking for more until `limit` chunks pass or all were seen."""
    total = _guarded(store.count)
    wanted = min(total, 2 * limit + 10)
    while wanted:
        found = _guarded(partial(store.nearest, vector, wanted))
        passing = [match for match in map(_match, found) if passes(match.chunk)]
        if wanted == total or len({match.chunk for match in passing}) >= limit:
            return passing
        wanted = min(total, 4 * wanted)
    return []


def _unreachable(store: ChromaStore, sample: list[PieceVector]) -> set[str]:
    """Of the sample those that are not found by their own vector. Equal texts share a vector, so
    the best similarity counts and not the id."""
    lost = set()
    for piece in sample:
        nearest = _guarded(partial(store.nearest, piece.vector, 1))
        if not nearest or nearest[0][1] < _SAME_VECTOR:
            lost.add(piece.name)
    return lost


def _scored(pieces: list[PieceVector], vector: Vectors) -> list[VectorMatch]:
    if not pieces:
        return []
    length = max(float(np.linalg.norm(vector)), 1e-12)
    scores = stacked(pieces, len(vector)) @ (vector / length)
    return [
        VectorMatch(piece.chunk, float(score), piece.piece)
        for piece, score in zip(pieces, scores, strict=True)
    ]


def _best(matches: Iterable[VectorMatch], limit: int) -> list[VectorMatch]:
    """The best match of each chunk, best chunks first, equal ones in order of ids."""
    best: dict[int, VectorMatch] = {}
    for match in matches:
        if match.chunk not in best or match.score > best[match.chunk].score:
            best[match.chunk] = match
    return heapq.nsmallest(limit, best.values(), key=lambda match: (-match.score, match.chunk))


def _match(found: tuple[str, float]) -> VectorMatch:
    chunk, _, piece = found[0].partition(".")
    return VectorMatch(int(chunk), found[1], int(piece))


def _in(chunk: int, allowed: set[int] | None) -> bool:
    return allowed is None or chunk in allowed


def _difference(
    kind: Literal["missing", "ghost", "unreachable"], names: set[str], unsettled: set[int]
) -> Inconsistency:
    settled = sorted(name for name in names if int(name.partition(".")[0]) not in unsettled)
    return Inconsistency(kind, len(settled), tuple(settled[:_EXAMPLES]))


def _guarded(step: Callable[[], _Result]) -> _Result:
    """Run a step of Chroma; whatever it raises becomes `SearchFailed`."""
    try:
        return step()
    except Exception as error:
        raise _failed(f"{type(error).__name__}: {error}") from error


def _failed(detail: str) -> SearchFailed:
    return SearchFailed(
        "The search by meaning failed.", "Run the doctor with repair.", detail=detail
    )
