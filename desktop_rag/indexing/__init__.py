"""From what a reader hands over to chunks: cut, enriched, ready to be embedded."""

from __future__ import annotations

from desktop_rag.indexing.preparing import (
    Prepared,
    PreparedBatch,
    chosen_mode,
    prepare,
    strategy,
)
from desktop_rag.ports.registry import Registry

__all__ = ["Prepared", "PreparedBatch", "chosen_mode", "prepare", "register", "strategy"]


def register(registry: Registry) -> None:
    """Bring the built-in chunkers and enrichers: the entry point of this room."""
    from desktop_rag.indexing.chunking.code_mode import CodeChunker
    from desktop_rag.indexing.chunking.document_mode import DocumentChunker
    from desktop_rag.indexing.enriching.breadcrumbs import BreadcrumbEnricher
    from desktop_rag.indexing.enriching.languages import LanguageEnricher

    registry.add_chunker(DocumentChunker())
    registry.add_chunker(CodeChunker())
    registry.add_enricher(BreadcrumbEnricher())
    registry.add_enricher(LanguageEnricher())
