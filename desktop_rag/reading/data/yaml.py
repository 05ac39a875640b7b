"""YAML files, also several documents in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.data.flattening import is_blank
from desktop_rag.reading.data.records import DataNode, RecordSpeaker, record_blocks
from desktop_rag.reading.failures import damage_when, empty, too_large
from desktop_rag.reading.lines import trimmed
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.numbering import with_lines
from desktop_rag.reading.own_text import own_text
from desktop_rag.reading.paragraphs import plain_blocks

# Aliases can make a small file stand for a huge value; more values than this are refused.
_MOST_VALUES = 500_000
_LARGEST_TREE = 8_000_000


@dataclass(frozen=True, slots=True)
class YamlNode:
    """A YAML value with its place; members of a mapping start at their key."""

    text: str
    start: int
    end: int
    value: object
    inner: Any  # the node as PyYAML composed it

    def members(self) -> Sequence[tuple[str | int, DataNode]]:
        """The values inside, each with its place."""
        from yaml import MappingNode, SequenceNode

        if isinstance(self.inner, MappingNode) and isinstance(self.value, dict):
            return [
                (str(key.value), _placed(self.text, node, _value(node), key.start_mark.index))
                for key, node in self.inner.value
            ]
        if isinstance(self.inner, SequenceNode):
            return [
                (number, _placed(self.text, node, _value(node), node.start_mark.index))
                for number, node in enumerate(self.inner.value)
            ]
        return []


class YamlReader:
    """Reads YAML files. What is not valid YAML (templates) is read as plain text."""

    name = "yaml"
    version = 3
    suffixes = frozenset({".yaml", ".yml"})
    uses = frozenset({"flatten_data", "template"})

    def sniff(self, head: bytes) -> bool:
        """Without its suffix it is plain text."""
        return False

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` when no value holds anything, `TooLarge` for a bomb of aliases."""
        import yaml

        text = own_text(request, load_bytes(request))
        if len(text) > _LARGEST_TREE:
            return _as_text(text, "the file is very large")
        with damage_when(request.name, "YAML file", ValueError):
            try:
                roots = [n for n in yaml.compose_all(text, Loader=yaml.SafeLoader) if n is not None]
            except yaml.YAMLError as error:
                return _as_text(text, f"{type(error).__name__}")
            blocks = self._blocks(request, text, roots)
        if not blocks:
            raise empty(request.name)
        title = next((b.title for b in blocks if b.title), "")
        return ReadWhole(
            DocumentPart(text, blocks), DocumentFacts("application/yaml", "data", title=title)
        )

    def _blocks(self, request: ReadRequest, text: str, roots: list[Any]) -> tuple[Block, ...]:
        speaker = RecordSpeaker.of(request)
        found: list[Block] = []
        for root in roots:
            if _count(root, {}) > _MOST_VALUES:
                raise too_large(request.name, "its aliases stand for too many values")
            node = _placed(text, root, _value(root), root.start_mark.index)
            if not is_blank(node.value):
                found.extend(record_blocks(node, speaker))
        return with_lines(text, _in_order(found))


def _in_order(blocks: list[Block]) -> list[Block]:
    """Without the second sight of values that an alias repeats: their place is the first one."""
    kept: list[Block] = []
    for block in blocks:
        if block.start < block.end and (not kept or block.start >= kept[-1].end):
            kept.append(block)
    return kept


def _as_text(text: str, why: str) -> Reading:
    notice = f"This could not be taken apart as YAML ({why}); it was read as plain text."
    about = DocumentFacts("application/yaml", "data", notices=(notice,))
    return ReadWhole(DocumentPart(text, plain_blocks(text)), about)


def _placed(text: str, node: Any, value: object, start: int) -> YamlNode:
    inner_start, end = trimmed(text, start, max(start, node.end_mark.index))
    return YamlNode(text, inner_start, max(inner_start, end), value, node)


def _count(node: Any, known: dict[int, int]) -> int:
    """How many values a node stands for once its aliases are followed."""
    if id(node) in known:
        return known[id(node)]
    known[id(node)] = 1  # a node that holds itself counts once
    total = 1
    if isinstance(node.value, list):
        for child in node.value:
            pair = child if isinstance(child, tuple) else (child,)
            total += sum(_count(member, known) for member in pair)
    known[id(node)] = total
    return total


def _value(node: Any, inside: frozenset[int] = frozenset()) -> object:
    """Mappings, lists and strings: scalars stay as written, `true` and `null` apart."""
    from yaml import MappingNode, SequenceNode

    if id(node) in inside:
        return None
    deeper = inside | {id(node)}
    if isinstance(node, MappingNode):
        return {str(_scalar(key)): _value(field, deeper) for key, field in node.value}
    if isinstance(node, SequenceNode):
        return [_value(item, deeper) for item in node.value]
    return _scalar(node)


def _scalar(node: Any) -> object:
    if node.tag.endswith(":null"):
        return None
    if node.tag.endswith(":bool"):
        return str(node.value).lower() in {"true", "yes", "on"}
    return node.value
