"""Getting the bytes of a file, with every failure of the disk named."""

from __future__ import annotations

import io
from pathlib import Path
from typing import BinaryIO

from desktop_rag.domain.errors import FileBusy, FileForbidden, FileMissing, ReadingFailed
from desktop_rag.ports.reading import ReadRequest
from desktop_rag.reading.failures import empty, too_large

# A file read as a whole costs up to about ten times its size while it is taken apart.
_WHOLE_FILE_SHARE = 10


def open_file(request: ReadRequest) -> BinaryIO:
    """The file as a stream of bytes. Raises `FileMissing`, `FileForbidden` or `FileBusy`."""
    if request.data is not None:
        return io.BytesIO(request.data)
    try:
        return open(request.path, "rb")
    except OSError as error:
        raise disk_failure(request.name, error) from error


def load_bytes(request: ReadRequest) -> bytes:
    """The whole file. Raises like `open_file`, `EmptyFile` for no bytes, and `TooLarge` for more
    than a tenth of the memory that the file may cost."""
    most = request.limits.memory_bytes // _WHOLE_FILE_SHARE
    if file_size(request) > most:
        raise too_large(request.name, f"files of this kind may have {most // 1_000_000} MB")
    if request.data is not None:
        data = request.data
    else:
        try:
            data = Path(request.path).read_bytes()
        except OSError as error:
            raise disk_failure(request.name, error) from error
    if not data:
        raise empty(request.name)
    return data


def file_size(request: ReadRequest) -> int:
    """The size in bytes. Raises like `open_file`."""
    if request.data is not None:
        return len(request.data)
    try:
        return Path(request.path).stat().st_size
    except OSError as error:
        raise disk_failure(request.name, error) from error


def disk_failure(name: str, error: OSError) -> ReadingFailed:
    """The named failure for what the system said about a file."""
    detail = f"{type(error).__name__}: {error}"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return FileMissing(
            f"“{name}” is no longer there.",
            "It is looked for again at the next sync.",
            detail=detail,
        )
    if isinstance(error, PermissionError | IsADirectoryError):
        return FileForbidden(
            f"The system does not allow reading “{name}”.",
            "Change the file's permissions, or leave it out.",
            detail=detail,
        )
    return FileBusy(
        f"“{name}” could not be read from the disk.",
        "Close programs that use it and check the disk; it is tried again.",
        detail=detail,
    )
