"""Source code: the file's own text, cut at its definitions."""

from __future__ import annotations

import re
from pathlib import PurePath

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.code.grammars import GRAMMARS, PLAIN_SUFFIXES, grammar_for
from desktop_rag.reading.code.outline import Outline
from desktop_rag.reading.decoding import is_binary
from desktop_rag.reading.failures import not_text
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.numbering import with_lines
from desktop_rag.reading.own_text import own_text
from desktop_rag.reading.paragraphs import paragraph_spans

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_SHEBANG = re.compile(rb"^#!\s*\S*?(python|node|bash|sh|ruby|php|perl|lua)\b")
# Generated and minified files: their tree says nothing and costs much.
_LARGEST_TREE = 2_000_000
_LONGEST_LINE = 20_000


class CodeReader:
    """Reads source code of the languages in `grammars`, and others by their blank lines."""

    name = "code"
    kind = "code"
    version = 2
    suffixes = frozenset(s for grammar in GRAMMARS for s in grammar.suffixes) | PLAIN_SUFFIXES
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for scripts that name their interpreter."""
        return bool(_SHEBANG.match(head))

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for blank files and `NotText` for binaries."""
        data = load_bytes(request)
        if is_binary(data[:4096]):
            raise not_text(request.name)
        cookie = _COOKIE.search(b"\n".join(data[:1000].splitlines()[:2]))
        text = own_text(request, data, cookie.group(1).decode() if cookie else "")
        suffix = PurePath(request.name.lower()).suffix or _suffix_of(data)
        grammar = grammar_for(suffix)
        blocks: list[Block] = []
        if grammar is not None and len(text) <= _LARGEST_TREE and not _has_endless_line(text):
            blocks = list(Outline(text, grammar).blocks())
        if not blocks:
            blocks = [Block("code", *span) for span in paragraph_spans(text)]
        about = DocumentFacts(
            f"text/x-{grammar.name.lower()}" if grammar else "text/x-code",
            "code",
            extra={"language": grammar.name} if grammar else {},
        )
        return ReadWhole(DocumentPart(text, with_lines(text, blocks)), about)


def _has_endless_line(text: str) -> bool:
    return any(len(line) > _LONGEST_LINE for line in text.split("\n"))


def _suffix_of(data: bytes) -> str:
    match = _SHEBANG.match(data)
    known = {b"python": ".py", b"node": ".js", b"ruby": ".rb", b"php": ".php", b"lua": ".lua"}
    return known.get(match.group(1), ".sh") if match else ""
