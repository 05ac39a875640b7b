"""Turning files into blocks of text: one reader for each family of formats.

Nothing heavy is imported here; each reader loads its libraries when it opens its first file.
"""

from __future__ import annotations

from desktop_rag.ports.registry import Registry
from desktop_rag.reading.code.reader import CodeReader
from desktop_rag.reading.data.csv import CsvReader
from desktop_rag.reading.data.json import JsonLinesReader, JsonReader
from desktop_rag.reading.data.toml import TomlReader
from desktop_rag.reading.data.xml import XmlReader
from desktop_rag.reading.data.yaml import YamlReader
from desktop_rag.reading.html import HtmlReader
from desktop_rag.reading.markdown import MarkdownReader
from desktop_rag.reading.office.docx import DocxReader
from desktop_rag.reading.pdf.reader import PdfReader
from desktop_rag.reading.restructured import RestructuredReader
from desktop_rag.reading.text import TextReader

READERS = (
    PdfReader,
    DocxReader,
    MarkdownReader,
    RestructuredReader,
    HtmlReader,
    JsonReader,
    JsonLinesReader,
    YamlReader,
    TomlReader,
    CsvReader,
    XmlReader,
    CodeReader,
    TextReader,
)


def register(registry: Registry) -> None:
    """Bring every built-in reader; plain text, the last resort, last."""
    for reader in READERS:
        registry.add_reader(reader())
