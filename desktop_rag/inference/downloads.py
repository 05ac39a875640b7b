"""Downloading a model of the catalogue: checked, resumable, only on request."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.domain.errors import DiskFull, ModelBroken, ModelFailure, Stopped
from desktop_rag.inference.catalogue import ModelOffer
from desktop_rag.inference.hub import Hub, RemoteFile

_SPARE = 200_000_000
_BLOCK = 1 << 20

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Downloaded:
    """What to add: a GGUF file or a folder, with the checksum that its weights were compared
    with (empty when the hub had none)."""

    path: Path
    sha256: str


def download(
    offer: ModelOffer,
    folder: Path,
    hub: Hub,
    *,
    on_progress: OnProgress,
    cancelled: Callable[[], bool],
) -> Downloaded:
    """Bring the offer's files into `folder`/name. `on_progress(done, total)` in bytes.

    What is there already is not asked for again; a part is continued. Raises `Stopped` (parts are
    kept), `DiskFull`, `ModelBroken` (a checksum is wrong; the part is deleted), `ModelFailure`.
    """
    target = folder / offer.name
    remote = [file for file in hub.files(offer.repository) if file.name in offer.files]
    if offer.weights not in {file.name for file in remote}:
        raise ModelFailure(f"The hub does not have {offer.name} any more.", "Choose another model.")
    total = sum(file.size for file in remote)
    done = sum(_arrived(target / file.name) for file in remote)
    _make_room(target, total - done)
    before = 0
    for file in remote:
        place = target / file.name

        def progress(count: int, start: int = before) -> None:
            on_progress(start + count, total)

        if not place.is_file():
            _fetch(hub, offer, file, place, progress, cancelled)
        before += file.size
        on_progress(before, total)
    sha256 = offer.sha256 or next(f.sha256 for f in remote if f.name == offer.weights)
    path = target / offer.weights if offer.weights.endswith(".gguf") else target
    return Downloaded(path, sha256)


def _fetch(
    hub: Hub,
    offer: ModelOffer,
    file: RemoteFile,
    place: Path,
    progress: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> None:
    part = _part(place)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if _arrived(place) != file.size:
            _append(hub, offer, file, part, progress, cancelled)
        _check(part, file, offer.sha256 if file.name == offer.weights else None)
        part.replace(place)
    except OSError as error:
        raise DiskFull(
            f"The file {file.name} could not be written to {place.parent}.",
            "Free some space there and try again; what has arrived so far is kept.",
            detail=str(error),
        ) from error


def _append(
    hub: Hub,
    offer: ModelOffer,
    file: RemoteFile,
    part: Path,
    progress: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> None:
    there = part.stat().st_size if part.is_file() else 0
    wanted = there if there < file.size else 0
    with (
        hub.open(offer.repository, file.name, wanted) as (start, blocks),
        part.open("ab" if start else "wb") as out,
    ):
        count = start
        for block in blocks:
            out.write(block)
            count += len(block)
            progress(count)
            if cancelled():
                raise Stopped("The download was stopped.", "It goes on where it stopped.")


def _check(part: Path, file: RemoteFile, known: str | None) -> None:
    """The catalogue's checksum counts first, then the hub's own for this file."""
    expected = known or file.sha256 or file.git_sha1
    if expected and _digest(part, file, expected) == expected:
        return
    part.unlink(missing_ok=True)
    raise ModelBroken(
        f"The file {file.name} did not arrive as it should have.",
        "Download it again.",
        detail=f"expected {expected or 'a checksum'}",
    )


def _digest(part: Path, file: RemoteFile, expected: str) -> str:
    if len(expected) == 64:
        digest = hashlib.sha256()
    else:
        # git names a file by SHA-1: here it guards against accidents in small text files only
        digest = hashlib.sha1(b"blob %d\0" % part.stat().st_size, usedforsecurity=False)
    with part.open("rb") as data:
        while block := data.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _make_room(target: Path, needed: int) -> None:
    place = target
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    if free < needed + _SPARE:
        raise DiskFull(
            f"The download needs {needed / 1e9:.1f} GB and {free / 1e9:.1f} GB are free.",
            "Free some space, or choose a smaller model.",
        )


def _arrived(place: Path) -> int:
    for path in (place, _part(place)):
        if path.is_file():
            return path.stat().st_size
    return 0


def _part(place: Path) -> Path:
    return place.with_name(f"{place.name}.part")
