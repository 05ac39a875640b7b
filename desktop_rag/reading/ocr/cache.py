"""Recognised pages kept on the disk, so that a page that was read once costs nothing again."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from desktop_rag.host.paths import private_folder
from desktop_rag.reading.ocr.recognised import RecognisedLine

_LOG = logging.getLogger(__name__)
_MOST_BYTES = 200_000_000
# Dropping more than needed spares looking through the folder at every page.
_KEPT_SHARE = 0.8
_SUFFIX = ".page"


class RecognisedPages:
    """A folder of recognised pages, found by the content of their pictures.

    Files are named by a hash of the pixels and the engine's version and enciphered with another,
    so that only who has the page can read what is kept of it, also after the document was removed
    from every library. Trouble with the disk costs speed only: it is logged."""

    def __init__(self, folder: Path, version: str, most_bytes: int = _MOST_BYTES) -> None:
        if most_bytes <= 0:
            raise ValueError("most_bytes must be positive")
        self._folder = folder
        self._version = version.encode()
        self._most_bytes = most_bytes
        self._bytes: int | None = None  # not counted yet

    def get(self, pixels: NDArray[np.uint8]) -> tuple[RecognisedLine, ...] | None:
        """What was recognised on this very page before; None when it is not known."""
        name, key = self._name_and_key(pixels)
        path = self._folder / name
        try:
            data = path.read_bytes()
            os.utime(path)  # the oldest go first
        except FileNotFoundError:
            return None
        except OSError as error:
            _LOG.warning("A recognised page could not be read from the cache: %s", error)
            return None
        try:
            return msgspec.msgpack.decode(_enciphered(data, key), type=tuple[RecognisedLine, ...])
        except (msgspec.DecodeError, UnicodeDecodeError):
            _LOG.warning("A recognised page in the cache is damaged; it is recognised again.")
            return None

    def put(self, pixels: NDArray[np.uint8], lines: tuple[RecognisedLine, ...]) -> None:
        """Keep what was recognised on a page."""
        name, key = self._name_and_key(pixels)
        data = _enciphered(msgspec.msgpack.encode(lines), key)
        try:
            private_folder(self._folder)
            # mkstemp gives the file to this user only (0600).
            handle, partial = tempfile.mkstemp(dir=self._folder, prefix="partial-")
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(partial).replace(self._folder / name)
            self._make_room(len(data))
        except OSError as error:
            _LOG.warning("A recognised page could not be kept: %s", error)

    def _make_room(self, added: int) -> None:
        """Drop the pages that were not used for longest when the folder grew too big."""
        if self._bytes is not None and self._bytes + added <= self._most_bytes:
            self._bytes += added
            return
        kept = sorted(
            (
                (entry.stat().st_mtime, entry.stat().st_size, entry.path)
                for entry in os.scandir(self._folder)
            ),
            reverse=True,
        )
        self._bytes = sum(size for _, size, _ in kept)
        if self._bytes <= self._most_bytes:
            return
        while self._bytes > self._most_bytes * _KEPT_SHARE and len(kept) > 1:
            _, size, path = kept.pop()
            Path(path).unlink(missing_ok=True)
            self._bytes -= size

    def _name_and_key(self, pixels: NDArray[np.uint8]) -> tuple[str, bytes]:
        content = hashlib.sha256(self._version + repr(pixels.shape).encode())
        content.update(np.ascontiguousarray(pixels).data)
        key = content.digest()
        return hashlib.sha256(b"name" + key).hexdigest() + _SUFFIX, key


def _enciphered(data: bytes, key: bytes) -> bytes:
    """Data under a stream of bytes that follows from the key; the same again deciphers. A key
    stands for one content only, so no stream is used twice."""
    stream = hashlib.shake_256(b"stream" + key).digest(len(data))
    mixed = int.from_bytes(data, "little") ^ int.from_bytes(stream, "little")
    return mixed.to_bytes(len(data), "little")
