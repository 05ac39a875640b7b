"""Cutting a tree of data into records, each at its own characters in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from desktop_rag.domain.document import Block
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.data.flattening import (
    flatten,
    headline,
    is_aside,
    is_blank,
    key_words,
    record_title,
    says_something,
)

# A record longer than this is told member by member, so that each piece has its own words.
_LONGEST_WHOLE = 2000
_GROUP = 1200
# A list inside an object is the file's list of records when it takes up this share of it.
_DOMINANT = 0.5

Path = tuple[str, ...]


class DataNode(Protocol):
    """A value and the range of the file's characters that it was written in."""

    @property
    def value(self) -> object: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    def members(self) -> Sequence[tuple[str | int, DataNode]]:
        """The values inside a mapping or a list; for mappings they start at their key."""
        ...


@dataclass(frozen=True, slots=True)
class RecordSpeaker:
    """How records are told: `flatten` off tells nothing and gives no titles, so that the data is
    embedded as it stands; `aside`: what is told is an example inside a record, of which only the
    record's own words are told."""

    flatten: bool
    template: str
    aside: bool = False

    @classmethod
    def of(cls, request: ReadRequest) -> RecordSpeaker:
        """The speaker that a request asks for."""
        return cls(request.flatten, request.template)

    def inside(self, key: object) -> RecordSpeaker:
        """The speaker for what is under a key."""
        return replace(self, aside=self.aside or (isinstance(key, str) and is_aside(key)))

    def title(self, value: object) -> str:
        """What a record is called (see `record_title`)."""
        return record_title(value) if self.flatten else ""

    def speak(self, value: object, above: Path = ()) -> str | None:
        """The spoken form; `above`: names of what the value is a part of, told first."""
        if not self.flatten:
            return None
        names = [name for name in dict.fromkeys(above) if says_something(name)]
        if self.aside and names:
            return f"{names[0]}."
        spoken = flatten(value, self.template, alone=not names)
        if not spoken:
            return f"{', '.join(names)}." if names else None
        names = [name for name in names if not spoken.startswith(name)]
        return f"{', '.join(names)}. {spoken}" if names else spoken


def record_blocks(root: DataNode, speaker: RecordSpeaker) -> Iterator[Block]:
    """One block for each record of a list of records; one for a whole object, or one for each
    group of its members when it is long."""
    if _is_record_list(root.value):
        yield from _list_blocks(root, speaker, ())
        return
    members = root.members() if isinstance(root.value, Mapping) else []
    for key, node in members:
        size = node.end - node.start
        if _is_record_list(node.value) and size > _DOMINANT * (root.end - root.start):
            yield from _around_list(root, str(key), speaker)
            return
    yield from _pieces(root, speaker, speaker.title(root.value), (), None)


def _is_record_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _list_blocks(node: DataNode, speaker: RecordSpeaker, above: Path) -> Iterator[Block]:
    for number, (_, record) in enumerate(node.members()):
        if not is_blank(record.value):
            yield from _pieces(record, speaker, speaker.title(record.value), above, number)


def _around_list(root: DataNode, records: str, speaker: RecordSpeaker) -> Iterator[Block]:
    """The records of the list under key `records`, and what stands before and after it."""
    title = speaker.title(root.value)
    group: list[tuple[str, DataNode]] = []
    for key, node in root.members():
        if str(key) == records:
            yield from _grouped(group, speaker, title, (title,), None)
            group = []
            yield from _list_blocks(node, speaker, (title,))
        else:
            group.append((str(key), node))
    yield from _grouped(group, speaker, title, (title,), None)


def _pieces(
    node: DataNode, speaker: RecordSpeaker, title: str, above: Path, number: int | None
) -> Iterator[Block]:
    size = node.end - node.start
    inner = list(node.members()) if size > _LONGEST_WHOLE else []
    if len(inner) == 1:
        key, only = inner[0]
        deeper = (*above, headline(node.value) or (key_words(key) if isinstance(key, str) else ""))
        yield from _pieces(only, speaker.inside(key), title, deeper, number)
        return
    if not inner:
        spoken = speaker.speak(node.value, above)
        yield Block("record", node.start, node.end, title=title, spoken=spoken, record=number)
        return
    about = headline(node.value)
    path = (*above, about) if about else above
    group: list[tuple[str, DataNode]] = []
    for key, member in inner:
        length = member.end - member.start
        if group and (length + member.start - group[0][1].start > _GROUP):
            yield from _grouped(group, speaker, title, path, number)
            group = []
        if length > _LONGEST_WHOLE:
            deeper = (*path, key_words(key)) if isinstance(key, str) else path
            yield from _pieces(member, speaker.inside(key), title, deeper, number)
        else:
            group.append((str(key), member))
    yield from _grouped(group, speaker, title, path, number)


def _grouped(
    group: list[tuple[str, DataNode]],
    speaker: RecordSpeaker,
    title: str,
    above: Path,
    number: int | None,
) -> Iterator[Block]:
    values = {key: node.value for key, node in group}
    if is_blank(values):
        return
    start, end = group[0][1].start, group[-1][1].end
    listed: object = list(values.values()) if all(k.isdigit() for k in values) else values
    own = record_title(values)
    spoken = speaker.speak(listed, tuple(n for n in above if not own or not n.startswith(own)))
    yield Block("record", start, end, title=title, spoken=spoken, record=number)
