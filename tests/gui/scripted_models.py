"""Models and settings in memory, answering over the real wire."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from desktop_rag.domain.errors import ModelBroken, Stopped
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.common import Subscribe
from desktop_rag.messages.models import (
    AddModel,
    ChangeSetting,
    CheckModels,
    GetSettings,
    ListModels,
    Machine,
    ModelLine,
    ModelList,
    ModelTried,
    PullModel,
    PullProgressed,
    RemoveModel,
    SettingsShown,
    TryModel,
    UseModel,
)
from desktop_rag.settings import Settings, override

GIB = 2**30
LARGE = 5 * GIB


def starting_models() -> list[ModelLine]:
    """The starter models, and three that are offered."""
    return [
        ModelLine(
            "SmolLM2 135M",
            "answer",
            "installed",
            size_bytes=92_000_000,
            memory_bytes=250_000_000,
            licence="Apache-2.0",
            languages=("English",),
            purpose="Shows that everything works.",
            in_use=True,
            starter=True,
        ),
        ModelLine(
            "all-MiniLM-L6-v2",
            "embed",
            "installed",
            size_bytes=91_000_000,
            licence="Apache-2.0",
            languages=("English",),
            in_use=True,
            starter=True,
        ),
        ModelLine("multilingual", "embed", "installed", size_bytes=470_000_000, licence="MIT"),
        ModelLine("own.gguf", "answer", "broken", size_bytes=1, problem="The file is cut short."),
        msgspec.structs.replace(
            _offered("Small 3B", 2 * GIB, 3 * GIB, "yes"),
            purpose="Good answers.",
            languages=("English", "Spanish"),
        ),
        _offered("Middle 7B", LARGE, 6 * GIB, "tight"),
        _offered("Large 32B", 20 * GIB, 24 * GIB, "no"),
    ]


def _offered(name: str, size: int, memory: int, fits: str) -> ModelLine:
    return ModelLine(
        name,
        "answer",
        "offered",
        size_bytes=size,
        memory_bytes=memory,
        fits=fits,
        licence="Apache-2.0",
    )


@dataclass
class ScriptedModels:
    """Answers from `models` and `settings`; a download waits at `gates` between its events."""

    models: list[ModelLine] = field(default_factory=starting_models)
    machine: Machine = field(default_factory=lambda: Machine(2, 8 * GIB, 5 * GIB))
    settings: Settings = field(default_factory=Settings)
    messages: list[Message] = field(default_factory=list)
    chains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: dict[str, str] = field(default_factory=dict)
    steps: list[tuple[int, int]] = field(default_factory=list)
    go_on: threading.Event = field(default_factory=threading.Event)

    def __call__(self, message: Message, reply: Reply) -> None:
        if isinstance(message, Subscribe):
            return
        self.messages.append(message)
        if isinstance(message, PullModel):
            self._pull(message, reply)
        elif isinstance(message, TryModel):
            if "broken" in message.name:
                raise ModelBroken("It does not run.", "Choose another.")
            reply.finish(ModelTried(message.name, "The sea is wide.", 900, 500, 210.4, 12.34))
        elif isinstance(message, GetSettings):
            reply.finish(self._shown())
        elif isinstance(message, ChangeSetting):
            self.settings = override(self.settings, {message.key: message.value})
            reply.finish(self._shown())
        else:
            self._change(message)
            reply.finish(ModelList(tuple(self.models), self.machine))

    def _shown(self) -> SettingsShown:
        return SettingsShown(self.settings.model_dump_json(), self.chains, self.warnings)

    def sent(self, kind: type[Message]) -> list[Message]:
        """The messages of a kind, in order."""
        return [message for message in self.messages if isinstance(message, kind)]

    def _change(self, message: Message) -> None:
        if isinstance(message, AddModel):
            if Path(message.path).stem == "bad":
                raise ModelBroken("This is not a GGUF file.", "Choose another file.")
            name = Path(message.path).name
            self.models.append(ModelLine(name, "answer", "installed", path=message.path))
        elif isinstance(message, RemoveModel):
            self.models = [m for m in self.models if m.name != message.name]
        elif isinstance(message, UseModel):
            self.models = [
                msgspec.structs.replace(m, in_use=m.name == message.name)
                if m.role == message.role
                else m
                for m in self.models
            ]
        else:
            assert isinstance(message, ListModels | CheckModels)

    def _pull(self, message: PullModel, reply: Reply) -> None:
        for done, total in self.steps:
            reply.event(PullProgressed(message.name, done, total))
        while not self.go_on.wait(0.01):
            if reply.cancelled():
                raise Stopped("Stopped.")
        self.models = [
            msgspec.structs.replace(m, state="installed") if m.name == message.name else m
            for m in self.models
        ]
        reply.finish(ModelList(tuple(self.models), self.machine))
