"""TOML files: one record for each table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.data.flattening import key_words
from desktop_rag.reading.data.records import RecordSpeaker
from desktop_rag.reading.failures import damage_when
from desktop_rag.reading.lines import trimmed
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.numbering import with_lines
from desktop_rag.reading.own_text import own_text
from desktop_rag.reading.paragraphs import plain_blocks

_TABLE = re.compile(r"^[ \t]*\[\[?[ \t]*([^\[\]\r\n]+?)[ \t]*\]\]?[ \t]*(?:#.*)?\r?$", re.MULTILINE)


class TomlReader:
    """Reads TOML and similar settings files. What is not valid TOML is read as plain text."""

    name = "toml"
    version = 2
    suffixes = frozenset({".toml", ".ini", ".cfg", ".conf", ".properties"})
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """Without its suffix it is plain text."""
        return False

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for a file without text."""
        text = own_text(request, load_bytes(request))
        with damage_when(request.name, "TOML file"):
            tables = _tables(text)
            found = _blocks(text, RecordSpeaker.of(request)) if tables else iter(())
            blocks = with_lines(text, found)
        media = "application/toml" if tables else "text/plain"
        return ReadWhole(
            DocumentPart(text, blocks or plain_blocks(text)), DocumentFacts(media, "data")
        )


def _tables(text: str) -> bool:
    import tomllib

    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _blocks(text: str, speaker: RecordSpeaker) -> Iterator[Block]:
    heads = list(_TABLE.finditer(text))
    starts = [0, *(head.start() for head in heads)]
    names = ["", *(head.group(1) for head in heads)]
    for number, (start, name) in enumerate(zip(starts, names, strict=True)):
        stop = starts[number + 1] if number + 1 < len(starts) else len(text)
        begin, end = trimmed(text, start, stop)
        if begin < end:
            spoken = speaker.speak(_value(text[begin:end]), (key_words(name),))
            yield Block("record", begin, end, title=name, spoken=spoken, record=number)


def _value(text: str) -> object:
    """The fields of one table alone; its text when it cannot stand alone."""
    import tomllib

    try:
        value: object = tomllib.loads(_TABLE.sub("", text, count=1))
    except tomllib.TOMLDecodeError:
        return text
    return value
