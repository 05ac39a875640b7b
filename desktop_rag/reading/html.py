"""HTML pages."""

from __future__ import annotations

import re

from desktop_rag.domain.document import Block, DocumentFacts
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.failures import damage_when, empty
from desktop_rag.reading.html_layout import lay_out_html, page_title
from desktop_rag.reading.html_tree import decode_html, parse_html
from desktop_rag.reading.layout import Layout, one_line
from desktop_rag.reading.loading import load_bytes

_HTML_START = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)


class HtmlReader:
    """Reads saved web pages."""

    name = "html"
    version = 2
    suffixes = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for bytes that begin like a page."""
        return bool(_HTML_START.match(head))

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for a page without visible text."""
        with damage_when(request.name, "web page", ValueError, SyntaxError):
            root = parse_html(decode_html(load_bytes(request)), request.name)
            if root is None:
                raise empty(request.name)
            layout = Layout(request)
            title = one_line(page_title(root))
            if title and root.find(".//h1") is None:
                layout.heading(title, 1)
            lay_out_html(root, layout, Block("paragraph", 0, 0))
            title = title or layout.first_heading()
        about = DocumentFacts("text/html", "document", title=title)
        return ReadWhole(layout.part(), about)
