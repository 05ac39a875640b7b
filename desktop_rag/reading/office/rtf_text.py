"""RTF control words to text. Source: Rich Text Format Specification 1.9.1, Microsoft."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

_TOKEN = re.compile(
    rb"\\(?:([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|'([0-9a-fA-F]{2})|([^a-zA-Z]))"
    rb"|([{}])|[\r\n]+|([^\\{}\r\n]+)",
    re.DOTALL,
)
# Groups whose words are not the document's text.
_SILENT = frozenset(
    b"fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping datastore "
    b"latentstyles listtable listoverridetable rsidtbl generator xmlnstbl fldinst filetbl revtbl "
    b"bkmkstart bkmkend nonshppict mmathPr private template pgptbl listtext pntext panose falt "
    b"leveltext levelnumbers wgrffmtfilter xe tc atnid atnauthor atndate atnref".split()
)
_SPOKEN = {
    b"tab": "\t",
    b"emdash": "—",
    b"endash": "–",
    b"bullet": "•",
    b"lquote": "‘",
    b"rquote": "’",
    b"ldblquote": "“",
    b"rdblquote": "”",
    b"emspace": " ",
    b"enspace": " ",
    b"line": "\n",
}
_SYMBOLS = {b"~": "\u00a0", b"_": "-", b"-": "", b"\\": "\\", b"{": "{", b"}": "}"}
# Charset numbers of font tables to code pages.
_CHARSETS = {
    0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254,
    163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437,
}  # fmt: skip
_DEEPEST = 500


@dataclass(frozen=True, slots=True)
class _State:
    """What a group inherits and its end takes back."""

    silent: bool = False
    skip: int = 1  # characters that stand in for each \\u
    font: int = -1
    deleted: bool = False
    fonts: bool = False  # inside the font table
    aside: bool = False  # inside a footnote or comment


@dataclass(slots=True)
class RtfParagraph:
    """A paragraph, or a row of a table when it has cells."""

    text: str
    level: int = 0
    is_list: bool = False
    cells: list[str] | None = None
    is_note: bool = False


@dataclass(slots=True)
class RtfText:
    """Reads the tokens of one file into paragraphs. A cut-off file gives what came before."""

    paragraphs: list[RtfParagraph] = field(default_factory=list)
    title: str = ""
    _state: _State = _State()
    _stack: list[_State] = field(default_factory=list)
    _pieces: list[str] = field(default_factory=list)
    _notes: list[str] = field(default_factory=list)
    _waiting: list[RtfParagraph] = field(default_factory=list)
    _bytes: bytearray = field(default_factory=bytearray)
    _cells: list[str] = field(default_factory=list)
    _charset: dict[int, int] = field(default_factory=dict)
    _page: int = 1252
    _pending: int = 0  # stand-in characters still to be left out
    _level: int = 0
    _is_list: bool = False
    _in_table: bool = False
    _high: int = 0

    def read(self, data: bytes) -> None:
        """Take in the whole file."""
        for match in _TOKEN.finditer(data):
            word, number, hexadecimal, symbol, brace, plain = match.groups()
            if word is not None:
                self._flush_bytes()
                self._word(word, int(number) if number else None)
            elif hexadecimal is not None:
                self._byte(bytes([int(hexadecimal, 16)]))
            elif symbol is not None:
                self._flush_bytes()
                self._symbol(symbol)
            elif brace is not None:
                self._flush_bytes()
                self._brace(brace)
            elif plain is not None:
                self._plain(plain)
        self._flush_bytes()
        self._end_paragraph()

    def _brace(self, brace: bytes) -> None:
        self._pending = 0
        if brace == b"{":
            if len(self._stack) < _DEEPEST:
                self._stack.append(self._state)
            return
        before = self._stack.pop() if self._stack else _State()
        if self._state.aside and not before.aside:
            self._end_note()
        self._state = before

    def _word(self, word: bytes, number: int | None) -> None:
        if word == b"u" and number is not None:
            self._unicode(number)
        elif word in _SILENT:
            self._state = replace(self._state, silent=True, fonts=word == b"fonttbl")
        elif word in {b"footnote", b"annotation"}:
            self._state = replace(self._state, aside=True, silent=False)
        elif word in {b"par", b"sect", b"page", b"nestrow"}:
            self._end_paragraph()
        elif word in {b"cell", b"nestcell"}:
            self._end_cell()
        elif word == b"row":
            self._end_row()
        elif word in _SPOKEN:
            self._say(_SPOKEN[word])
        else:
            self._property(word, number)

    def _property(self, word: bytes, number: int | None) -> None:
        value = 1 if number is None else number
        if word == b"ansicpg":
            self._page = value
        elif word in {b"mac", b"pc", b"pca"}:
            self._page = {b"mac": 10000, b"pc": 437, b"pca": 850}[word]
        elif word == b"uc":
            self._state = replace(self._state, skip=value)
        elif word == b"f":
            self._state = replace(self._state, font=value)
        elif word == b"fcharset" and self._state.fonts:
            self._charset[self._state.font] = _CHARSETS.get(value, self._page)
        elif word == b"deleted":
            self._state = replace(self._state, deleted=value != 0)
        elif word == b"pard":
            self._level, self._is_list, self._in_table = 0, False, False
        elif word == b"plain":
            self._state = replace(self._state, deleted=False)
        elif word == b"outlinelevel":
            self._level = value + 1
        elif word == b"ls":
            self._is_list = value != 0
        elif word == b"intbl":
            self._in_table = True

    def _symbol(self, symbol: bytes) -> None:
        if symbol == b"*":
            # A destination that readers may ignore: footnotes and field results are not marked so.
            self._state = replace(self._state, silent=True)
        elif symbol in {b"\n", b"\r"}:
            self._end_paragraph()
        else:
            self._say(_SYMBOLS.get(symbol, ""))

    def _unicode(self, number: int) -> None:
        point = number & 0xFFFF
        self._pending = self._state.skip
        if 0xD800 <= point < 0xDC00:
            self._high = point
            return
        if 0xDC00 <= point < 0xE000:
            high, self._high = self._high, 0
            if high:
                self._say(chr(0x10000 + ((high - 0xD800) << 10) + point - 0xDC00))
            return
        self._say(chr(point))

    def _byte(self, byte: bytes) -> None:
        if self._pending:
            self._pending -= 1
        elif not self._state.silent and not self._state.deleted:
            self._bytes += byte

    def _plain(self, plain: bytes) -> None:
        left_out = min(self._pending, len(plain))
        self._pending -= left_out
        if not self._state.silent and not self._state.deleted:
            self._bytes += plain[left_out:]

    def _flush_bytes(self) -> None:
        if self._bytes:
            self._say(_decode(bytes(self._bytes), self._charset.get(self._state.font, self._page)))
            self._bytes.clear()

    def _say(self, text: str) -> None:
        if not self._state.silent and not self._state.deleted:
            (self._notes if self._state.aside else self._pieces).append(text)

    def _end_paragraph(self) -> None:
        if self._state.aside:
            self._notes.append("\n")
            return
        if self._in_table:
            self._pieces.append(" ")
            return
        text = "".join(self._pieces).strip()
        self._pieces.clear()
        if text:
            self.paragraphs.append(RtfParagraph(text, self._level, self._is_list))
        self._give_notes()

    def _end_note(self) -> None:
        text = "".join(self._notes).strip()
        self._notes.clear()
        if text:
            self._waiting.append(RtfParagraph(text, is_note=True))

    def _give_notes(self) -> None:
        """Footnotes follow the paragraph that they stand in."""
        self.paragraphs.extend(self._waiting)
        self._waiting.clear()

    def _end_cell(self) -> None:
        self._cells.append("".join(self._pieces).strip())
        self._pieces.clear()

    def _end_row(self) -> None:
        if self._pieces and "".join(self._pieces).strip():
            self._end_cell()
        self._pieces.clear()
        if any(self._cells):
            self.paragraphs.append(RtfParagraph("", cells=list(self._cells)))
        self._cells.clear()
        self._give_notes()


def _decode(data: bytes, page: int) -> str:
    encoding = "mac_roman" if page == 10000 else "utf-8" if page == 65001 else f"cp{page}"
    try:
        return data.decode(encoding, "replace")
    except LookupError:
        return data.decode("cp1252", "replace")
