"""Showing a source: where it is now, its text, its pages, its boxes."""

from __future__ import annotations

import os

import msgspec

from desktop_rag.domain.errors import DesktopRagError, FileForbidden, FileMissing, InvalidRequest
from desktop_rag.domain.query import Filters
from desktop_rag.domain.search_form import fold, fold_with_map
from desktop_rag.domain.source import FileEntry
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.scanning import leads_elsewhere
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.reader import MeasurePages, PageSizes
from desktop_rag.messages.viewer import (
    FindInSource,
    FoundInSource,
    GetRegions,
    GetText,
    OpenSource,
    Regions,
    RenderPage,
    SourceOpened,
    TextPart,
)
from desktop_rag.reading.rendering import PAGED_SUFFIXES

_PAGE_SECONDS = 30.0
_MARKDOWN = frozenset({".md", ".markdown", ".mdown"})
_TABLES = frozenset(".csv .tsv .tab .psv .xlsx .xlsm .xltx .xltm .ods".split())
_STRUCTURED = frozenset(".json .jsonl .ndjson .yaml .yml .toml .xml".split())
_WHOLE = 1 << 60
_MOVED = "The file was moved after it was cited; it is shown from its new place."
_CHANGED = "The file changed after it was cited: the passage is shown as it was cited."
_MISSING = "The file is not there any more: the passage is shown as it was cited."
_FORBIDDEN = "The file cannot be opened: the passage is shown as it was cited."


def open_source(engine: Engine, message: OpenSource, reply: Reply) -> None:
    """How to show a file that was cited."""
    entry, state, note = _located(engine, message.path, message.content_hash)
    if entry is None:
        reply.finish(SourceOpened(message.path, "missing", state, note=note))
        return
    document = engine.documents.document_at(entry.path, entry.content_hash)
    chars = engine.documents.text(document, 0, 0)[1] if document is not None else 0
    sizes: tuple[tuple[float, float], ...] = ()
    view = _view_of(entry)
    if view == "pages":
        try:
            sizes = _page_sizes(engine, entry.path)
        except DesktopRagError as error:
            view, note = "text", f"{error.message} Its text is shown instead."
    reply.finish(
        SourceOpened(
            path=entry.path,
            view=view,
            state=state,
            title=entry.title or os.path.basename(entry.path),
            media_type=entry.media_type,
            pages=len(sizes),
            sizes=sizes,
            chars=chars,
            language=entry.language,
            note=note,
        )
    )


def get_text(engine: Engine, message: GetText, reply: Reply) -> None:
    """Some of a document's text."""
    document = _document(engine, message.path, message.content_hash)
    text, total = engine.documents.text(document, message.start, message.end)
    before = engine.documents.text(document, 0, message.start)[0] if message.start else ""
    reply.finish(
        TextPart(message.start, message.start + len(text), total, text, before.count("\n") + 1)
    )


def get_regions(engine: Engine, message: GetRegions, reply: Reply) -> None:
    """Boxes of a range of a document's text."""
    document = _document(engine, message.path, message.content_hash)
    regions = engine.documents.regions(document, message.start, message.end)
    reply.finish(Regions(tuple(regions)))


def find_in_source(engine: Engine, message: FindInSource, reply: Reply) -> None:
    """All places of some words in a document, compared in search form."""
    document = _document(engine, message.path, message.content_hash)
    wanted = fold(message.text).strip()
    if not wanted:
        reply.finish(FoundInSource(()))
        return
    text, _total = engine.documents.text(document, 0, _WHOLE)
    form = fold_with_map(text)
    ranges: list[tuple[int, int]] = []
    at = form.text.find(wanted)
    while at >= 0 and len(ranges) < message.limit and not reply.cancelled():
        ranges.append(form.original_range(at, at + len(wanted)))
        at = form.text.find(wanted, at + len(wanted))
    regions = [
        region for start, end in ranges for region in engine.documents.regions(document, start, end)
    ]
    reply.finish(FoundInSource(tuple(ranges), tuple(regions)))


def render_page(engine: Engine, message: RenderPage, reply: Reply) -> None:
    """A page as a picture, made by a reader process of its own."""
    if engine.catalogue.file(message.path) is None or leads_elsewhere(message.path):
        raise InvalidRequest(
            "Only files of the library are shown.", "Add the file to the library first."
        )

    def draw(password: str | None) -> Message:
        known = msgspec.structs.replace(message, password=password)
        return engine.viewer.call(known, _PAGE_SECONDS)

    with engine.viewing:
        reply.finish(engine.passwords.opened(message.path, draw))


def _located(engine: Engine, path: str, content_hash: str) -> tuple[FileEntry | None, str, str]:
    """The ledger's line to show, the state of the source, and a sentence about it."""
    entry = engine.catalogue.file(path)
    there = os.path.isfile(path) and not leads_elsewhere(path)
    if entry is not None and there:
        if not os.access(path, os.R_OK):
            return None, "missing", _FORBIDDEN
        if not content_hash or entry.content_hash == content_hash:
            return entry, "same", ""
    moved = _elsewhere(engine, path, content_hash)
    if moved is not None:
        return moved, "moved", _MOVED
    if entry is not None and there:
        return entry, "changed", _CHANGED
    if there:
        return None, "not_indexed", "The file is not in the library any more."
    return None, "missing", _MISSING


def _elsewhere(engine: Engine, path: str, content_hash: str) -> FileEntry | None:
    """Where the content that was cited lies now."""
    document = engine.documents.document_at(path, content_hash) if content_hash else None
    if document is None:
        return None
    place = engine.documents.files_of([document], Filters()).get(document)
    for there in (place.path, *place.also_at) if place else ():
        if os.path.isfile(there):
            return engine.catalogue.file(there)
    return None


def _view_of(entry: FileEntry) -> str:
    suffix = os.path.splitext(entry.path)[1].lower()
    if suffix in PAGED_SUFFIXES:
        return "pages"
    if suffix in _MARKDOWN:
        return "markdown"
    if suffix in _TABLES:
        return "table"
    if suffix in _STRUCTURED:
        return "code"
    return "code" if entry.mode == "code" else "text"


def _page_sizes(engine: Engine, path: str) -> tuple[tuple[float, float], ...]:
    def measure(password: str | None) -> Message:
        return engine.viewer.call(MeasurePages(path, password), _PAGE_SECONDS)

    with engine.viewing:
        reply = engine.passwords.opened(path, measure)
    if not isinstance(reply, PageSizes):
        raise FileForbidden("The pages could not be measured.", "Open the file in its program.")
    return reply.sizes


def _document(engine: Engine, path: str, content_hash: str) -> int:
    document = engine.documents.document_at(path, content_hash)
    if document is None:
        raise FileMissing("This document is not in the library any more.", "Add it again.")
    return document


ROUTES: Routes = {
    OpenSource: open_source,
    GetText: get_text,
    GetRegions: get_regions,
    FindInSource: find_in_source,
    RenderPage: render_page,
}
