"""Chunks: the pieces that are embedded, searched and cited."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_rag.domain.document import ContentKind
from desktop_rag.domain.place import Place


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it has an identity.

    `text` is exactly document.text[place.chars[0]:place.chars[1]]. Its first `overlap` characters
    repeat the end of the chunk before it, so joining `text[overlap:]` of all chunks in order gives
    the document's text back. `breadcrumb`: heading path, outermost first; never repeated in
    `text`. `spoken`: natural-language form to embed in place of `text` (flattened data), or None.
    `searchable`: the parts of the text that count for search as (start, end) offsets into `text`,
    or None when all of it does (page headers and footers are left out this way).
    """

    ordinal: int
    text: str
    place: Place
    kind: ContentKind
    overlap: int = 0
    breadcrumb: tuple[str, ...] = ()
    section_title: str = ""
    language: str = ""
    spoken: str | None = None
    searchable: tuple[tuple[int, int], ...] | None = None

    def with_breadcrumb(self, breadcrumb: tuple[str, ...]) -> ChunkDraft:
        """The same draft under another heading path."""
        return replace(self, breadcrumb=breadcrumb)

    def search_text(self) -> str:
        """The text that counts for search: `text` without page headers and footers."""
        if self.searchable is None:
            return self.text
        return "\n".join(self.text[start:end] for start, end in self.searchable)

    def embedded_text(self, *, breadcrumbs: bool = True) -> str:
        """The text whose meaning is embedded: breadcrumb, then spoken form or text. A heading that
        the spoken form begins with is not said twice."""
        body = self.spoken if self.spoken is not None else self.search_text()
        said = self.breadcrumb
        if said and self.spoken is not None and body.startswith(said[-1]):
            said = said[:-1]
        return f"{' › '.join(said)}\n{body}" if breadcrumbs and said else body


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored chunk. `id` is never reused, not even after the chunk was deleted.

    `document` is the id of the stored document (content × strategy) it belongs to.
    """

    id: int
    document: int
    draft: ChunkDraft

    @property
    def text(self) -> str:
        """The chunk's text in display form."""
        return self.draft.text

    @property
    def place(self) -> Place:
        """Where the chunk lies in its document."""
        return self.draft.place
