"""The addresses of rerank servers, and which of them can be used."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from desktop_rag.domain.errors import InvalidRequest

_UNSEEN = re.compile(r"[\s\x00-\x1f\x7f]")


def read_address(text: str) -> SplitResult:
    """The parts of an address. Raises `InvalidRequest` for one that cannot be used: not http or
    https, without a host, broken, or with a password in it."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        (parts.hostname or "").encode("idna")
    except ValueError:
        usable = False
    if not usable or "#" in text or _UNSEEN.search(text) or not _has_plain_path(parts):
        raise InvalidRequest(
            f"{text!r} is not the address of a rerank server.",
            "Give an address like http://localhost:8080.",
        )
    if parts.username is not None:
        raise InvalidRequest(
            "The address of a rerank server holds no password.",
            "Leave it out; the key for the server has a setting of its own.",
        )
    return parts


def _has_plain_path(parts: SplitResult) -> bool:
    return (parts.path + parts.query).isascii()


def host_of(address: str) -> str:
    """The host of an address, "" for one that cannot be used."""
    try:
        return read_address(address).hostname or ""
    except InvalidRequest:
        return ""


def wrong_address(address: str) -> str:
    """What is wrong with the address of a setting, "" when nothing is or when there is none."""
    try:
        if address:
            read_address(address)
    except InvalidRequest as error:
        return f"{error.message} {error.remedy}"
    return ""
