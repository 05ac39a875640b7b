"""All messages as one union, and their form as bytes (MessagePack)."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec

from desktop_rag.domain.characters import whole_characters
from desktop_rag.messages import (
    ask,
    common,
    library,
    library_care,
    model_host,
    models,
    quality,
    reader,
    search,
    viewer,
)
from desktop_rag.messages.base import Base, Message

_SUBJECTS: tuple[ModuleType, ...] = (
    ask,
    common,
    library,
    library_care,
    model_host,
    models,
    quality,
    reader,
    search,
    viewer,
)


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """`id`: of the command this belongs to. `final`: the last message under this id."""

    id: int
    body: Message
    final: bool = True


class _Packed(msgspec.Struct, frozen=True, array_like=True):
    id: int
    tag: str
    body: msgspec.Raw
    final: bool


def message_kinds() -> dict[str, type[Message]]:
    """All kinds of message by their tag."""
    kinds: dict[str, type[Message]] = {}
    for module in _SUBJECTS:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Base) and value is not Base:
                kinds[value.__name__] = value
    return kinds


_KINDS = message_kinds()
_ENCODER = msgspec.msgpack.Encoder()
_OUTER = msgspec.msgpack.Decoder(_Packed)
_DECODERS: dict[str, msgspec.msgpack.Decoder[Message]] = {}


def encode(envelope: Envelope) -> bytes:
    """The envelope as bytes. Text that is no Unicode (a name of a file or an argument that holds
    other bytes, which Python shows as lone surrogates) arrives with U+FFFD in its place."""
    try:
        body = msgspec.Raw(_ENCODER.encode(envelope.body))
    except UnicodeEncodeError:
        body = msgspec.Raw(_ENCODER.encode(_whole(msgspec.to_builtins(envelope.body))))
    return _ENCODER.encode(_Packed(envelope.id, type(envelope.body).__name__, body, envelope.final))


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(item) for item in value]
    return value


class NotUnderstood(ValueError):
    """An envelope whose body is no message of ours. `request`: its id; `final`: whether it was the
    last message under it."""

    def __init__(self, request: int, reason: str, *, final: bool) -> None:
        super().__init__(f"not a message of this application: {reason}")
        self.request = request
        self.final = final


def decode(data: bytes) -> Envelope:
    """The envelope again. Raises `ValueError` for bytes that are no envelope, `NotUnderstood` for
    one whose body is no message of ours."""
    try:
        packed = _OUTER.decode(data)
    except msgspec.DecodeError as error:
        raise ValueError(f"not a message of this application: {error}") from error
    try:
        decoder = _DECODERS.get(packed.tag)
        if decoder is None:
            decoder = _DECODERS[packed.tag] = msgspec.msgpack.Decoder(_KINDS[packed.tag])
        return Envelope(packed.id, decoder.decode(packed.body), packed.final)
    except (msgspec.DecodeError, KeyError) as error:
        raise NotUnderstood(packed.id, str(error), final=packed.final) from error
