"""A server that runs a language model for the application, and whether it is this machine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from desktop_rag.domain.errors import InvalidRequest

_REMEDY = "Give the address and the model's name, like http://localhost:11434/v1#llama3.2"
_ENDPOINT = re.compile(r"/(?:chat/)?completions/?$")


@dataclass(frozen=True, slots=True)
class ModelServer:
    """An OpenAI-compatible server (llama.cpp, Ollama, LM Studio, vLLM) and one of its models.

    `url`: the base address without a slash at its end, mostly with the path /v1. Its written form,
    which settings hold in place of a model's name, is `url#model`."""

    url: str
    model: str

    @property
    def written(self) -> str:
        """The form that `read_server` reads."""
        return f"{self.url}#{self.model}"

    @property
    def host(self) -> str:
        """Name or number of the machine, with the port where one was given."""
        return urlsplit(self.url).netloc

    @property
    def is_here(self) -> bool:
        """True when nothing that is sent there leaves this machine."""
        return is_this_machine(urlsplit(self.url).hostname or "")

    @property
    def title(self) -> str:
        """The model and where it runs, as people read it."""
        return f"{self.model} at {self.host}"


def read_server(text: str) -> ModelServer | None:
    """The server that a text names, or None for a text without an address: a file or a name.

    An address without a path gets /v1. Raises `InvalidRequest` for an address that cannot be used:
    not http or https, with a password in it, or without a model."""
    if "://" not in text:
        return None
    address, _, model = text.strip().partition("#")
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        usable = usable and parts.port != 0 and not re.search(r"\s", address)
    except ValueError:
        usable = False
    if not usable:
        raise InvalidRequest(f"{address!r} is not the address of a model server.", _REMEDY)
    if parts.username is not None or parts.query:
        raise InvalidRequest(
            "The address of a model server holds no password and no question mark.",
            "Leave them out; a key belongs into the environment.",
        )
    if not model.strip():
        raise InvalidRequest(f"No model is named for the server {parts.netloc}.", _REMEDY)
    path = _ENDPOINT.sub("", parts.path).rstrip("/") or "/v1"
    return ModelServer(f"{parts.scheme}://{parts.netloc}{path}", model.strip())


def is_this_machine(host: str) -> bool:
    """True for names and numbers that never leave the machine; other names are not looked up."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        number = ip_address(host)
    except ValueError:
        return False
    if isinstance(number, IPv6Address) and number.ipv4_mapped is not None:
        number = number.ipv4_mapped
    return number.is_loopback or number.is_unspecified
