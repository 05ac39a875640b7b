"""Loading what search by meaning needs: the embedder, its vectors, and the index of these."""

from __future__ import annotations

import logging
from collections.abc import Callable

from desktop_rag.domain.errors import ModelFailure
from desktop_rag.engine.embedding import Meaning
from desktop_rag.engine.learning import Learner
from desktop_rag.engine.model_desk import ModelDesk
from desktop_rag.engine.succession import Serving, note_serving, serving_embedder
from desktop_rag.host.paths import LibraryPaths
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.late_chunking import span_embedder
from desktop_rag.inference.token_vectors import TokenVectorCache
from desktop_rag.ports.embedding import Embedder
from desktop_rag.settings import Settings
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.database import Database
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.vector_index import ChromaVectorIndex

_LOG = logging.getLogger(__name__)


def load_meaning(
    models: ModelDesk,
    database: Database,
    paths: LibraryPaths,
    catalogue: Catalogue,
    documents: Documents,
    learner: Learner,
    settings: Callable[[], Settings],
) -> Meaning:
    """Load the embedder that serves the library, open its index, and give to the learner what it
    has no vectors of (what an earlier run left). Raises `ModelFailure`; searches go by words
    meanwhile.

    It is the one that served before, even when the settings name another: that one learns first,
    in the background. Where the old one is gone, the one of the settings serves at once."""
    name, embedder = _serving(models, catalogue, settings().models.embedder)
    meaning = open_meaning(embedder, database, paths, settings)
    note_serving(catalogue, Serving(name, embedder.fingerprint))
    learner.take_up(embedder.fingerprint)
    return meaning


def open_meaning(
    embedder: Embedder, database: Database, paths: LibraryPaths, settings: Callable[[], Settings]
) -> Meaning:
    """What search by an embedder needs; its index holds all vectors there are."""
    index = ChromaVectorIndex(paths.vectors, database, embedder.fingerprint, embedder.dimensions)
    _LOG.info("vector index: %s", index.open())
    while index.apply_outbox():
        continue
    cache = settings().retrieval.token_cache_mb * 1_000_000
    return Meaning(embedder, TokenVectorCache(embedder, cache), index, span_embedder(embedder))


def _serving(
    models: ModelDesk, catalogue: Catalogue, wanted: str
) -> tuple[str, SentenceTransformerEmbedder]:
    serving = serving_embedder(catalogue)
    if serving is not None and serving.name != wanted:
        try:
            old = models.load_embedder(serving.name)
        except ModelFailure as error:
            _LOG.info("the embedder that served before cannot be loaded: %s", error.message)
        else:
            if old.fingerprint == serving.fingerprint:
                return serving.name, old
    return wanted, models.load_embedder(wanted)
