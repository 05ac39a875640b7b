"""Zip archives opened with measured inflation: what office files and e-books are made of."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from typing import IO, TYPE_CHECKING
from urllib.parse import unquote

from desktop_rag.domain.errors import ReadingFailed
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.failures import damaged, empty, sealed, too_large, unsupported
from desktop_rag.reading.loading import disk_failure, file_size, load_bytes, open_file
from desktop_rag.reading.xml_tree import attribute, local, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

# Small files may inflate at any ratio; the ratio counts from this many inflated bytes on.
_FREE_BYTES = 20_000_000
_STEP = 1_000_000
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError)


class Archive:
    """The members of a zip file, by name.

    `kind` ("Word document") is what the file should be. Every byte that is inflated is counted over
    all members: passing the limits raises `TooLarge`. Use it as a context manager."""

    def __init__(self, request: ReadRequest, kind: str) -> None:
        self.name = request.name
        self.kind = kind
        self._limits = request.limits
        self._inflated = 0
        self._packed = max(1, file_size(request))
        if file_size(request) == 0:
            raise empty(request.name)
        source = request.path if request.data is None else io.BytesIO(request.data)
        try:
            self._zip = zipfile.ZipFile(source)
        except OSError as error:
            raise disk_failure(request.name, error) from error
        except (*ZIP_ERRORS, ValueError) as error:
            raise self._not_a_zip(request, str(error)) from error
        if len(self._zip.infolist()) > self._limits.parts:
            raise too_large(request.name, f"it has more than {self._limits.parts} parts")
        self._by_name = {info.filename.lower(): info for info in self._zip.infolist()}

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._zip.close()

    def __contains__(self, member: str) -> bool:
        return member.lower() in self._by_name

    def names(self) -> list[str]:
        """The names of all members, in the archive's order."""
        return self._zip.namelist()

    def open(self, member: str) -> IO[bytes]:
        """A member as a stream whose bytes are counted. Raises `DamagedFile` when it is missing."""
        info = self._by_name.get(member.lower())
        if info is None:
            raise damaged(self.name, self.kind, f"no {member}")
        if info.flag_bits & 1:
            raise sealed(self.name)
        self._check(self._inflated + info.file_size)
        try:
            return _Counted(self, self._zip.open(info))  # type: ignore[return-value]  # reads only
        except ZIP_ERRORS as error:
            raise damaged(self.name, self.kind, f"{member}: {error}") from error

    def read(self, member: str) -> bytes:
        """All bytes of a member. Raises `DamagedFile`, `TooLarge` or `PasswordProtected`."""
        with self.open(member) as stream:
            return b"".join(iter(lambda: stream.read(_STEP), b""))

    def xml(self, member: str) -> _Element:
        """The root of an XML member, parsed without entities."""
        return parse_xml(self.read(member), self.name, kind=self.kind)

    def relations(self, member: str) -> dict[str, tuple[str, str]]:
        """The relations of an Office Open XML part: id → (last word of the type, target's name).

        Targets outside the file are left out: nothing is ever fetched."""
        folder, _, base = member.rpartition("/")
        listed = f"{folder}/_rels/{base}.rels" if folder else f"_rels/{base}.rels"
        if listed not in self:
            return {}
        found = {}
        for relation in self.xml(listed):
            if local(relation) == "Relationship" and relation.get("TargetMode") != "External":
                target = resolve(folder, relation.get("Target", ""))
                kind = relation.get("Type", "").rpartition("/")[2]
                found[attribute(relation, "Id")] = (kind, target)
        return found

    def count(self, inflated: int) -> None:
        """Note inflated bytes. Raises `TooLarge` when they pass the limits."""
        self._inflated += inflated
        self._check(self._inflated)

    def _check(self, inflated: int) -> None:
        if inflated > self._limits.inflated_bytes:
            raise too_large(self.name, "it unpacks to more than is allowed")
        ratio = self._limits.inflation_ratio
        if inflated > _FREE_BYTES and inflated > ratio * self._packed:
            raise too_large(self.name, f"it unpacks to more than {ratio} times its size")

    def _not_a_zip(self, request: ReadRequest, why: str) -> ReadingFailed:
        with open_file(request) as stream:
            data = stream.read(_STEP)
        if not data.startswith(_OLE):
            return damaged(request.name, self.kind, why)
        # Office wraps encrypted documents in its old container.
        if _ENCRYPTED in data or _ENCRYPTED in load_bytes(request):
            return sealed(request.name)
        return unsupported(
            request.name, "an old Office file", "Save it in the current format (docx, xlsx, pptx)."
        )


class _Counted(io.RawIOBase):
    """A member's stream that tells its archive how much was inflated."""

    def __init__(self, archive: Archive, stream: IO[bytes]) -> None:
        self._archive = archive
        self._stream = stream

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        try:
            data = self._stream.read(_STEP if size is None or size < 0 else min(size, _STEP))
        except (*ZIP_ERRORS, OSError) as error:
            raise damaged(self._archive.name, self._archive.kind, str(error)) from error
        self._archive.count(len(data))
        return data

    def close(self) -> None:
        self._stream.close()
        super().close()


def resolve(folder: str, target: str) -> str:
    """The member that a relative reference names, seen from a folder of the archive."""
    path = unquote(target.partition("#")[0])
    if path.startswith("/"):
        return posixpath.normpath(path).lstrip("/")
    return posixpath.normpath(posixpath.join(folder, path)).lstrip("/")
