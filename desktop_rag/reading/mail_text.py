"""What a mail says: decoded headers, its body once, and its attachments."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

from desktop_rag.reading.decoding import decode
from desktop_rag.reading.layout import one_line

_SHOWN = ("From", "To", "Cc", "Date")
_ENCRYPTED = frozenset(
    {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
)
_PGP = "-----BEGIN PGP MESSAGE-----"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file or message inside a mail. `message` is set for forwarded mails."""

    name: str
    data: bytes = b""
    message: EmailMessage | None = None


@dataclass(slots=True)
class MailText:
    """One mail: `headers` as lines, plain `body` or `html`, attachments, and whether its body is
    encrypted."""

    subject: str = ""
    headers: list[str] = field(default_factory=list)
    body: str = ""
    html: str = ""
    attachments: list[Attachment] = field(default_factory=list)
    encrypted: bool = False


def parse_mail(data: bytes) -> EmailMessage:
    """The message in `data`; a file saved in UTF-16 is brought to bytes of a mail first."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF8)):
        data = decode(data).encode("utf-8", "replace")
    message: EmailMessage = BytesParser(policy=policy.default).parsebytes(data.lstrip())
    return message


def read_mail(message: EmailMessage) -> MailText:
    """Take a message apart. Transport headers are left out."""
    mail = MailText(subject=one_line(_header(message, "Subject")))
    for name in _SHOWN:
        value = one_line(_header(message, name))
        if value:
            mail.headers.append(f"{name}: {value}")
    _take(message, mail)
    if _PGP in mail.body:
        mail.encrypted, mail.body = True, mail.body[: mail.body.index(_PGP)]
    return mail


def decoded_text(part: EmailMessage) -> str:
    """The text of a part in the charset it names, or in the one its bytes are valid in."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    return decode(payload, part.get_content_charset() or "")


def _header(message: EmailMessage, name: str) -> str:
    """A header decoded; as written when the library cannot parse it."""
    try:
        value = message.get(name)
        return "" if value is None else str(value)
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):
        raw = next((v for k, v in message.raw_items() if k.lower() == name.lower()), "")
        return str(raw)


def _take(part: EmailMessage, mail: MailText) -> None:
    kind = part.get_content_type()
    if kind in _ENCRYPTED:
        mail.encrypted = True
    elif kind == "message/rfc822":
        for inner in _children(part):
            mail.attachments.append(Attachment("forwarded message", message=inner))
    elif kind == "multipart/alternative":
        _take_alternative(part, mail)
    elif part.is_multipart():
        for child in _children(part):
            _take(child, mail)
    elif _is_attachment(part, kind):
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            mail.attachments.append(Attachment(_file_name(part), payload))
    elif kind == "text/html":
        mail.html = f"{mail.html}\n{decoded_text(part)}" if mail.html else decoded_text(part)
    else:
        text = decoded_text(part)
        mail.body = f"{mail.body}\n\n{text}" if mail.body else text


def _take_alternative(part: EmailMessage, mail: MailText) -> None:
    """The plain form of the same words, unless it is blank; what is attached besides."""
    told = MailText()
    for child in _children(part):
        _take(child, told)
    if told.body.strip():
        mail.body = f"{mail.body}\n\n{told.body}" if mail.body else told.body
    else:
        mail.html = f"{mail.html}\n{told.html}" if mail.html else told.html
    mail.attachments.extend(told.attachments)
    mail.encrypted = mail.encrypted or told.encrypted


def _children(part: EmailMessage) -> Iterator[EmailMessage]:
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (child for child in payload if isinstance(child, EmailMessage))


def _is_attachment(part: EmailMessage, kind: str) -> bool:
    if not kind.startswith("text/") or part.get_content_disposition() == "attachment":
        return True
    return bool(part.get_filename()) and kind not in {"text/plain", "text/html"}


def _file_name(part: EmailMessage) -> str:
    name = one_line(part.get_filename() or "").replace("/", "_").replace("\\", "_")
    if name:
        return name
    return f"part.{part.get_content_subtype()}"
