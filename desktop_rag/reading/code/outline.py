"""Top-level blocks of a source file, from its syntax tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block
from desktop_rag.reading.code.grammars import Grammar
from desktop_rag.reading.lines import trimmed_lines
from desktop_rag.reading.paragraphs import paragraph_spans

if TYPE_CHECKING:
    from tree_sitter import Node

# A class longer than this is given as its head and its methods (characters).
_LONGEST_WHOLE = 1500
_DEEPEST = 6
_CLOSING = re.compile(r"[ \t]*[;,]")
_FUNCTIONS = ("function", "method", "constructor", "init_declaration")
_NAME_FIELDS = ("name", "declarator", "type")
_VALUES = frozenset({"lexical_declaration", "variable_declaration"})


@dataclass(frozen=True, slots=True)
class _Definition:
    """A definition at text[start:end], comments directly above it included."""

    node: Node
    start: int
    end: int
    title: str


class Outline:
    """Cuts one file. Offsets of the tree are bytes of the text's UTF-8 form; blocks count
    characters."""

    def __init__(self, text: str, grammar: Grammar) -> None:
        self._text = text
        self._grammar = grammar
        self._data = text.encode("utf-8", "replace")
        self._ascii = len(self._data) == len(text)
        self._known = [(0, 0)]

    def blocks(self) -> Iterator[Block]:
        """Definitions as "code", the text between them as "paragraph". Raises `ImportError` when
        the grammar is not installed."""
        from tree_sitter import Parser

        tree = Parser(self._grammar.load()).parse(self._data)
        yield from self._inside(tree.root_node, 0, len(self._text), "", 0)

    def _inside(self, node: Node, start: int, end: int, owner: str, depth: int) -> Iterator[Block]:
        """Blocks of text[start:end], which `node` covers; `owner` names what it belongs to."""
        at = start
        for found in self._definitions(node, owner, depth):
            if found.start < at or found.end > end:
                continue
            yield from self._between(at, found.start, owner)
            yield from self._definition(found, depth)
            at = found.end
        yield from self._between(at, end, owner)

    def _definition(self, found: _Definition, depth: int) -> Iterator[Block]:
        inner = self._unwrapped(found.node)
        is_container = inner is not None and inner.type in self._grammar.containers
        if (
            inner is None
            or not is_container
            or found.end - found.start <= _LONGEST_WHOLE
            or depth >= _DEEPEST
        ):
            yield Block("code", found.start, found.end, title=found.title)
            return
        body = inner.child_by_field_name("body") or inner
        owner = found.title
        yield from self._inside(body, found.start, found.end, owner, depth + 1)

    def _between(self, start: int, end: int, owner: str) -> Iterator[Block]:
        """What stands between definitions: imports, statements, and the heads of classes."""
        inner = trimmed_lines(self._text, start, end)
        if inner[0] == inner[1]:
            return
        if owner:
            words = any(char.isalnum() for char in self._text[inner[0] : inner[1]])
            if words:
                yield Block("code", *inner, title=owner)
            return
        for span in paragraph_spans(self._text, *inner):
            yield Block("paragraph", *span)

    def _definitions(self, node: Node, owner: str, depth: int) -> Iterator[_Definition]:
        previous: Node | None = None
        comments: Node | None = None
        for child in node.children:
            if "comment" in child.type or child.type in {"attribute_item", "attribute_list"}:
                touching = previous is not None and _touch(previous, child)
                if comments is None or not touching:
                    comments = child
                if previous is not None and "comment" not in previous.type and touching:
                    comments = child if child.start_point.row > _last_row(previous) else None
                previous = child
                continue
            inner = self._unwrapped(child)
            if inner is not None and self._is_block(inner, depth):
                joined = comments is not None and previous is not None and _touch(previous, child)
                first = comments if joined and comments is not None else child
                yield self._placed(child, inner, first, owner)
            elif inner is None and child.type in _TRANSPARENT:
                yield from self._definitions(child, owner, depth)
            previous = child
            comments = None

    def _placed(self, node: Node, inner: Node, first: Node, owner: str) -> _Definition:
        start = self._offset(first.start_byte)
        end = self._offset(node.end_byte)
        while start > 0 and self._text[start - 1] in " \t":
            start -= 1
        closing = _CLOSING.match(self._text, end)
        end = closing.end() if closing else end
        title = _title(inner)
        if owner and title:
            title = f"{_bare(owner)}.{title}"
        return _Definition(node, start, end, title or _bare(owner))

    def _unwrapped(self, node: Node) -> Node | None:
        """The definition inside decorators and exports, or None when there is none."""
        if node.type in self._grammar.definitions:
            return node
        if node.type in self._grammar.wrappers:
            for child in node.named_children:
                inner = self._unwrapped(child)
                if inner is not None:
                    return inner
            return node if "export" in node.type else None
        if node.type in {"declaration", "expression_statement", "field_declaration"}:
            kinds = self._grammar.definitions
            return next(
                (c for c in node.named_children if c.type in kinds and c.named_children), None
            )
        return None

    def _is_block(self, node: Node, depth: int) -> bool:
        """Plain values inside a class, and one-line values, are not blocks of their own."""
        if node.type not in _VALUES:
            return True
        return depth == 0 and node.end_point.row > node.start_point.row

    def _offset(self, byte: int) -> int:
        if self._ascii:
            return byte
        known_byte, known_char = self._known[-1]
        if byte < known_byte:
            known_byte, known_char = 0, 0
        char = known_char + len(self._data[known_byte:byte].decode("utf-8", "ignore"))
        self._known[-1] = (byte, char)
        return char


_TRANSPARENT = frozenset(
    "preproc_ifdef preproc_if preproc_else linkage_specification declaration_list program "
    "body_statement class_body".split()
)


def _last_row(node: Node) -> int:
    """The row of the node's last character; some nodes end after their line feed."""
    end = node.end_point
    return end.row - 1 if end.column == 0 and end.row > node.start_point.row else end.row


def _touch(before: Node, after: Node) -> bool:
    """No blank line between the two."""
    return after.start_point.row - _last_row(before) <= 1


def _bare(title: str) -> str:
    return title.partition(" ")[2] if title.startswith(("class ", "module ")) else title


def _title(node: Node) -> str:
    name = _name(node, 0)
    if not name:
        first = (node.text or b"").decode("utf-8", "replace").strip().split("\n", 1)[0]
        return first[:60] if node.type == "statement" else ""
    if any(word in node.type for word in _FUNCTIONS):
        return f"{name}()" if "." not in name else name
    if "class" in node.type:
        return f"class {name}"
    return name


def _name(node: Node, depth: int) -> str:
    if depth > _DEEPEST:
        return ""
    for field in _NAME_FIELDS:
        child = node.child_by_field_name(field)
        if child is None:
            continue
        if child.type.endswith(("identifier", "constant")) or not child.named_child_count:
            return _words(child)
        return _name(child, depth + 1) or _words(child)
    for child in node.named_children:
        if child.type.endswith(("identifier", "constant")):
            return _words(child)
        if child.type.endswith(("declarator", "_spec", "selectors")):
            return _name(child, depth + 1) or _words(child)
    return ""


def _words(node: Node) -> str:
    text = (node.text or b"").decode("utf-8", "replace")
    return " ".join(text.split())[:80]
