"""Embedding and writing what was read: small files are embedded together, huge ones in parts."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.domain.errors import DesktopRagError, Stopped
from desktop_rag.domain.place import Region
from desktop_rag.domain.source import FileStamp
from desktop_rag.engine.embedding import Meaning, MeaningTier
from desktop_rag.engine.giving_way import GivingWay
from desktop_rag.ports.embedding import Embedder
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import Piece, PreparedChunk
from desktop_rag.stores.documents import Documents

_FLUSH_TEXTS = 64
_EMBED_TEXTS = 32
_OUTBOX = 2000


@dataclass(frozen=True, slots=True)
class Begun:
    """Reading of a file began."""

    path: str
    content_hash: str
    strategy: str
    stamp: FileStamp
    breadcrumbs: bool


@dataclass(frozen=True, slots=True)
class Parted:
    """Some chunks of a file came."""

    path: str
    drafts: tuple[ChunkDraft, ...]
    regions: tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A file was read to its end."""

    path: str
    facts: DocumentFacts
    mode: str
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class Unread:
    """A file could not be read, or not to its end."""

    path: str
    error: DesktopRagError


Item = Begun | Parted | Ended | Unread


class Storing:
    """Gathers items and writes them in one go. Not thread-safe: one thread stores."""

    def __init__(
        self,
        catalogue: Catalogue,
        documents: Documents,
        meaning: MeaningTier,
        giving_way: GivingWay,
    ) -> None:
        self._catalogue = catalogue
        self._documents = documents
        self._meaning = meaning
        self._giving_way = giving_way
        self._items: list[Begun | Parted | Ended] = []
        self._texts = 0
        self._begun: dict[str, Begun] = {}
        self._ids: dict[str, int] = {}

    def pending(self) -> bool:
        """True when there is something to write."""
        return bool(self._items)

    def take(self, item: Begun | Parted | Ended) -> bool:
        """Keep an item; True when it is time to flush."""
        self._items.append(item)
        if isinstance(item, Begun):
            self._begun[item.path] = item
        if isinstance(item, Parted):
            self._texts += len(item.drafts)
        return self._texts >= _FLUSH_TEXTS

    def flush(self, stopping: threading.Event) -> list[tuple[str, int]]:
        """Embed and write all that was taken; gives the finished files with their sizes in bytes.
        Raises `Stopped` when `stopping` is set meanwhile."""
        meaning = self._embedder(stopping)
        prepared = self._prepare(meaning.embedder if meaning else None, stopping)
        finished: list[tuple[str, int]] = []
        for item in self._items:
            if isinstance(item, Begun):
                self._ids[item.path] = self._documents.begin(item.content_hash, item.strategy, "")
            elif isinstance(item, Parted):
                chunks = prepared.pop(0)
                self._documents.append(self._ids[item.path], chunks, item.regions)
            else:
                self._finish(item)
                finished.append((item.path, item.stamp.size))
        self._items.clear()
        self._texts = 0
        if meaning:
            while meaning.index.apply_outbox(_OUTBOX):
                if stopping.is_set():
                    break
        return finished

    def forget(self, path: str) -> None:
        """Drop what was taken or half written of a file."""
        self._items = [item for item in self._items if item.path != path]
        self._begun.pop(path, None)
        document = self._ids.pop(path, None)
        if document is not None:
            self._documents.discard(document)

    def abandon(self) -> list[str]:
        """Drop everything that was taken; gives the files it was of. Half-written documents stay
        invisible until the ledger's recovery removes them: nothing is written here."""
        paths = sorted({item.path for item in self._items} | set(self._ids))
        self._items.clear()
        self._begun.clear()
        self._ids.clear()
        self._texts = 0
        return paths

    def _finish(self, item: Ended) -> None:
        document = self._ids.pop(item.path)
        self._begun.pop(item.path, None)
        self._documents.finish(
            document, item.facts, mode=item.mode, path=item.path, stamp=item.stamp
        )
        self._catalogue.add_work(files_read=1)

    def _embedder(self, stopping: threading.Event) -> Meaning | None:
        while not self._meaning.settled:
            if stopping.is_set():
                raise Stopped("The engine is closing.")
            self._meaning.wait(0.2)
        return self._meaning.wait(0)

    def _prepare(
        self, embedder: Embedder | None, stopping: threading.Event
    ) -> list[list[PreparedChunk]]:
        """The chunks of every `Parted` item, cut into pieces whose vectors are stored."""
        texts: dict[bytes, str] = {}
        prepared = [
            [
                self._pieces(draft, self._begun[item.path].breadcrumbs, embedder, texts)
                for draft in item.drafts
            ]
            for item in self._items
            if isinstance(item, Parted)
        ]
        if embedder is not None:
            self._embed(embedder, texts, stopping)
        return prepared

    def _pieces(
        self,
        draft: ChunkDraft,
        breadcrumbs: bool,
        embedder: Embedder | None,
        texts: dict[bytes, str],
    ) -> PreparedChunk:
        text = draft.embedded_text(breadcrumbs=breadcrumbs)
        if not text.strip():
            return PreparedChunk(draft, ())
        ranges: Sequence[tuple[int, int]] = [(0, len(text))]
        if embedder is not None:
            ranges = embedder.split(text)
        pieces = []
        for start, end in ranges:
            piece = text[start:end]
            key = hashlib.sha256(piece.encode("utf-8", "surrogatepass")).digest()
            texts[key] = piece
            pieces.append(Piece(key, start, end))
        return PreparedChunk(draft, tuple(pieces))

    def _embed(
        self, embedder: Embedder, texts: dict[bytes, str], stopping: threading.Event
    ) -> None:
        known = self._documents.known_vectors(embedder.fingerprint, list(texts))
        missing = sorted((k for k in texts if k not in known), key=lambda k: len(texts[k]))
        for at in range(0, len(missing), _EMBED_TEXTS):
            self._giving_way.wait(stopping)
            if stopping.is_set():
                raise Stopped("The engine is closing.")
            keys = missing[at : at + _EMBED_TEXTS]
            vectors = embedder.embed([texts[key] for key in keys])
            self._documents.put_vectors(embedder.fingerprint, dict(zip(keys, vectors, strict=True)))
            self._catalogue.add_work(chunks_embedded=len(keys))
