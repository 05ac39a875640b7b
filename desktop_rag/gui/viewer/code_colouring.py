"""Colours of program code, found in slices between which the window stays alive."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Generic, Keyword, Name, Number, String
from pygments.util import ClassNotFound
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPalette, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from desktop_rag.gui.viewer.colours import viewer_colours
from desktop_rag.gui.viewer.display_text import DisplayText

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


def lexer_for(language: str, file_name: str) -> Lexer | None:
    """The lexer of a language, or else of a file name; None when pygments knows neither."""
    if language:
        try:
            return get_lexer_by_name(language)
        except ClassNotFound:
            pass  # the file's name may still tell
    try:
        return get_lexer_for_filename(file_name)
    except ClassNotFound:
        return None


class CodeColouring(QSyntaxHighlighter):
    """Colours the lines of one `DisplayText`; lines are painted when `colour_blocks` names them."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
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

    def begin(self, display: DisplayText, text: str, lexer: Lexer | None) -> None:
        """Find the colours of `text`, of which `display` is what the document shows."""
        self._slices.stop()
        self._spans.clear()
        self._coloured.clear()
        self._known_blocks = 0
        self._display = display
        if lexer is not None:
            # `get_tokens` would strip lines and move every position.
            self._tokens = iter(lexer.get_tokens_unprocessed(text))
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
                block = self.document().findBlockByNumber(number)
                if block.isValid():
                    self.rehighlightBlock(block)

    @property
    def finished(self) -> bool:
        """True when all colours are known."""
        return not self._slices.isActive()

    def highlightBlock(self, text: str) -> None:
        """Paint one block with what is known of it."""
        for offset, length, kind in self._spans.get(self.currentBlock().blockNumber(), ()):
            self.setFormat(offset, length, self._looks[kind])

    def _slice(self) -> None:
        until = time.perf_counter() + _SLICE_S
        for index, token, value in self._tokens:
            self._take(index, token, value)
            if time.perf_counter() > until:
                break
        else:
            self._slices.stop()
            self._known_blocks = self.document().blockCount()
        self.colour_blocks(self._wanted)

    def _take(self, index: int, token: Any, value: str) -> None:
        kind = self._kind(token)
        start = self._display.to_qt(self._display.start + index)
        block = self.document().findBlock(start)
        self._known_blocks = block.blockNumber()
        if kind is None:
            return
        end = self._display.to_qt(self._display.start + index + len(value))
        while block.isValid() and block.position() < end:
            begin = max(start - block.position(), 0)
            length = min(end - block.position(), block.length() - 1) - begin
            if length > 0:
                self._spans.setdefault(block.blockNumber(), []).append((begin, length, kind))
            block = block.next()

    def _kind(self, token: Any) -> str | None:
        if token not in self._names:
            found = next((name for family, name in _KINDS if token in family), None)
            self._names[token] = found
        return self._names[token]
