"""The text of files whose display form is their own text."""

from __future__ import annotations

from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.decoding import decode
from desktop_rag.reading.failures import empty, too_large
from desktop_rag.reading.layout import clean_in_place


def own_text(request: ReadRequest, data: bytes, declared: str = "") -> str:
    """The decoded text of `data`, fit to be stored; `declared`: the encoding that the file names.

    Raises `EmptyFile` for blanks and `TooLarge` for more text than is allowed."""
    text = clean_in_place(decode(data, declared))
    if not text.strip():
        raise empty(request.name)
    if len(text) > request.limits.text_chars:
        raise too_large(request.name, "it holds more text than is allowed")
    return text
