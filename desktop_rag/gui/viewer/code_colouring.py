"""Colours of program code, found in slices between which the window stays alive."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.token import Comment, Generic, Keyword, Name, Number, String
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPalette, QTextBlock, QTextCharFormat, QTextDocument

from desktop_rag.gui.viewer.block_formats import set_looks
from desktop_rag.gui.viewer.colours import viewer_colours
from desktop_rag.gui.viewer.display_text import DisplayText
from desktop_rag.gui.viewer.lexer_search import LexerSearch

_SLICE_S = 0.008
_KINDS: tuple[tuple[Any, str], ...] = (
    (Keyword.Type, "type_name"),
    (Keyword, "keyword"),
    (String, "string"),
    (Comment, "comment"),
    (Number, "number"),
    (Name.Function, "name"),
    (Name.Tag, "keyword"),
    (Name.Attribute, "name"),
    (Name.Class, "type_name"),
    (Name.Builtin, "type_name"),
    (Name.Exception, "type_name"),
    (Name.Decorator, "decorator"),
    (Generic.Heading, "heading"),
)
_Span = tuple[int, int, str]  # offset in the block, length, kind


class CodeColouring(QObject):
    """Colours the lines of one `DisplayText`; lines are painted when `colour_blocks` names them."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._document = document
        self._search: LexerSearch | None = None
        self._text = ""
        self._display = DisplayText("")
        self._tokens: Iterator[tuple[int, Any, str]] = iter(())
        self._spans: dict[int, list[_Span]] = {}
        self._known_blocks = 0
        self._coloured: set[int] = set()
        self._looks: dict[str, QTextCharFormat] = {}
        self._names: dict[Any, str | None] = {}
        self._wanted = range(0)
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._slice)

    def begin(self, display: DisplayText, text: str, language: str, file_name: str) -> None:
        """Find the colours of `text`, of which `display` is what the document shows."""
        self._slices.stop()
        self._spans.clear()
        self._coloured.clear()
        self._known_blocks = 0
        self._display = display
        self._text = text
        self._search = LexerSearch(language, file_name)
        self._search.found.connect(self._on_lexer)
        self._search.start()

    def _on_lexer(self, search: LexerSearch, lexer: Lexer | None) -> None:
        if search is not self._search:
            return  # of a text that is shown no more
        self._search = None
        if lexer is not None:
            # `get_tokens` would strip lines and move every position.
            self._tokens = iter(lexer.get_tokens_unprocessed(self._text))
            self._slices.start()

    def use_palette(self, palette: QPalette) -> None:
        """Take the colours that go with a palette."""
        colours = viewer_colours(palette)
        for _, kind in _KINDS:
            look = QTextCharFormat()
            look.setForeground(getattr(colours, kind))
            self._looks[kind] = look
        self._coloured.clear()
        self.colour_blocks(self._wanted)

    def colour_blocks(self, blocks: range) -> None:
        """Paint these blocks, now or as soon as their colours are known."""
        self._wanted = blocks
        for number in blocks:
            if number < self._known_blocks and number not in self._coloured:
                self._coloured.add(number)
                self._paint(self._document.findBlockByNumber(number))

    @property
    def finished(self) -> bool:
        """True when all colours are known."""
        return self._search is None and not self._slices.isActive()

    def _paint(self, block: QTextBlock) -> None:
        spans = self._spans.get(block.blockNumber(), ())
        if block.isValid() and spans:
            looks = ((offset, length, self._looks[kind]) for offset, length, kind in spans)
            set_looks(self._document, block, looks)

    def _slice(self) -> None:
        until = time.perf_counter() + _SLICE_S
        for index, token, value in self._tokens:
            self._take(index, token, value)
            if time.perf_counter() > until:
                break
        else:
            self._slices.stop()
            self._known_blocks = self._document.blockCount()
        self.colour_blocks(self._wanted)

    def _take(self, index: int, token: Any, value: str) -> None:
        kind = self._kind(token)
        start = self._display.to_qt(self._display.start + index)
        block = self._document.findBlock(start)
        self._known_blocks = block.blockNumber()
        if kind is None:
            return
        end = self._display.to_qt(self._display.start + index + len(value))
        while block.isValid() and block.position() < end:
            begin = max(start - block.position(), 0)
            length = min(end - block.position(), block.length() - 1) - begin
            if length > 0:
                _append(self._spans.setdefault(block.blockNumber(), []), (begin, length, kind))
            block = block.next()

    def _kind(self, token: Any) -> str | None:
        if token not in self._names:
            found = next((name for family, name in _KINDS if token in family), None)
            self._names[token] = found
        return self._names[token]


def _append(spans: list[_Span], span: _Span) -> None:
    """Add a span, making one of it and the last when it only goes on."""
    if spans and spans[-1][2] == span[2] and sum(spans[-1][:2]) == span[0]:
        start, length, kind = spans.pop()
        span = (start, length + span[1], kind)
    spans.append(span)
