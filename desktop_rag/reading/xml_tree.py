"""XML without entities, without network, without surprises; names without namespaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from desktop_rag.reading.failures import damaged

if TYPE_CHECKING:
    from lxml.etree import XMLParser, _Element


def safe_parser(*, recover: bool = False) -> XMLParser:
    """A parser that loads nothing and resolves no entity."""
    from lxml import etree

    return etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        dtd_validation=False,
        huge_tree=True,
        recover=recover,
        remove_comments=True,
        remove_pis=True,
    )


def parse_xml(data: bytes, name: str, *, kind: str = "XML file", recover: bool = False) -> _Element:
    """The root of an XML document. Raises `DamagedFile` when it is not well formed or declares
    entities of its own (an attack: no office program writes them)."""
    from lxml import etree

    try:
        root: _Element | None = etree.fromstring(data, safe_parser(recover=recover))
    except (etree.XMLSyntaxError, ValueError) as error:
        raise damaged(name, kind, str(error)) from error
    if root is None:
        raise damaged(name, kind, "no root element")
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and next(iter(declared.entities()), None) is not None:
        raise damaged(name, kind, "it declares entities, which are never resolved")
    return root


def local(element: _Element) -> str:
    """The element's name without its namespace; empty for comments and the like."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: _Element, name: str) -> str:
    """The attribute of that local name in whatever namespace, or nothing."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def stream_elements(stream: IO[bytes], wanted: str, name: str, kind: str) -> Iterator[_Element]:
    """The elements of that local name in a large document, one at a time and then forgotten.

    Raises `DamagedFile` when the document is not well formed, after the elements before."""
    from lxml import etree

    found = etree.iterparse(
        stream,
        events=("end",),
        tag=(wanted, f"{{*}}{wanted}"),
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in found:
            yield element
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree.XMLSyntaxError as error:
        raise damaged(name, kind, str(error)) from error
