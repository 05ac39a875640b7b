"""Writes small GGUF files: real headers over a few zeros."""

from __future__ import annotations

import struct
from pathlib import Path


def write_gguf(
    path: Path,
    *,
    architecture: str = "llama",
    version: int = 3,
    elements: int = 64,
    **entries: str | int | list[str] | list[int],
) -> Path:
    """A model of one float32 tensor of `elements` numbers; `entries` with `__` for dots."""
    pairs: dict[str, str | int | list[str] | list[int]] = {"general.architecture": architecture}
    pairs |= {key.replace("__", "."): value for key, value in entries.items()}
    data = b"GGUF" + struct.pack("<IQQ", version, 1, len(pairs))
    for key, value in pairs.items():
        data += _string(key) + _value(value)
    data += _string("weights") + struct.pack("<IQIQ", 1, elements, 0, 0)
    data += b"\0" * (-len(data) % 32) + b"\0" * (4 * elements)
    path.write_bytes(data)
    return path


def _value(value: str | int | list[str] | list[int]) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _string(value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if value and isinstance(value[0], str):
        head = struct.pack("<IIQ", 9, 8, len(value))
        return head + b"".join(_string(str(item)) for item in value)
    return struct.pack("<IIQ", 9, 4, len(value)) + struct.pack(f"<{len(value)}I", *value)


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data
