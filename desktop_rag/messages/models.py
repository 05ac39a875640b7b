"""Model files and settings."""

from __future__ import annotations

from desktop_rag.messages.base import Base


class ListModels(Base, frozen=True):
    """Replies `ModelList`."""


class ModelLine(Base, frozen=True):
    """A model that is installed, offered or on a server. `role`: answer, embed, rerank. `state`:
    installed, offered, broken, missing, served. `fits`: yes, tight, no, unknown. Sizes in bytes.
    `serves`: the roles it has now. `host`: its server; `elsewhere`: which is not this machine.
    `checked`: its checksum was computed and is the published one."""

    name: str
    role: str
    state: str
    path: str = ""
    size_bytes: int = 0
    memory_bytes: int = 0
    licence: str = ""
    languages: tuple[str, ...] = ()
    purpose: str = ""
    fits: str = "unknown"
    in_use: bool = False
    starter: bool = False
    sha256: str = ""
    problem: str = ""
    source: str = ""
    serves: tuple[str, ...] = ()
    host: str = ""
    elsewhere: bool = False
    checked: bool = False


class Machine(Base, frozen=True):
    """What was measured of this machine. Memory in bytes."""

    cores: int
    memory_bytes: int
    free_memory_bytes: int
    gpu: str = ""
    llama: bool = True
    llama_problem: str = ""


class ModelList(Base, frozen=True):
    """Models and the machine they would run on."""

    models: tuple[ModelLine, ...]
    machine: Machine


class AddModel(Base, frozen=True):
    """Use a GGUF file or a sentence-transformers folder in place. Replies `ModelList`."""

    path: str


class RemoveModel(Base, frozen=True):
    """Forget a model; a file that was downloaded here is deleted. Replies `ModelList`."""

    name: str


class UseModel(Base, frozen=True):
    """Give a model a role: answer, embed, rerank, or one of its own to a step before the search
    (rewrite, decompose, hyde). `none` for no model; `url#model` for a language model on a server.
    Replies `ModelList`."""

    role: str
    name: str


class CheckModels(Base, frozen=True):
    """Check files and checksums. Replies `ModelList`."""


class TryModel(Base, frozen=True):
    """Let a language model write a few sentences (the one for answers when `name` is empty).
    Replies `ModelTried`."""

    name: str = ""


class ModelTried(Base, frozen=True):
    """How fast a model was: tokens read and written per second (0: unknown), milliseconds to load
    it and to its first word, and what it wrote."""

    name: str
    text: str
    load_ms: float
    first_token_ms: float
    reads_per_s: float
    writes_per_s: float


class PullModel(Base, frozen=True):
    """Download a model of the catalogue, which uses the network. Replies
    `PullProgressed` events, then `ModelList`."""

    name: str


class PullProgressed(Base, frozen=True):
    """Event: bytes so far of a download."""

    name: str
    done_bytes: int
    total_bytes: int


class ModelStateChanged(Base, frozen=True):
    """Event: the answer model or the embedder changed its state (see `LanguageModelStatus`)."""

    role: str
    name: str
    state: str
    problem: str = ""
    remedy: str = ""


class GetSettings(Base, frozen=True):
    """Replies `SettingsShown`."""


class ChangeSetting(Base, frozen=True):
    """Change one setting (`section.field`, text as typed). Replies `SettingsShown`."""

    key: str
    value: str


class SettingsShown(Base, frozen=True):
    """All settings as a JSON document, section by section. By `section.field`: `chains`, the names
    to choose from of steps that can be there, those of plug-ins included; `warnings`, what the
    person should know of a value that is in force."""

    json: str
    chains: dict[str, tuple[str, ...]] = {}
    warnings: dict[str, str] = {}
