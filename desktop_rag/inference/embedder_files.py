"""What the files of a sentence-transformers folder say of it, read without loading it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from desktop_rag.domain.errors import ModelBroken
from desktop_rag.inference.file_hashes import FileHashes

_SHAPING = (
    "modules.json",
    "config.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "tokenizer.json",
    "tokenizer_config.json",
)
_DEFAULT_WINDOW = 512
# a batch of one longer text would take gigabytes, and no chunk is nearly so long
_LARGEST_WINDOW = 2048


@dataclass(frozen=True, slots=True)
class EmbedderFacts:
    """An embedder's folder and what `ports.embedding.Embedder` promises of it.

    `query_prompt` and `text_prompt` are put before what is embedded, as the model was trained;
    they count for the window, which is never more than 2048 tokens here. `pools_mean`: a text's
    vector is the mean of its tokens' vectors, brought to unit length, and nothing else.
    """

    folder: Path
    name: str
    fingerprint: str
    dimensions: int
    window: int
    languages: frozenset[str]
    query_prompt: str = ""
    text_prompt: str = ""
    pools_mean: bool = False


def read_embedder_facts(folder: Path, name: str, hashes: FileHashes) -> EmbedderFacts:
    """The facts of a sentence-transformers folder. Raises `ModelBroken` with a sentence."""
    modules = _modules(folder)
    weights = weight_files(folder)
    prompts = _json(folder / "config_sentence_transformers.json").get("prompts") or {}
    shaping = [path for path in map(folder.joinpath, _SHAPING) if path.is_file()]
    shaping += sorted(folder.glob("*/config.json"))
    return EmbedderFacts(
        folder=folder,
        name=name,
        fingerprint=_fingerprint([*weights, *shaping], folder, hashes),
        dimensions=_dimensions(folder, modules),
        window=_window(folder),
        languages=_languages(folder),
        query_prompt=str(prompts.get("query") or ""),
        text_prompt=str(prompts.get("document") or prompts.get("passage") or ""),
        pools_mean=_pools_mean(folder, modules),
    )


def weight_files(folder: Path) -> list[Path]:
    """The safetensors files of a model folder. Raises `ModelBroken` when there are none: weights
    in pickle form could run a program when they are loaded."""
    weights = sorted(folder.rglob("*.safetensors"))
    if not weights:
        raise ModelBroken(
            f"{folder.name} has no weights in the safetensors form.",
            "Choose a model that comes with a model.safetensors file.",
        )
    return weights


def _modules(folder: Path) -> list[Mapping[str, Any]]:
    path = folder / "modules.json"
    if not path.is_file():
        raise ModelBroken(
            f"{folder.name} is not a sentence-transformers folder: it has no modules.json.",
            "Choose the folder that holds modules.json and model.safetensors.",
        )
    modules = _parse(path)
    if not isinstance(modules, list) or not all(isinstance(module, dict) for module in modules):
        raise _damaged(path)
    if not all(str(module.get("type")).startswith("sentence_transformers.") for module in modules):
        raise ModelBroken(
            f"{folder.name} needs program code of its own, which is not run.",
            "Choose an embedder made of sentence-transformers' own parts.",
        )
    return modules


def _dimensions(folder: Path, modules: list[Mapping[str, Any]]) -> int:
    size = _json(folder / "config.json").get("hidden_size")
    for module in modules:
        config = _json(folder / str(module.get("path", "")) / "config.json")
        for key in ("word_embedding_dimension", "embedding_dimension", "out_features"):
            size = config.get(key, size)
    if not isinstance(size, int) or size < 1:
        raise _damaged(folder / "config.json")
    return size


def _pools_mean(folder: Path, modules: list[Mapping[str, Any]]) -> bool:
    kinds = [str(module.get("type")).rpartition(".")[2] for module in modules]
    if kinds not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
        return False
    pooling = _json(folder / str(modules[1].get("path", "")) / "config.json")
    used = {key for key, on in pooling.items() if key.startswith("pooling_mode_") and on is True}
    return used == {"pooling_mode_mean_tokens"} or pooling.get("pooling_mode") == "mean"


def _window(folder: Path) -> int:
    limits = [
        _json(folder / "sentence_bert_config.json").get("max_seq_length"),
        _json(folder / "tokenizer_config.json").get("model_max_length"),
        _json(folder / "config.json").get("max_position_embeddings"),
    ]
    known = [int(limit) for limit in limits if limit]
    return min([_LARGEST_WINDOW, *(known or [_DEFAULT_WINDOW])])


def _languages(folder: Path) -> frozenset[str]:
    """Languages that the model card names; none when it names none or says multilingual."""
    card = folder / "README.md"
    if not card.is_file():
        return frozenset()
    parts = card.read_text(encoding="utf-8", errors="replace").split("---\n", 2)
    if len(parts) < 3 or parts[0].strip():
        return frozenset()
    try:
        head = yaml.safe_load(parts[1])
    except yaml.YAMLError:
        return (
            frozenset()
        )  # a card is for people; a model without a readable one knows any language
    named = head.get("language") if isinstance(head, dict) else None
    listed = named if isinstance(named, list) else [named]
    codes = {str(code).lower() for code in listed if code is not None}
    # YAML 1.1 reads the code of Norwegian as a boolean
    codes = {"no" if code == "false" else code for code in codes}
    return frozenset() if codes & {"multilingual", "mul"} else frozenset(codes)


def _fingerprint(files: list[Path], folder: Path, hashes: FileHashes) -> str:
    whole = hashlib.sha256()
    for path in files:
        whole.update(f"{path.relative_to(folder).as_posix()} {hashes.sha256(path)}\n".encode())
    return whole.hexdigest()[:32]


def _json(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    data = _parse(path)
    if not isinstance(data, dict):
        raise _damaged(path)
    return data


def _parse(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> ModelBroken:
    return ModelBroken(
        f"The model's file {path.name} is damaged.", "Get the model again.", detail=str(path)
    )
