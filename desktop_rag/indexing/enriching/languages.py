"""Says of every chunk which language it is in."""

from __future__ import annotations

from dataclasses import replace

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts
from desktop_rag.indexing.language import detect


class LanguageEnricher:
    """Sets `language`: the chunk's own where its text is long enough to tell, else the
    document's; none for code."""

    name = "languages"
    version = 1

    def enrich(self, drafts: list[ChunkDraft], facts: DocumentFacts) -> list[ChunkDraft]:
        """See `ports.indexing.Enricher`."""
        return [replace(draft, language=_language(draft, facts)) for draft in drafts]


def _language(draft: ChunkDraft, facts: DocumentFacts) -> str:
    if draft.kind == "code":
        return ""
    if draft.kind == "data":
        return facts.language  # a record is too short, and its keys are in another language
    return detect(draft.text) or facts.language
