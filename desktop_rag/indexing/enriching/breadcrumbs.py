"""Puts the document's title before the heading path of every chunk."""

from __future__ import annotations

import re

from desktop_rag.domain.chunk import ChunkDraft
from desktop_rag.domain.document import DocumentFacts

_LONGEST = 160
_NO_TITLE = re.compile(
    r"""untitled|sin\ t[ií]tulo|document|documento|dokument|new\ document|
        (microsoft\ )?(word|excel|powerpoint)\ -\ .*|
        (document|documento|dokument|presentation|presentaci[oó]n|book|libro|slide|sheet)\s*\d+|
        [\w()~-]+\.[a-z0-9]{2,5}""",
    re.IGNORECASE | re.VERBOSE,
)


class BreadcrumbEnricher:
    """`Manual › Engine › Won't start`: title and headings, equal neighbours said once."""

    name = "breadcrumbs"
    version = 1

    def enrich(self, drafts: list[ChunkDraft], facts: DocumentFacts) -> list[ChunkDraft]:
        """See `ports.indexing.Enricher`. `facts.title` is taken as it is (see `real_title`)."""
        title = (facts.title,) if facts.title else ()
        return [
            draft.with_breadcrumb(_joined((*title, *draft.breadcrumb)))
            if draft.text.strip()
            else draft  # a stretch of white space, which nothing is to find
            for draft in drafts
        ]


def real_title(title: str, file_name: str) -> str:
    """The title in one line, or nothing when it says no more than the file's name, when a program
    left it there (`Microsoft Word - a.doc`, `Document1`), or when it is a whole paragraph."""
    clean = " ".join(title.split())
    if not clean or len(clean) > _LONGEST or _NO_TITLE.fullmatch(clean):
        return ""
    stem = file_name.rpartition(".")[0] or file_name
    return "" if _plain(clean) in (_plain(file_name), _plain(stem)) else clean


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()


def _joined(path: tuple[str, ...]) -> tuple[str, ...]:
    kept: list[str] = []
    for step in path:
        if step and not (kept and _plain(kept[-1]) == _plain(step)):
            kept.append(step)
    return tuple(kept)
