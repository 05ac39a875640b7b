"""HTML bytes to a tree: the right charset, nothing loaded, nothing run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_rag.reading.decoding import decode, find_encoding
from desktop_rag.reading.failures import too_large

if TYPE_CHECKING:
    from lxml.etree import _Element

_OPAQUE = re.compile(rb"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.I)
_META = re.compile(rb"<meta\b[^>]*?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_XML = re.compile(rb"^\s*<\?xml\b[^>]*?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
# How far a declaration is looked for; browsers look at 1024 bytes, some pages put it later.
_DECLARATION = 4096
_RESOURCE_LIMIT = 114  # libxml2's XML_ERR_RESOURCE_LIMIT


def declared_charset(data: bytes) -> str:
    """The charset that the page's own meta element or XML declaration names, or nothing.

    What stands in comments, scripts and styles does not count."""
    head = _OPAQUE.sub(b"", data[: _DECLARATION * 16])[:_DECLARATION]
    match = _XML.search(head) or _META.search(head)
    return match.group(1).decode("ascii", "replace") if match else ""


def decode_html(data: bytes, charset: str = "") -> str:
    """The text of an HTML file; `charset` is what a transport (mail) says of it."""
    declared = charset or declared_charset(data)
    if declared and find_encoding(data, declared) == "utf-8" and not _is_utf8(data):
        declared = ""
    return decode(data, declared)


def parse_html(text: str, name: str) -> _Element | None:
    """The tree of an HTML text; None when there is nothing in it. Any text gives a tree, unless it
    is nested deeper than 2048 elements: `TooLarge`."""
    from lxml import etree

    # Through bytes, since a str with an XML declaration is refused by the parser.
    data = text.replace("\0", "").encode("utf-8", "replace")
    if not data.strip():
        return None
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    root: _Element | None = etree.fromstring(data, parser)
    if any(entry.type == _RESOURCE_LIMIT for entry in parser.error_log):
        raise too_large(name, "its elements are nested too deeply")
    return root


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
