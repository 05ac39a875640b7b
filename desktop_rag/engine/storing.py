"""Writing what was read: from then on it is found by words, and the learner takes it up for search
by meaning. Small files are written together, huge ones in parts."""

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
from desktop_rag.domain.strategy import LATE_CHUNKING, is_late
from desktop_rag.engine.embedding import MeaningTier
from desktop_rag.engine.learning import Learner
from desktop_rag.ports.embedding import Embedder
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.chunk_rows import Piece, PreparedChunk
from desktop_rag.stores.documents import Documents

_FLUSH_CHUNKS = 64


@dataclass(frozen=True, slots=True)
class Begun:
    """Reading of a file began. A `strategy` with late chunking embeds without `breadcrumbs`."""

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
        learner: Learner,
    ) -> None:
        self._catalogue = catalogue
        self._documents = documents
        self._meaning = meaning
        self._learner = learner
        self._items: list[Begun | Parted | Ended] = []
        self._chunks = 0
        self._begun: dict[str, Begun] = {}
        self._ids: dict[str, int] = {}
        self._texts: dict[str, int] = {}

    def pending(self) -> bool:
        """True when there is something to write."""
        return bool(self._items)

    def take(self, item: Begun | Parted | Ended) -> bool:
        """Keep an item; True when it is time to flush."""
        self._items.append(item)
        if isinstance(item, Begun):
            self._begun[item.path] = item
        if isinstance(item, Parted):
            self._chunks += len(item.drafts)
        return self._chunks >= _FLUSH_CHUNKS

    def flush(self, stopping: threading.Event) -> list[tuple[str, int]]:
        """Write all that was taken; gives the finished files with their sizes in bytes. Raises
        `Stopped` when `stopping` is set before the embedder, which says where texts are cut, is
        loaded."""
        embedder = self._embedder(stopping)
        finished: list[tuple[str, int]] = []
        for item in self._items:
            if isinstance(item, Begun):
                self._ids[item.path] = self._documents.begin(item.content_hash, item.strategy, "")
                self._texts[item.path] = 0
            elif isinstance(item, Parted):
                self._append(item, embedder)
            else:
                self._finish(item)
                finished.append((item.path, item.stamp.size))
        self._items.clear()
        self._chunks = 0
        return finished

    def forget(self, path: str) -> None:
        """Drop what was taken or half written of a file."""
        self._items = [item for item in self._items if item.path != path]
        self._begun.pop(path, None)
        self._texts.pop(path, None)
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
        self._texts.clear()
        self._chunks = 0
        return paths

    def _append(self, item: Parted, embedder: Embedder | None) -> None:
        begun = self._begun[item.path]
        if is_late(begun.strategy):
            chunks = [_whole(draft, begun.content_hash) for draft in item.drafts]
        else:
            chunks = [_in_pieces(draft, begun.breadcrumbs, embedder) for draft in item.drafts]
        self._documents.append(self._ids[item.path], chunks, item.regions)
        self._texts[item.path] += sum(len(chunk.pieces) for chunk in chunks)

    def _finish(self, item: Ended) -> None:
        document = self._ids.pop(item.path)
        self._begun.pop(item.path, None)
        self._documents.finish(
            document, item.facts, mode=item.mode, path=item.path, stamp=item.stamp
        )
        self._catalogue.add_work(files_read=1)
        self._learner.add(document, self._texts.pop(item.path))

    def _embedder(self, stopping: threading.Event) -> Embedder | None:
        while not self._meaning.settled:
            if stopping.is_set():
                raise Stopped("The engine is closing.")
            self._meaning.wait(0.2)
        return self._meaning.embedder()


def _in_pieces(draft: ChunkDraft, breadcrumbs: bool, embedder: Embedder | None) -> PreparedChunk:
    """The chunk with the pieces of its text that a vector each will stand for: one, or more when
    the text is longer than the embedder's window."""
    text = draft.embedded_text(breadcrumbs=breadcrumbs)
    if not text.strip():
        return PreparedChunk(draft, ())
    ranges: Sequence[tuple[int, int]] = [(0, len(text))]
    if embedder is not None:
        ranges = embedder.split(text)
    pieces = [
        Piece(hashlib.sha256(text[start:end].encode("utf-8", "surrogatepass")).digest(), start, end)
        for start, end in ranges
    ]
    return PreparedChunk(draft, tuple(pieces))


def _whole(draft: ChunkDraft, content_hash: str) -> PreparedChunk:
    """The chunk as one piece, whose vector depends on all of the document and belongs to it."""
    text = draft.embedded_text(breadcrumbs=False)
    if not text.strip():
        return PreparedChunk(draft, ())
    key = f"{LATE_CHUNKING} {content_hash} {draft.ordinal} {text}"
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
    return PreparedChunk(draft, (Piece(digest, 0, len(text)),))
