"""JSON with places: the standard library's parser, led from value to value."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from desktop_rag.reading.data.records import DataNode

_BLANK = re.compile(r"[ \t\n\r]*")
# Numbers stay as written: 1.10 is not 1.1, and some are larger than any float.
_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str, strict=False)


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A JSON value at text[start:end]; `value_start` differs from `start` for a member of an
    object, which starts at its key."""

    text: str
    start: int
    end: int
    value: object
    value_start: int

    def members(self) -> list[tuple[str | int, DataNode]]:
        """The members of an object or the items of an array, each with its place."""
        if isinstance(self.value, dict):
            return self._fields()
        return self._items() if isinstance(self.value, list) else []

    def _fields(self) -> list[tuple[str | int, DataNode]]:
        found: list[tuple[str | int, DataNode]] = []
        at = _skip(self.text, self.value_start + 1)
        while self.text[at] == '"':
            key, after = _DECODER.raw_decode(self.text, at)
            value_at = _skip(self.text, _skip(self.text, after) + 1)
            value, end = _DECODER.raw_decode(self.text, value_at)
            found.append((key, JsonNode(self.text, at, end, value, value_at)))
            at = _skip(self.text, end)
            if self.text[at] == "}":
                break
            at = _skip(self.text, at + 1)
        return found

    def _items(self) -> list[tuple[str | int, DataNode]]:
        found: list[tuple[str | int, DataNode]] = []
        at = _skip(self.text, self.value_start + 1)
        while self.text[at] != "]":
            value, end = _DECODER.raw_decode(self.text, at)
            found.append((len(found), JsonNode(self.text, at, end, value, at)))
            at = _skip(self.text, end)
            if self.text[at] == ",":
                at = _skip(self.text, at + 1)
        return found


def parse_json(text: str, start: int = 0, end: int | None = None) -> JsonNode:
    """The one value in text[start:end]. Raises `ValueError` for anything else, and
    `RecursionError` for one nested too deeply."""
    stop = len(text) if end is None else end
    at = _skip(text, start)
    value, after = _DECODER.raw_decode(text, at)
    if _skip(text, after) < stop:
        raise json.JSONDecodeError("more than one value", text, after)
    return JsonNode(text, at, after, value, at)


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
