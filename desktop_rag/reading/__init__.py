"""Turning files into blocks of text: one reader for each family of formats.

Nothing heavy is imported here; each reader loads its libraries when it opens its first file.
"""

from __future__ import annotations

from desktop_rag.ports.reading import Reader
from desktop_rag.ports.registry import Registry
from desktop_rag.reading.code.reader import CodeReader
from desktop_rag.reading.data.csv import CsvReader
from desktop_rag.reading.data.json import JsonLinesReader, JsonReader
from desktop_rag.reading.data.toml import TomlReader
from desktop_rag.reading.data.xml import XmlReader
from desktop_rag.reading.data.yaml import YamlReader
from desktop_rag.reading.epub import EpubReader
from desktop_rag.reading.html import HtmlReader
from desktop_rag.reading.mail import MailboxReader, MailReader, WebArchiveReader
from desktop_rag.reading.markdown import MarkdownReader
from desktop_rag.reading.notebook import NotebookReader
from desktop_rag.reading.ocr.recogniser import TextRecogniser
from desktop_rag.reading.office.docx import DocxReader
from desktop_rag.reading.office.odf import OdfReader
from desktop_rag.reading.office.pptx import PptxReader
from desktop_rag.reading.office.rtf import RtfReader
from desktop_rag.reading.office.xlsx import XlsxReader
from desktop_rag.reading.pdf.reader import PdfReader
from desktop_rag.reading.pictures.reader import PictureReader
from desktop_rag.reading.restructured import RestructuredReader
from desktop_rag.reading.text import TextReader


def built_in_readers() -> list[Reader]:
    """One of each; those that know a file by its bytes before those that take any text."""
    recogniser = TextRecogniser()
    readers: list[Reader] = [
        PdfReader(recogniser),
        PictureReader(recogniser),
        DocxReader(),
        PptxReader(),
        XlsxReader(),
        OdfReader(),
        RtfReader(),
        EpubReader(),
        MarkdownReader(),
        RestructuredReader(),
        HtmlReader(),
        WebArchiveReader(),
        NotebookReader(),
        JsonReader(),
        JsonLinesReader(),
        YamlReader(),
        TomlReader(),
        CsvReader(),
        XmlReader(),
        CodeReader(),
    ]
    # Mail hands its attachments to all readers, itself included.
    readers.extend([MailboxReader(readers), MailReader(readers), TextReader()])
    return readers


def register(registry: Registry) -> None:
    """Bring every built-in reader."""
    for reader in built_in_readers():
        registry.add_reader(reader)
