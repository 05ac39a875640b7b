"""Plain text and logs, of any size: huge files are read in parts, cut at line ends."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from desktop_rag.domain.document import DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest
from desktop_rag.reading.decoding import decode, find_encoding, is_binary, strip_mark
from desktop_rag.reading.failures import empty, not_text, too_large
from desktop_rag.reading.layout import clean_in_place
from desktop_rag.reading.lines import LineIndex
from desktop_rag.reading.loading import disk_failure, file_size, load_bytes, open_file
from desktop_rag.reading.paragraphs import plain_blocks

PART_BYTES = 4_000_000
# A line longer than this is cut at a blank, or anywhere: nobody writes such lines.
_LONGEST_LINE = 1_000_000


class TextReader:
    """Reads text files; also the last resort for files of unknown kind that are text."""

    name = "text"
    version = 2
    suffixes = frozenset({".txt", ".text", ".log", ".asc", ".nfo", ".me", ".srt", ".vtt", ".tex"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for bytes that are text in some encoding."""
        return not is_binary(head)

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile`, `NotText` and what the disk may raise."""
        size = file_size(request)
        if size == 0:
            raise empty(request.name)
        with open_file(request) as stream:
            head = stream.read(4096)
        if is_binary(head):
            raise not_text(request.name)
        return TextParts(request, size)


class TextParts:
    """A text file being read part by part; one part in memory at a time."""

    def __init__(self, request: ReadRequest, size: int, notices: tuple[str, ...] = ()) -> None:
        self._request = request
        self._size = size
        self._notices = notices
        self._title = ""

    def parts(self) -> Iterator[DocumentPart]:
        """One part up to 4 MB, else several cut at line ends. Raises `EmptyFile` for blanks."""
        base, line, any_text = 0, 1, False
        for text in self._texts():
            any_text = any_text or bool(text.strip())
            yield DocumentPart(text, plain_blocks(text, line), base=base, first_line=line)
            base += len(text)
            line += len(LineIndex(text)) - 1
            if base > self._request.limits.text_chars:
                raise too_large(self._request.name, "it holds more text than is allowed")
        if not any_text:
            raise empty(self._request.name)

    def facts(self) -> DocumentFacts:
        """Plain text has no title."""
        return DocumentFacts("text/plain", "document", notices=self._notices)

    def _texts(self) -> Iterator[str]:
        if self._size <= PART_BYTES:
            yield clean_in_place(decode(load_bytes(self._request)))
            return
        with open_file(self._request) as stream:
            yield from text_pieces(stream, self._request.name)


def text_pieces(stream: BinaryIO, name: str) -> Iterator[str]:
    """The text of a stream in pieces of about 4 MB that end at line ends."""
    try:
        head = stream.read(PART_BYTES)
        encoding = find_encoding(head[: head.rfind(b"\n") + 1] or head)
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        rest = strip_mark(decoder.decode(head))
        while True:
            raw = stream.read(PART_BYTES)
            cut = _line_cut(rest) if raw else len(rest)
            if cut:
                yield clean_in_place(rest[:cut])
            if not raw:
                return
            rest = rest[cut:] + decoder.decode(raw)
    except OSError as error:
        raise disk_failure(name, error) from error


def _line_cut(text: str) -> int:
    """After the last line end; when the last line is endless, after a blank or at its end."""
    line = text.rfind("\n") + 1
    if len(text) - line < _LONGEST_LINE:
        return line or (text.rfind("\r", 0, len(text) - 1) + 1)
    return (text.rfind(" ") + 1) or len(text)
