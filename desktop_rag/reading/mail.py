"""Mail: single messages, mailboxes, and web pages saved as one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from email.message import EmailMessage
from typing import BinaryIO

from desktop_rag.domain.document import Block, DocumentFacts, DocumentPart
from desktop_rag.domain.errors import EmptyFile, ReadingFailed
from desktop_rag.ports.reading import Reader, Reading, ReadRequest, ReadWhole
from desktop_rag.reading.choosing import choose_reader
from desktop_rag.reading.failures import damage_when, damaged, empty, too_large
from desktop_rag.reading.html_layout import lay_out_html, page_title
from desktop_rag.reading.html_tree import decode_html, parse_html
from desktop_rag.reading.layout import Layout, one_line
from desktop_rag.reading.loading import disk_failure, file_size, load_bytes, open_file
from desktop_rag.reading.mail_text import MailText, parse_mail, read_mail
from desktop_rag.reading.paragraphs import plain_blocks

KIND = "mail"
_HEADERS = (b"from:", b"received:", b"return-path:", b"subject:", b"date:", b"mime-version:")
_PARSING = (ValueError, LookupError, TypeError, AttributeError, SyntaxError)
_PART_BYTES = 4_000_000


class MailLayout:
    """Lays out messages with what is attached to them, attachments through the other readers."""

    def __init__(self, readers: Sequence[Reader], request: ReadRequest) -> None:
        self._readers = readers
        self._request = request
        self._parts = 0
        self.notices: list[str] = []

    def lay_out(self, message: EmailMessage, layout: Layout, depth: int = 0) -> MailText:
        """Append one message: subject as heading, who and when, the body once, attachments."""
        self._parts += 1
        self._request.step(self._parts, 0)
        if self._parts > self._request.limits.parts:
            raise too_large(self._request.name, "it has too many parts")
        mail = read_mail(message)
        layout.heading(mail.subject, depth + 1)
        layout.put("paragraph", "\n".join(mail.headers))
        if mail.body.strip():
            layout.graft(mail.body, plain_blocks(mail.body))
        elif mail.html.strip():
            root = parse_html(mail.html, self._request.name)
            if root is not None:
                lay_out_html(root, layout, Block("paragraph", 0, 0), navigation=False)
        if mail.encrypted:
            self.notices.append("The body of a message is encrypted and was not read.")
        for attachment in mail.attachments:
            if attachment.message is not None and self._is_allowed(depth, attachment.name):
                self.lay_out(attachment.message, layout, depth + 1)
            elif attachment.message is None:
                self._attached(attachment.name, attachment.data, layout, depth)
        return mail

    def _is_allowed(self, depth: int, name: str) -> bool:
        if self._request.depth + depth < self._request.limits.nesting:
            return True
        self.notices.append(f"“{name}” is nested too deeply and was not read.")
        return False

    def _attached(self, name: str, data: bytes, layout: Layout, depth: int) -> None:
        layout.heading(f"Attachment: {name}", depth + 2)
        if not data or not self._is_allowed(depth, name):
            return
        request = replace(
            self._request, name=name, data=data, depth=self._request.depth + depth + 1
        )
        try:
            reader = choose_reader(self._readers, name, data[:4096])
            reading = reader.open(request)
            for part in reading.parts():
                layout.graft(part.text, part.blocks)
            self.notices.extend(f"{name}: {notice}" for notice in reading.facts().notices)
        except EmptyFile:
            self.notices.append(f"The attachment “{name}” has no text.")
        except ReadingFailed as failure:
            self.notices.append(f"The attachment “{name}” was not read: {failure.message}")


class MailReader:
    """Reads single messages (eml) with their attachments."""

    name = "mail"
    version = 2
    suffixes = frozenset({".eml", ".emlx"})

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = readers

    def sniff(self, head: bytes) -> bool:
        """True for bytes that begin with several headers of a mail."""
        lines = head[:2000].lower().splitlines()
        return sum(line.startswith(_HEADERS) for line in lines) >= 3

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for a message without subject and text."""
        layout = Layout(request)
        letters = MailLayout(self._readers, request)
        data = load_bytes(request)
        if request.name.lower().endswith(".emlx"):
            data = data.partition(b"\n")[2]
        with damage_when(request.name, KIND, *_PARSING):
            mail = letters.lay_out(parse_mail(data), layout)
        about = DocumentFacts(
            "message/rfc822",
            "document",
            title=mail.subject,
            partial=mail.encrypted,
            notices=tuple(letters.notices),
        )
        return ReadWhole(layout.part(), about)


class WebArchiveReader:
    """Reads web pages saved as one file (mhtml)."""

    name = "web_archive"
    version = 1
    suffixes = frozenset({".mhtml", ".mht"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for a mail-like head that says it holds related parts."""
        lowered = head[:2000].lower()
        return b"mime-version:" in lowered and b"multipart/related" in lowered

    def open(self, request: ReadRequest) -> Reading:
        """Raises `DamagedFile` when there is no page in it, `EmptyFile` when it has no text."""
        layout = Layout(request)
        with damage_when(request.name, "saved web page", *_PARSING):
            message = parse_mail(load_bytes(request))
            page = next((p for p in message.walk() if p.get_content_type() == "text/html"), None)
            payload = page.get_payload(decode=True) if page is not None else None
            if page is None or not isinstance(payload, bytes):
                raise damaged(request.name, "saved web page", "no text/html part")
            root = parse_html(decode_html(payload, page.get_content_charset() or ""), request.name)
            if root is None:
                raise empty(request.name)
            lay_out_html(root, layout, Block("paragraph", 0, 0))
        title = one_line(page_title(root)) or layout.first_heading()
        return ReadWhole(layout.part(), DocumentFacts("multipart/related", "document", title=title))


class MailboxReader:
    """Reads mailboxes (mbox) of any size, some messages at a time."""

    name = "mailbox"
    version = 2
    suffixes = frozenset({".mbox", ".mbx"})

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = readers

    def sniff(self, head: bytes) -> bool:
        """True for bytes that begin like a mailbox."""
        return head.startswith(b"From ") and b"\nFrom:" in head

    def open(self, request: ReadRequest) -> Reading:
        """Raises `EmptyFile` for no bytes."""
        if file_size(request) == 0:
            raise empty(request.name)
        return _Mailbox(self._readers, request)


class _Mailbox:
    def __init__(self, readers: Sequence[Reader], request: ReadRequest) -> None:
        self._request = request
        self._letters = MailLayout(readers, request)

    def parts(self) -> Iterator[DocumentPart]:
        layout = Layout(self._request)
        base = taken = 0
        with open_file(self._request) as stream:
            for data in messages_of(stream, self._request.name):
                with damage_when(self._request.name, "mailbox", *_PARSING):
                    self._letters.lay_out(parse_mail(data), layout)
                taken += len(data)
                if taken > _PART_BYTES and layout.blocks:
                    part = replace(layout.part(), base=base)
                    yield _closed(part)
                    base += len(part.text) + 2
                    layout, taken = Layout(self._request), 0
        if layout.blocks or base == 0:
            yield replace(layout.part(), base=base)

    def facts(self) -> DocumentFacts:
        return DocumentFacts("application/mbox", "document", notices=tuple(self._letters.notices))


def _closed(part: DocumentPart) -> DocumentPart:
    """The part with the two line feeds that stand between it and the next."""
    return replace(part, text=part.text + "\n\n")


def messages_of(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The messages of a mailbox, without the `From ` lines that part them."""
    message: list[bytes] = []
    blank = True
    try:
        for line in stream:
            if blank and line.startswith(b"From "):
                if message:
                    yield b"".join(message)
                message = []
                blank = False
                continue
            blank = not line.strip()
            message.append(line[1:] if line.startswith((b">From ", b">>From ")) else line)
    except OSError as error:
        raise disk_failure(name, error) from error
    if message:
        yield b"".join(message)
