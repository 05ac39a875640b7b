"""Writes small GGUF files: real headers over a few zeros, or over real tensors."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Entry = str | bool | int | float | Sequence[str] | Sequence[int]
_ALIGNMENT = 32


def write_gguf(
    path: Path,
    *,
    architecture: str = "llama",
    version: int = 3,
    elements: int = 64,
    **entries: Entry,
) -> Path:
    """A model of one float32 tensor of `elements` numbers; `entries` with `__` for dots."""
    named: dict[str, Entry] = {"general.architecture": architecture}
    named |= {key.replace("__", "."): value for key, value in entries.items()}
    return write_tensors(path, named, {"weights": np.zeros(elements, np.float32)}, version=version)


def write_tensors(
    path: Path,
    entries: Mapping[str, Entry],
    tensors: Mapping[str, NDArray[np.float32]],
    *,
    version: int = 3,
) -> Path:
    """A model of float32 tensors; `entries` by their full names."""
    data = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(entries))
    for key, value in entries.items():
        data += _string(key) + _value(value)
    body = b""
    for name, tensor in tensors.items():
        sides = tensor.shape[::-1]  # GGUF counts from the fastest axis
        data += _string(name) + struct.pack("<I", len(sides))
        data += struct.pack(f"<{len(sides)}QIQ", *sides, 0, len(body))
        body += _padded(np.ascontiguousarray(tensor, np.float32).tobytes())
    path.write_bytes(_padded(data) + body)
    return path


def _value(value: Entry) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _string(value)
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if value and isinstance(value[0], str):
        head = struct.pack("<IIQ", 9, 8, len(value))
        return head + b"".join(_string(str(item)) for item in value)
    return struct.pack("<IIQ", 9, 5, len(value)) + struct.pack(f"<{len(value)}i", *value)


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % _ALIGNMENT)
