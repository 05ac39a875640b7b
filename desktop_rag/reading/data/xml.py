"""XML files: the file's own text; one record for each repeated element under the root."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.data.records import RecordSpeaker
from desktop_rag.reading.failures import damage_when
from desktop_rag.reading.lines import trimmed
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.numbering import with_lines
from desktop_rag.reading.own_text import own_text
from desktop_rag.reading.paragraphs import plain_blocks

_DECLARED = re.compile(rb"^\s*<\?xml\b[^>]*?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL | re.IGNORECASE)
_PROLOG = re.compile(r"^\s*<\?xml.*?\?>", re.DOTALL)
_LONGEST_WHOLE = 2000
_DEEPEST = 200


class XmlReader:
    """Reads XML files. Entities are never resolved and nothing is loaded; what is not well formed
    is read as plain text."""

    name = "xml"
    version = 3
    suffixes = frozenset(
        {
            ".xml",
            ".xsd",
            ".xsl",
            ".xslt",
            ".rss",
            ".atom",
            ".opml",
            ".kml",
            ".gpx",
            ".svg",
            ".plist",
        }
    )
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """True for bytes with an XML declaration."""
        return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml")

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for a file without bytes."""
        data = load_bytes(request)
        declared = _DECLARED.match(data[:200])
        encoding = declared.group(1).decode("ascii") if declared else ""
        text = own_text(request, data, encoding)
        with damage_when(request.name, "XML file"):
            spans = _spans(text)
            blocks = with_lines(text, _blocks(text, spans, RecordSpeaker.of(request)))
        title = next((block.title for block in blocks if block.title), "")
        return ReadWhole(
            DocumentPart(text, blocks or plain_blocks(text)),
            DocumentFacts("application/xml", "data", title=title),
        )


class _Span:
    """An element: text[start:end], its fields so far, and its children's spans."""

    def __init__(self, tag: str, attributes: dict[str, str], start: int) -> None:
        self.tag = tag
        self.start = start
        self.end = start
        self.fields: list[tuple[str, object]] = list(attributes.items())
        self.pieces: list[str] = []
        self.children: list[_Span] = []

    def value(self) -> object:
        """Its text, or its fields by name; fields of the same name become a list."""
        words = " ".join("".join(self.pieces).split())
        if not self.fields:
            return words
        value: dict[str, object] = {}
        for name, field in [*self.fields, *([("text", words)] if words else [])]:
            before = value.get(name)
            if before is None:
                value[name] = field
            else:
                value[name] = [*before, field] if isinstance(before, list) else [before, field]
        return value


def _spans(text: str) -> _Span | None:
    """The root of the elements with their places; None when the text is not well formed."""
    from xml.parsers import expat

    # Entities of the document's own are dropped with its DOCTYPE: nothing is ever expanded.
    blanked = _DOCTYPE.sub(_blank, _PROLOG.sub(_blank, text, count=1), count=1)
    data = blanked.encode("utf-8", "replace")
    where = _CharacterOffsets(blanked, data)
    parser = expat.ParserCreate("utf-8")
    parser.UseForeignDTD(True)
    top = _Span("", {}, 0)
    stack = [top]

    def opened(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > _DEEPEST:
            raise RecursionError
        span = _Span(_plain(tag), attributes, where.offset(parser.CurrentByteIndex))
        stack[-1].children.append(span)
        stack.append(span)

    def closed(tag: str) -> None:
        span = stack.pop()
        at = where.offset(parser.CurrentByteIndex)
        # At an empty element the index is still that of its start.
        span.end = blanked.find(">", at) + 1
        stack[-1].fields.append((span.tag, span.value()))

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = lambda piece: stack[-1].pieces.append(piece)
    parser.DefaultHandler = lambda _piece: None
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        return None
    return top.children[0] if top.children else None


class _CharacterOffsets:
    """Byte offsets, which only grow, to character offsets."""

    def __init__(self, text: str, data: bytes) -> None:
        self._ascii = len(text) == len(data)
        self._data = data
        self._byte = 0
        self._char = 0

    def offset(self, byte: int) -> int:
        if self._ascii:
            return byte
        if byte >= self._byte:
            self._char += len(self._data[self._byte : byte].decode("utf-8", "ignore"))
            self._byte = byte
        return self._char


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"\S", " ", match.group())


def _plain(tag: str) -> str:
    return tag.rpartition(":")[2]


def _blocks(text: str, root: _Span | None, speaker: RecordSpeaker) -> Iterator[Block]:
    if root is None:
        return
    yield from _records(text, root, speaker, root.start, root.end)


def _records(
    text: str, span: _Span, speaker: RecordSpeaker, start: int, end: int
) -> Iterator[Block]:
    """The element whole when it is short, else its children, each one as a record."""
    if end - start <= _LONGEST_WHOLE or not span.children:
        yield _record(span, speaker, start, end, None)
        return
    repeated = Counter(child.tag for child in span.children).most_common(1)[0]
    head = trimmed(text, start, span.children[0].start)
    if head[0] < head[1]:
        yield Block("paragraph", *head)
    number = 0
    for child in span.children:
        if child.tag == repeated[0] and repeated[1] > 1:
            yield _record(child, speaker, child.start, child.end, number)
            number += 1
        else:
            yield from _records(text, child, speaker, child.start, child.end)


def _record(span: _Span, speaker: RecordSpeaker, start: int, end: int, number: int | None) -> Block:
    value: Any = span.value()
    return Block(
        "record",
        start,
        end,
        title=speaker.title(value) or span.tag,
        spoken=speaker.speak(value),
        record=number,
    )
