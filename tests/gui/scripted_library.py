"""A library in memory that answers the viewer's messages over the real wire."""

from __future__ import annotations

import io
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from desktop_rag.domain.errors import FileMissing
from desktop_rag.domain.place import Region
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.common import Subscribe
from desktop_rag.messages.viewer import (
    FindInSource,
    FoundInSource,
    GetRegions,
    GetText,
    OpenSource,
    PageImage,
    Regions,
    RenderPage,
    SourceOpened,
    TextPart,
)

A4 = (595.0, 842.0)
_DRAWING = threading.Lock()  # pdfium is not safe to be called from two threads


@dataclass
class Document:
    """One file of the scripted library. `pdf` for documents with pages."""

    opened: SourceOpened
    text: str = ""
    pdf: bytes = b""
    regions: tuple[Region, ...] = ()


@dataclass
class ScriptedLibrary:
    """Answers from `documents`; keeps all `messages` it was sent."""

    documents: dict[str, Document] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)

    def __call__(self, message: Message, reply: Reply) -> None:
        if isinstance(message, Subscribe):
            return
        self.messages.append(message)
        path: str = message.path  # type: ignore[attr-defined]  # all of the viewer's messages
        document = self.documents.get(path)
        if document is None:
            raise FileMissing("There is no such file.", "Look whether the disk is connected.")
        reply.finish(self._answer(document, message))

    def sent(self, kind: type[Message]) -> list[Message]:
        """The messages of a kind, in order."""
        return [message for message in self.messages if isinstance(message, kind)]

    def _answer(self, document: Document, message: Message) -> Message:
        text = document.text
        if isinstance(message, OpenSource):
            return document.opened
        if isinstance(message, GetText):
            part = text[message.start : message.end]
            line = text.count("\n", 0, message.start) + 1
            end = message.start + len(part)
            return TextPart(message.start, end, len(text), part, line)
        if isinstance(message, GetRegions):
            return Regions(_within(document.regions, message.start, message.end))
        if isinstance(message, FindInSource):
            return _found(document, message)
        assert isinstance(message, RenderPage)
        return PageImage(message.page, message.scale, drawn(document.pdf, message))


def _within(regions: tuple[Region, ...], start: int, end: int) -> tuple[Region, ...]:
    return tuple(r for r in regions if r.start < end and r.end > start)


def _found(document: Document, message: FindInSource) -> FoundInSource:
    ranges: list[tuple[int, int]] = []
    low, words, at = document.text.lower(), message.text.lower(), 0
    while len(ranges) < message.limit and (at := low.find(words, at)) >= 0:
        ranges.append((at, at + len(words)))
        at += len(words)
    boxes = [r for found in ranges for r in _within(document.regions, *found)]
    return FoundInSource(tuple(ranges), tuple(boxes))


def drawn(pdf: bytes, message: RenderPage) -> bytes:
    """PNG bytes of a page; a white one where there is no PDF."""
    out = io.BytesIO()
    with _DRAWING:
        if pdf:
            with pypdfium2.PdfDocument(pdf) as document:
                page = document[message.page - 1]
                page.render(scale=message.scale).to_pil().save(out, "PNG", compress_level=1)
        else:
            size = (round(A4[0] * message.scale), round(A4[1] * message.scale))
            Image.new("RGB", size, "white").save(out, "PNG", compress_level=1)
    return out.getvalue()


def text_document(path: Path | str, text: str, view: str = "text", **more: str) -> Document:
    """A document that is shown as text."""
    return Document(SourceOpened(str(path), view, "same", chars=len(text), **more), text)


def manual(path: Path | str, pages: int = 30) -> Document:
    """A PDF with ten numbered lines a page; each line is a region."""
    out, regions, lines, at = io.BytesIO(), [], [], 0
    canvas = Canvas(out, pagesize=A4)
    for page in range(1, pages + 1):
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, A4[1] - 72, f"{page}  The pump")
        canvas.setFont("Helvetica", 12)
        for number in range(10):
            words = f"Step {page}.{number}: hold the reset key for {number + 3} seconds."
            y = 110 + 24 * number
            canvas.drawString(72, A4[1] - y, words)
            box = (72.0, y - 11.0, 72.0 + canvas.stringWidth(words), y + 3.0)
            regions.append(Region(at, at + len(words), page, box))
            lines.append(words)
            at += len(words) + 1
        canvas.showPage()
    canvas.save()
    opened = SourceOpened(str(path), "pages", "same", pages=pages, sizes=(A4,) * pages, chars=at)
    return Document(opened, "\n".join(lines), out.getvalue(), tuple(regions))
