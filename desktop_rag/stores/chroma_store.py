"""One Chroma store on disk: opened, written and read by the one engine that owns the library.

Chroma writes with two owners at once destroy a store for good, so nothing else opens it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop_rag.host.paths import private_folder
from desktop_rag.ports.embedding import Vectors

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

_ASKED_TOGETHER = 50


class ChromaStore:
    """A persistent client and the one collection in it. Ids are `<chunk>.<piece>`."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        self._name = "chunks-" + hashlib.sha256(fingerprint.encode()).hexdigest()[:24]
        self._client: ClientAPI | None = None
        self._collection: Collection | None = None
        self._batch = 0

    def open(self, *, create: bool) -> None:
        """Open the store; without `create` it must be there. Raises whatever Chroma raises."""
        import chromadb
        from chromadb.config import Settings

        private_folder(self.folder)
        self._client = chromadb.PersistentClient(
            path=str(self.folder), settings=Settings(anonymized_telemetry=False)
        )
        self._batch = self._client.get_max_batch_size()
        if create:
            self._collection = self._client.create_collection(
                self._name,
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine"}},
            )
        else:
            self._collection = self._client.get_collection(self._name, embedding_function=None)

    def close(self) -> None:
        """Let go of all files; harmless when nothing is open."""
        client, self._client, self._collection = self._client, None, None
        if client is not None:
            client.close()

    def put(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Add vectors. Ids that are there already keep theirs: an id's vector never changes, and
        writing it again can cut others out of the graph (hnswlib updates a point in place)."""
        for start in range(0, len(ids), self._batch):
            batch = list(ids[start : start + self._batch])
            there = set(self._open().get(ids=batch, include=[])["ids"])
            fresh = [number for number, name in enumerate(batch, start) if name not in there]
            if fresh:
                self._open().add(ids=[ids[n] for n in fresh], embeddings=vectors[fresh])

    def remove(self, ids: Sequence[str]) -> None:
        """Delete ids; unknown ones are no error."""
        for start in range(0, len(ids), self._batch):
            self._open().delete(ids=list(ids[start : start + self._batch]))

    def nearest(self, vector: Vectors, count: int) -> list[tuple[str, float]]:
        """Ids with their cosine similarity, nearest first."""
        found = self._open().query(
            query_embeddings=[np.asarray(vector, dtype=np.float32)],
            n_results=count,
            include=["distances"],
        )
        distances: Any = found["distances"]
        return [
            (name, 1.0 - float(distance))
            for name, distance in zip(found["ids"][0], distances[0], strict=True)
        ]

    def best_scores(self, vectors: Vectors) -> list[float]:
        """For each vector the cosine similarity of the nearest one there; -1 when none is found."""
        scores: list[float] = []
        for start in range(0, len(vectors), _ASKED_TOGETHER):
            found = self._open().query(
                query_embeddings=vectors[start : start + _ASKED_TOGETHER],
                n_results=1,
                include=["distances"],
            )
            distances: Any = found["distances"]
            scores += [1.0 - float(row[0]) if row else -1.0 for row in distances]
        return scores

    def ids(self) -> set[str]:
        """All ids in the collection."""
        found: set[str] = set()
        while True:
            page = self._open().get(limit=self._batch, offset=len(found), include=[])["ids"]
            found.update(page)
            if len(page) < self._batch:
                return found

    def count(self) -> int:
        """How many vectors the collection holds."""
        return int(self._open().count())

    def _open(self) -> Collection:
        if self._collection is None:
            raise RuntimeError("the vector store is closed")
        return self._collection
