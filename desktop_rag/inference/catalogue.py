"""The models that the application offers for download: a data file, not a service."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from desktop_rag.domain.errors import InternalError, ModelMissing
from desktop_rag.host.resources import resource


class ModelOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model on the hub. `files`: one GGUF file, or those of a folder that are taken when they
    are there. `size_bytes` and `memory_bytes` are rounded. `sha256` of the weights, or None: then
    the hub's own value is checked at download. `languages`: empty means many."""

    name: str
    role: Literal["answer", "embed", "rerank"]
    purpose: str
    languages: tuple[str, ...]
    licence: str
    repository: str
    files: tuple[str, ...]
    size_bytes: int
    memory_bytes: int
    sha256: str | None

    @property
    def weights(self) -> str:
        """The file that `sha256` is about."""
        return next(name for name in self.files if name.endswith((".gguf", ".safetensors")))


def read_catalogue(path: Path | None = None) -> list[ModelOffer]:
    """All offers, the smallest of each role first."""
    path = path or resource("models", "catalogue.json")
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[ModelOffer])
    except (OSError, msgspec.DecodeError) as error:
        raise InternalError(
            "The list of models on offer cannot be read.",
            "Install Desktop RAG again.",
            detail=str(error),
        ) from error


def find_offer(name: str) -> ModelOffer:
    """The offer of this name. Raises `ModelMissing`."""
    for offer in read_catalogue():
        if offer.name == name:
            return offer
    raise ModelMissing(f"No model called {name} is on offer.", "See the list of models.")
