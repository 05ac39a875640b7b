"""JSON files and files of one JSON value a line."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.data.flattening import is_blank
from desktop_rag.reading.data.json_tree import parse_json
from desktop_rag.reading.data.records import RecordSpeaker, record_blocks
from desktop_rag.reading.decoding import decode
from desktop_rag.reading.failures import damage_when, damaged, empty, too_large
from desktop_rag.reading.lines import LineIndex, trimmed
from desktop_rag.reading.loading import file_size, load_bytes, open_file
from desktop_rag.reading.numbering import with_lines
from desktop_rag.reading.own_text import own_text
from desktop_rag.reading.paragraphs import plain_blocks
from desktop_rag.reading.text import TextParts, text_pieces

# A larger file is not taken apart: its values would need more memory than a file may cost.
_LARGEST_TREE = 64_000_000


class JsonReader:
    """Reads JSON files. What is not valid JSON (comments, cut off) is read as plain text."""

    name = "json"
    version = 3
    suffixes = frozenset({".json", ".geojson", ".jsonld", ".webmanifest", ".har"})
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """True for bytes that begin like an object or a list of objects."""
        start = head.lstrip()[:200]
        return start[:1] in b"{[" and start[1:].lstrip()[:1] in (b'"', b"{", b"}", b"[")

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` when no value holds anything, `DamagedFile` for bytes that are not
        text, `TooLarge` for values nested too deeply."""
        if file_size(request) > _LARGEST_TREE:
            notice = "The file is too large to be told record by record; it was read as text."
            return TextParts(request, file_size(request), (notice,))
        data = load_bytes(request)
        if "\0" in decode(data):
            raise damaged(request.name, "JSON file")
        text = own_text(request, data)
        with damage_when(request.name, "JSON file"):
            try:
                root = parse_json(text)
            except ValueError as error:
                return _as_text(text, str(error))
        if is_blank(root.value):
            raise empty(request.name)
        speaker = RecordSpeaker.of(request)
        blocks = with_lines(text, record_blocks(root, speaker))
        about = DocumentFacts("application/json", "data", title=speaker.title(root.value))
        return ReadWhole(DocumentPart(text, blocks), about)


def _as_text(text: str, why: str) -> Reading:
    notice = f"This is not valid JSON ({why}); it was read as plain text."
    about = DocumentFacts("application/json", "data", partial=True, notices=(notice,))
    return ReadWhole(DocumentPart(text, plain_blocks(text)), about)


class JsonLinesReader:
    """Reads files of one JSON value a line, of any size."""

    name = "json_lines"
    version = 3
    suffixes = frozenset({".jsonl", ".ndjson", ".jsonlines"})
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """Without its suffix it is not told from plain text."""
        return False

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for no bytes."""
        if file_size(request) == 0:
            raise empty(request.name)
        return _JsonLines(request)


class _JsonLines:
    def __init__(self, request: ReadRequest) -> None:
        self._request = request
        self._speaker = RecordSpeaker.of(request)
        self._records = 0
        self._bad = 0

    def parts(self) -> Iterator[DocumentPart]:
        base, line = 0, 1
        with open_file(self._request) as stream:
            for text in text_pieces(stream, self._request.name):
                yield DocumentPart(text, tuple(self._blocks(text, line)), (), base, line)
                base += len(text)
                line += len(LineIndex(text)) - 1
                if base > self._request.limits.text_chars:
                    raise too_large(self._request.name, "it holds more text than is allowed")
        if not self._records:
            raise empty(self._request.name)

    def facts(self) -> DocumentFacts:
        notices = (f"{self._bad} lines are not valid JSON.",) if self._bad else ()
        return DocumentFacts("application/jsonl", "data", partial=bool(self._bad), notices=notices)

    def _blocks(self, text: str, first_line: int) -> Iterator[Block]:
        index = LineIndex(text)
        for number in range(len(index)):
            start, end = trimmed(text, index.start(number), index.start(number + 1))
            if start == end:
                continue
            line = first_line + number
            title, spoken = "", None
            try:
                value = parse_json(text[start:end]).value
                title, spoken = self._speaker.title(value), self._speaker.speak(value)
            except (ValueError, RecursionError):
                self._bad += 1
            yield Block(
                "record",
                start,
                end,
                title=title,
                spoken=spoken,
                record=self._records,
                first_line=line,
                last_line=line,
            )
            self._records += 1
