"""The models of this machine: the starters and those a person added, by name."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from desktop_rag.domain.errors import InvalidRequest, ModelBroken, ModelFailure, ModelMissing
from desktop_rag.inference.embedder_files import read_embedder_facts, weight_files
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.fitting import CONTEXT_CAP
from desktop_rag.inference.gguf import read_gguf, refuse_lost_segments
from desktop_rag.inference.starters import (
    StarterModel,
    check_starter,
    starter_embedder,
    starter_language_model,
)

Role = Literal["answer", "embed", "rerank"]
STARTER = "starter"
_WORKING_MEMORY = 250_000_000  # what torch holds beside a model's weights


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model. `path`: a GGUF file or a folder. `memory_bytes`: needed to run it. `problem`: why
    it cannot be used, or empty; `missing`: it is not where it was."""

    name: str
    role: Role
    path: Path
    starter: bool = False
    downloaded: bool = False
    size_bytes: int = 0
    memory_bytes: int = 0
    licence: str = ""
    languages: tuple[str, ...] = ()
    sha256: str = ""
    problem: str = ""
    missing: bool = False


class _Entry(msgspec.Struct, frozen=True):
    name: str
    role: Role
    path: str
    sha256: str = ""
    licence: str = ""


class ModelShelf:
    """Knows the starters and what was added; the list lies in `folder`/models.json.

    Files that lie under `folder` were downloaded here and are deleted when they are removed; all
    others are used where they are and never touched.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.hashes = FileHashes(folder / "hashes.json")

    def installed(self) -> list[ModelFile]:
        """All models, starters first; those that cannot be used with their problem."""
        return self._starters() + [self._look(entry) for entry in self._entries()]

    def find(self, role: Role, name: str) -> ModelFile:
        """The model called `name`, `starter` for the role's own, or a path. Raises
        `ModelMissing` or `ModelBroken`."""
        for model in self.installed():
            if model.role == role and (model.name == name or (model.starter and name == STARTER)):
                if model.problem:
                    raise _unusable(model)
                return model
        path = Path(name).expanduser()
        if name != STARTER and path.is_absolute():
            model = describe(path, self.hashes)
            if model.role != role:
                raise _wrong_role(model, role)
            return model
        what = "The starter model is not installed." if name == STARTER else f"There is no {name}."
        raise ModelMissing(what, "Choose a model under Models, or install the starter models.")

    def add(self, path: Path, *, sha256: str = "", licence: str = "", name: str = "") -> ModelFile:
        """Put a GGUF file or a model folder on the list; `sha256` is that of its weights. Raises
        `ModelMissing`, `ModelBroken`."""
        path = path.expanduser().absolute()
        model = describe(path, self.hashes)
        entries = [entry for entry in self._entries() if entry.path != str(path)]
        taken = {known.name for known in self._starters()} | {entry.name for entry in entries}
        unique = name = name or model.name
        number = 2
        while unique in taken:
            unique = f"{name} ({number})"
            number += 1
        entry = _Entry(unique, model.role, str(path), sha256, licence or model.licence)
        self._write([*entries, entry])
        return self._look(entry)

    def remove(self, name: str) -> None:
        """Forget a model; delete it when it was downloaded here. Raises `ModelMissing`, and
        `InvalidRequest` for a starter."""
        entries = self._entries()
        found = [entry for entry in entries if entry.name == name]
        if not found:
            if any(model.name == name for model in self._starters()):
                raise InvalidRequest(
                    f"{name} came with the application and cannot be removed here.",
                    "Choose another model; the starter then takes no memory.",
                )
            raise ModelMissing(f"There is no model called {name}.", "See the list of models.")
        self._write([entry for entry in entries if entry.name != name])
        path = Path(found[0].path)
        if self._is_own(path):
            _delete(path)

    def check(self) -> list[ModelFile]:
        """All models, with their checksums computed anew where one is known."""
        self.hashes.forget()
        return self.installed()

    def _starters(self) -> list[ModelFile]:
        found: list[tuple[StarterModel | None, Role]] = [
            (starter_embedder(), "embed"),
            (starter_language_model(), "answer"),
        ]
        return [self._starter(model, role) for model, role in found if model is not None]

    def _starter(self, starter: StarterModel, role: Role) -> ModelFile:
        problem = ""
        try:
            check_starter(starter, self.hashes)
        except ModelFailure as error:
            problem = error.message
        size = starter.weights.stat().st_size
        return ModelFile(
            name=starter.name,
            role=role,
            path=starter.path,
            starter=True,
            size_bytes=size,
            memory_bytes=_memory(starter.path, size),
            licence=starter.licence,
            languages=starter.languages,
            sha256=starter.sha256,
            problem=problem,
        )

    def _look(self, entry: _Entry) -> ModelFile:
        path = Path(entry.path)
        own = self._is_own(path)
        try:
            model = describe(path, self.hashes)
            weights = path if path.is_file() else weight_files(path)[0]
            if entry.sha256 and self.hashes.sha256(weights) != entry.sha256:
                raise ModelBroken(f"The file of {entry.name} has changed.", "Download it again.")
        except ModelFailure as error:
            return ModelFile(
                entry.name,
                entry.role,
                path,
                downloaded=own,
                licence=entry.licence,
                problem=error.message,
                missing=isinstance(error, ModelMissing),
            )
        return ModelFile(
            name=entry.name,
            role=model.role,
            path=path,
            downloaded=own,
            size_bytes=model.size_bytes,
            memory_bytes=model.memory_bytes,
            licence=entry.licence,
            languages=model.languages,
            sha256=entry.sha256,
        )

    def _is_own(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self._folder.resolve())

    def _entries(self) -> list[_Entry]:
        try:
            return msgspec.json.decode(self._list.read_bytes(), type=list[_Entry])
        except FileNotFoundError:
            return []
        except (OSError, msgspec.DecodeError) as error:
            raise ModelFailure(
                "The list of models cannot be read.",
                f"Delete {self._list} and add your models again.",
                detail=str(error),
            ) from error

    def _write(self, entries: list[_Entry]) -> None:
        fresh = self._list.with_name(f"models.json.{os.getpid()}.new")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.format(msgspec.json.encode(entries)))
            fresh.replace(self._list)
        except OSError as error:
            raise ModelFailure(
                f"The folder {self._folder} cannot be written to.",
                "Make it writable, or free some space.",
                detail=str(error),
            ) from error

    @property
    def _list(self) -> Path:
        return self._folder / "models.json"


def describe(path: Path, hashes: FileHashes) -> ModelFile:
    """What kind of model lies at `path`. Raises `ModelMissing` or `ModelBroken`."""
    if path.is_dir():
        return _describe_folder(path, hashes)
    if not path.is_file():
        raise ModelMissing(f"There is no file {path}.", "Check the path, or choose another model.")
    facts = read_gguf(path)
    refuse_lost_segments(path, facts)
    return ModelFile(
        name=path.stem,
        role=facts.role,
        path=path,
        size_bytes=facts.size_bytes,
        memory_bytes=facts.memory_bytes(min(facts.context, CONTEXT_CAP)),
        licence=facts.licence,
        languages=facts.languages,
    )


def _describe_folder(path: Path, hashes: FileHashes) -> ModelFile:
    size = sum(file.stat().st_size for file in weight_files(path))
    role: Role = "rerank"
    languages: tuple[str, ...] = ()
    if not _is_cross_encoder(path):
        role = "embed"
        languages = tuple(sorted(read_embedder_facts(path, path.name, hashes).languages))
    return ModelFile(
        path.name,
        role,
        path,
        size_bytes=size,
        memory_bytes=_memory(path, size),
        languages=languages,
    )


def _is_cross_encoder(folder: Path) -> bool:
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        names = config.get("architectures") or []
    except (OSError, ValueError, AttributeError):
        return False  # read_embedder_facts has the sentence for it
    return any(str(name).endswith("ForSequenceClassification") for name in names)


def _memory(path: Path, size: int) -> int:
    if path.is_dir():
        return size + _WORKING_MEMORY
    facts = read_gguf(path)
    return facts.memory_bytes(min(facts.context, CONTEXT_CAP))


def _unusable(model: ModelFile) -> ModelFailure:
    kind = ModelMissing if model.missing else ModelBroken
    return kind(model.problem, "Choose another model, or add this one again.")


def _wrong_role(model: ModelFile, role: Role) -> ModelBroken:
    kinds = {"answer": "a language model", "embed": "an embedder", "rerank": "a reranker"}
    return ModelBroken(
        f"{model.name} is {kinds[model.role]}, not {kinds[role]}.", "Choose another model."
    )


def _delete(path: Path) -> None:
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise ModelFailure(
            f"The model's files at {path} could not be deleted.",
            "Delete them yourself.",
            detail=str(error),
        ) from error
