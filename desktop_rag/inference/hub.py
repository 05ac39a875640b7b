"""The model hub, asked only on a person's request, in a process that does nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from desktop_rag.domain.errors import ModelFailure, ModelMissing

_BLOCK = 1 << 18
_OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
_TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of a repository. `sha256` of a large file, else `git_sha1`: that of the bytes
    `blob <size>\\0` followed by the file's own."""

    name: str
    size: int
    sha256: str = ""
    git_sha1: str = ""


class Hub(Protocol):
    """Where models are downloaded from."""

    def files(self, repository: str) -> list[RemoteFile]:
        """What a repository holds. Raises `ModelFailure`."""

    def open(
        self, repository: str, name: str, start: int
    ) -> AbstractContextManager[tuple[int, Iterator[bytes]]]:
        """A file's bytes and where they begin: at `start`, or 0 when it cannot go on there.
        Raises `ModelFailure`, also while the bytes are read."""


class HuggingFaceHub:
    """Fills `Hub` with huggingface_hub, which is imported here and only here; without a token.

    Making it lifts the ban on the network for this process, so it is made in one of its own.
    """

    def __init__(self) -> None:
        for name in _OFFLINE:
            os.environ.pop(name, None)
        os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
        try:
            import huggingface_hub
        except ImportError as error:
            raise ModelMissing(
                "The library for downloads, huggingface_hub, is not installed.",
                "Install it with: pip install huggingface_hub",
                detail=repr(error),
            ) from error
        self._hub: Any = huggingface_hub

    def files(self, repository: str) -> list[RemoteFile]:
        """What a repository holds."""
        with _in_words():
            info = self._hub.HfApi(token=False).model_info(
                repository, files_metadata=True, timeout=_TIMEOUT_S
            )
        return [
            RemoteFile(
                file.rfilename,
                file.size or 0,
                file.lfs.sha256 if file.lfs else "",
                "" if file.lfs else file.blob_id or "",
            )
            for file in info.siblings or ()
        ]

    @contextmanager
    def open(self, repository: str, name: str, start: int) -> Iterator[tuple[int, Iterator[bytes]]]:
        """A file's bytes from `start` on."""
        url = self._hub.hf_hub_url(repository, name)
        headers = {"Range": f"bytes={start}-", "Accept-Encoding": "identity"}
        with ExitStack() as stack:
            with _in_words():
                request = self._hub.get_session().stream(
                    "GET", url, headers=headers, follow_redirects=True, timeout=_TIMEOUT_S
                )
                response = stack.enter_context(request)
                response.raise_for_status()
            yield (start if response.status_code == 206 else 0), _blocks(response)


def _blocks(response: Any) -> Iterator[bytes]:
    with _in_words():
        yield from response.iter_bytes(_BLOCK)


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    # whatever HTTP library huggingface_hub uses, its errors are neither exported nor stable
    except Exception as error:
        raise ModelFailure(
            "The model hub did not answer, so nothing more was downloaded.",
            "Check the connection and try again; what has arrived so far is kept.",
            detail=repr(error),
        ) from error
