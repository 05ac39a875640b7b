"""Loading what search by meaning needs: the embedder, its vectors, and the index of these."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np

from desktop_rag.engine.embedding import Meaning
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.model_desk import ModelDesk
from desktop_rag.engine.upkeep import ORPHAN_GRACE_S
from desktop_rag.host.paths import LibraryPaths
from desktop_rag.inference.token_vectors import TokenVectorCache
from desktop_rag.ports.embedding import Embedder, Vectors
from desktop_rag.settings import Settings
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.vector_index import ChromaVectorIndex

_LOG = logging.getLogger(__name__)
_BATCH = 64


def load_meaning(
    models: ModelDesk,
    database: Database,
    paths: LibraryPaths,
    documents: Documents,
    hub: EventHub,
    settings: Callable[[], Settings],
) -> Meaning:
    """Load the embedder, embed what it has not embedded yet (after a change of embedder, or when
    there was none), and open its index. Raises `ModelFailure`; searches go by words meanwhile."""
    embedder = models.load_embedder()
    _embed_missing(embedder, documents, hub)
    index = ChromaVectorIndex(paths.vectors, database, embedder.fingerprint, embedder.dimensions)
    _LOG.info("vector index: %s", index.open())
    while index.apply_outbox():
        continue
    documents.sweep(ORPHAN_GRACE_S)
    cache = settings().retrieval.token_cache_mb * 1_000_000
    return Meaning(embedder, TokenVectorCache(embedder, cache), index)


def _embed_missing(embedder: Embedder, documents: Documents, hub: EventHub) -> None:
    done = 0
    while missing := documents.missing_vectors(embedder.fingerprint, _BATCH):
        vectors = {key: _vector(embedder, text) for _chunk, _piece, key, text in missing}
        documents.put_vectors(embedder.fingerprint, vectors)
        done += len(missing)
        hub.notice(
            "embedding",
            f"The new embedder is learning the library: {done} passages so far.",
            "Search by words works meanwhile.",
        )
    hub.withdraw("embedding")


def _vector(embedder: Embedder, text: str) -> Vectors:
    """The vector of a piece that was cut for another embedder: where it is too long for this one,
    the mean of its parts, at unit length."""
    parts = embedder.embed([text[start:end] for start, end in embedder.split(text)])
    mean: Vectors = parts.mean(axis=0)
    length = np.float32(np.linalg.norm(mean))
    return mean / length if length else mean
