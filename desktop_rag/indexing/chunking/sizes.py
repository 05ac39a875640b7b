"""How long chunks are."""

from __future__ import annotations

from desktop_rag.ports.indexing import ChunkSizes
from desktop_rag.settings.indexing import IndexingSettings


def sizes_of(settings: IndexingSettings) -> ChunkSizes:
    """The person's chunk sizes, in characters."""
    return ChunkSizes(
        target=settings.chunk_target,
        maximum=settings.chunk_maximum,
        overlap=settings.chunk_overlap,
    )
