"""What a PDF says of itself: its outline and its title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_rag.reading.layout import one_line
from desktop_rag.reading.pdf.structure import heading_key

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_MOST_ENTRIES = 5000
_DEEPEST = 6
# Titles that programs leave behind: file names, "untitled", "Microsoft Word - …".
_ACCIDENTAL = re.compile(
    r"untitled|microsoft (?:word|powerpoint|excel)\b.*|document\d*|.*\.\w{2,5}|[\W\d_]*|"
    r"adobe \w+ pdf|"
    r"\W*(?:anonymous|unspecified|no title)\W*|"
    r"(?:documento|dokument|slide|title|powerpoint presentation|cover).{0,3}",
    re.IGNORECASE,
)


def outline_levels(document: PdfDocument) -> dict[str, int]:
    """Headings of the outline (bookmarks), by `heading_key`, with their levels (1 outermost)."""
    import pypdfium2

    levels: dict[str, int] = {}
    try:
        for number, entry in enumerate(document.get_toc(max_depth=_DEEPEST)):
            if number >= _MOST_ENTRIES:
                break
            key = heading_key(entry.get_title())
            if len(key) > 2:
                levels.setdefault(key, entry.level + 1)
    except pypdfium2.PdfiumError:
        return {}  # a damaged outline takes nothing from the pages
    return levels


def document_title(document: PdfDocument) -> str:
    """The title in the file's properties when a person seems to have written it."""
    title = one_line(document.get_metadata_value("Title"))
    return "" if _ACCIDENTAL.fullmatch(title) or len(title) > 200 else title
