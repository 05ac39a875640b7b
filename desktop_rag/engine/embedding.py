"""The library's embedder and the vector index that belongs to it, loaded in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.domain.errors import DesktopRagError, InternalError, SearchFailed
from desktop_rag.domain.query import Filters
from desktop_rag.ports.embedding import Embedder, SpanEmbedder, Vectors
from desktop_rag.ports.retrieval import TokenVectorSource, VectorMatch
from desktop_rag.stores.vector_index import ChromaVectorIndex

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a search by meaning needs, all of one embedder. `spans` embeds passages with their
    document in view; None where the embedder is not fit for that."""

    embedder: Embedder
    token_vectors: TokenVectorSource
    index: ChromaVectorIndex
    spans: SpanEmbedder | None = None


LoadMeaning = Callable[[], Meaning]
OnReady = Callable[[], None]


class MeaningTier:
    """Loads embedder and vector index once, in a thread of its own; until then searches go by
    keyword. Fills `ports.retrieval.VectorIndex`."""

    def __init__(self, load: LoadMeaning, on_change: OnReady) -> None:
        self._load = load
        self._on_change = on_change
        self._meaning: Meaning | None = None
        self._problem: DesktopRagError | None = None
        self._settled = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to load."""
        self._thread = threading.Thread(target=self._run, name="load-embedder", daemon=True)
        self._thread.start()

    def wait(self, timeout: float | None = None) -> Meaning | None:
        """The loaded parts; None when they can't be loaded or `timeout` seconds passed."""
        self._settled.wait(timeout)
        return self._meaning

    @property
    def settled(self) -> bool:
        """True once loading succeeded or failed."""
        return self._settled.is_set()

    @property
    def problem(self) -> DesktopRagError | None:
        """Why there is no search by meaning."""
        return self._problem

    def embedder(self) -> Embedder | None:
        """The embedder once search by meaning is ready."""
        return self._meaning.embedder if self._meaning else None

    def token_vectors(self) -> TokenVectorSource | None:
        """The source of token vectors once search by meaning is ready."""
        return self._meaning.token_vectors if self._meaning else None

    def index(self) -> ChromaVectorIndex | None:
        """The vector index once it is ready."""
        return self._meaning.index if self._meaning else None

    def search(self, vector: Vectors, limit: int, filters: Filters) -> list[VectorMatch]:
        """Nearest chunks; raises `SearchFailed` while the index is not ready."""
        if self._meaning is None:
            raise SearchFailed(
                "Search by meaning is not ready yet.", "Search by words works meanwhile."
            )
        return self._meaning.index.search(vector, limit, filters)

    def replace(self, meaning: Meaning) -> Meaning | None:
        """Search by another embedder from now on; gives the one before, whose index is the
        caller's to drop."""
        before, self._meaning = self._meaning, meaning
        self._on_change()
        return before

    def rest(self, idle_s: float) -> None:
        """Let the embedder's weights go when no text came for so many seconds."""
        if self._meaning is not None and self._meaning.embedder.unload(idle_s):
            _LOG.info("the embedder left memory")

    def close(self) -> None:
        """Close the vector index."""
        if self._thread is not None:
            self._thread.join(timeout=30)
        if self._meaning is not None:
            self._meaning.index.close()

    def _run(self) -> None:
        try:
            self._meaning = self._load()
        except DesktopRagError as error:
            _LOG.warning("no search by meaning: %s (%s)", error.message, error.detail)
            self._problem = error
        except Exception as error:  # noqa: BLE001 - the thread's border: said, and search goes on
            _LOG.exception("loading the embedder")
            self._problem = InternalError(
                "The model for search by meaning could not be loaded.",
                "Search by words works. Run `desktop-rag doctor`.",
                detail=repr(error),
            )
        finally:
            self._settled.set()
            self._on_change()
