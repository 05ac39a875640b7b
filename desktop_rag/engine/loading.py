"""Loading what search by meaning needs: the embedder, its vectors, and the index of these."""

from __future__ import annotations

import logging
from collections.abc import Callable

from desktop_rag.engine.embedding import Meaning
from desktop_rag.engine.learning import Learner
from desktop_rag.engine.model_desk import ModelDesk
from desktop_rag.engine.upkeep import ORPHAN_GRACE_S
from desktop_rag.host.paths import LibraryPaths
from desktop_rag.inference.token_vectors import TokenVectorCache
from desktop_rag.settings import Settings
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.vector_index import ChromaVectorIndex

_LOG = logging.getLogger(__name__)


def load_meaning(
    models: ModelDesk,
    database: Database,
    paths: LibraryPaths,
    documents: Documents,
    learner: Learner,
    settings: Callable[[], Settings],
) -> Meaning:
    """Load the embedder, open its index, and give to the learner what it has no vectors of (what an
    earlier run left, or all after a change of embedder). Raises `ModelFailure`; searches go by
    words meanwhile."""
    embedder = models.load_embedder()
    index = ChromaVectorIndex(paths.vectors, database, embedder.fingerprint, embedder.dimensions)
    _LOG.info("vector index: %s", index.open())
    while index.apply_outbox():
        continue
    documents.sweep(ORPHAN_GRACE_S)
    learner.take_up(embedder.fingerprint)
    cache = settings().retrieval.token_cache_mb * 1_000_000
    return Meaning(embedder, TokenVectorCache(embedder, cache), index)
