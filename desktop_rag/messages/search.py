"""Searching."""

from __future__ import annotations

from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.query import Filters, SearchMode
from desktop_rag.messages.base import Base


class Search(Base, frozen=True):
    """Find passages. Replies: with `partial` first `HitsFound` from the keyword tier, then always
    `HitsFound` with `final` true. `rerank`, `threshold`, `expand`: "" or () mean as in settings.
    `overrides`: any settings, for this call. `syntax`: read `"phrases"`, `-without`, `path:` …
    in the text."""

    text: str
    keep: int = 0
    filters: Filters = Filters()
    mode: SearchMode | None = None
    rerank: str = ""
    expand: tuple[str, ...] = ()
    threshold: str = ""
    overrides: dict[str, str] = {}
    partial: bool = False
    syntax: bool = True


class HitsFound(Base, frozen=True):
    """Hits; the last reply has `final` true."""

    result: SearchResult
    final: bool = True
