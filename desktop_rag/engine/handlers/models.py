"""Model files: what is there, what serves which role."""

from __future__ import annotations

import threading
from pathlib import Path

from desktop_rag.domain.errors import DesktopRagError, InvalidRequest, Stopped
from desktop_rag.domain.model_server import ModelServer, read_server
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.model_desk import NONE
from desktop_rag.engine.wiring import Engine
from desktop_rag.inference.catalogue import ModelOffer, find_offer, read_catalogue
from desktop_rag.inference.hardware import Hardware, measure
from desktop_rag.inference.model_files import ModelFile, Role
from desktop_rag.link.server import Reply
from desktop_rag.link.spawn import Child
from desktop_rag.messages.models import (
    AddModel,
    CheckModels,
    ListModels,
    Machine,
    ModelLine,
    ModelList,
    PullModel,
    RemoveModel,
    UseModel,
)

_LOOK_S = 0.1
_CANCEL_S = 3.0
_SETTINGS = {
    "answer": "models.answer",
    "embed": "models.embedder",
    "rerank": "models.rerank",
    "rewrite": "models.rewrite",
    "decompose": "models.decompose",
    "hyde": "models.hyde",
}
_WITHOUT_MODEL = "late_interaction"  # what reranks when no model was chosen for it
_STARTERS = frozenset({"answer", "embed"})  # the other roles stay empty: "as for answers"


def all_of_them(engine: Engine, message: ListModels, reply: Reply) -> None:
    """What is installed, and the machine it would run on."""
    reply.finish(_list(engine, engine.models.shelf.installed()))


def check(engine: Engine, message: CheckModels, reply: Reply) -> None:
    """The same, with checksums computed anew."""
    reply.finish(_list(engine, engine.models.shelf.check()))


def add(engine: Engine, message: AddModel, reply: Reply) -> None:
    """Use a file or folder in place."""
    engine.models.shelf.add(Path(message.path))
    reply.finish(_list(engine, engine.models.shelf.installed()))


def remove(engine: Engine, message: RemoveModel, reply: Reply) -> None:
    """Forget a model; roles that it served go back to the starters."""
    for role in _SETTINGS:
        if _chosen(engine, role) == message.name:
            engine.change_setting(_SETTINGS[role], "starter" if role in _STARTERS else "")
            if role == "rerank":
                engine.change_setting("retrieval.rerank", _WITHOUT_MODEL)
    if read_server(message.name) is None:
        engine.models.shelf.remove(message.name)
    engine.models.changed()
    reply.finish(_list(engine, engine.models.shelf.installed()))


def use(engine: Engine, message: UseModel, reply: Reply) -> None:
    """Give a model a role."""
    role = message.role
    if role not in _SETTINGS:
        raise InvalidRequest(
            f"There is no role {role!r}.", f"The roles are: {', '.join(_SETTINGS)}."
        )
    engine.change_setting(_SETTINGS[role], _fitting(engine, role, message.name))
    if role == "rerank":
        engine.change_setting("retrieval.rerank", _reranker_of(engine, message.name))
    reply.finish(_list(engine, engine.models.shelf.installed()))


def _reranker_of(engine: Engine, name: str) -> str:
    """Who reranks once a model was chosen for it: a model that nobody asks would be no choice."""
    if name == NONE:
        return _WITHOUT_MODEL
    if read_server(name) is not None:
        return "llm_judge"
    file = engine.models.shelf.find("rerank", name)
    return "gguf_rerank" if file.path.is_file() else "cross_encoder"


def _fitting(engine: Engine, role: str, name: str) -> str:
    """What the setting of a role becomes for a model. Raises when it does not fit the role."""
    if name == NONE:
        return NONE if role in _STARTERS else ""
    server = read_server(name)
    if server is None:
        kind: Role = role if role in ("embed", "rerank") else "answer"  # type: ignore[assignment]
        engine.models.shelf.find(kind, name)
        return name
    if role == "embed":
        raise InvalidRequest(
            "A server can write, but not embed.", "Choose an embedder on this machine."
        )
    return server.written


def pull(engine: Engine, message: PullModel, reply: Reply) -> None:
    """Download a model of the catalogue, in a process of its own: the only one that may use the
    network, and only now."""
    offer = find_offer(message.name)
    engine.models.servers.count()
    child = Child("download")
    ended = threading.Event()
    failures: list[DesktopRagError] = []

    def failed(error: DesktopRagError) -> None:
        failures.append(error)
        ended.set()

    try:
        number = child.client.start(
            PullModel(offer.name),
            on_event=reply.event,
            on_done=lambda _done: ended.set(),
            on_failed=failed,
        )
        while not ended.wait(_LOOK_S):
            if reply.cancelled():
                child.client.cancel(number)
                ended.wait(_CANCEL_S)
                raise Stopped("The download was stopped.", "It goes on from here next time.")
    finally:
        child.close(timeout=1.0)
    if failures:
        raise failures[0]
    engine.models.changed()
    reply.finish(_list(engine, engine.models.shelf.installed()))


def _chosen(engine: Engine, role: str) -> str:
    section, field = _SETTINGS[role].split(".")
    return str(getattr(getattr(engine.settings(), section), field))


def _list(engine: Engine, files: list[ModelFile]) -> ModelList:
    hardware = measure()
    ready, why = engine.models.llama.available()
    lines = [_line(engine, file, hardware) for file in files]
    names = {line.name for line in lines}
    lines += _served(engine)
    lines += [_offered(o, hardware) for o in read_catalogue() if o.name not in names]
    return ModelList(
        tuple(lines),
        Machine(
            hardware.cores,
            hardware.memory_bytes,
            hardware.free_memory_bytes,
            hardware.gpu,
            ready,
            why,
        ),
    )


def _line(engine: Engine, file: ModelFile, hardware: Hardware) -> ModelLine:
    chosen = _chosen(engine, file.role)
    state = "missing" if file.missing else "broken" if file.problem else "installed"
    return ModelLine(
        name=file.name,
        role=file.role,
        state=state,
        path=str(file.path),
        size_bytes=file.size_bytes,
        memory_bytes=file.memory_bytes,
        licence=file.licence,
        languages=file.languages,
        fits=hardware.fits(file.memory_bytes) if file.memory_bytes else "unknown",
        in_use=chosen == file.name or (file.starter and chosen == "starter"),
        starter=file.starter,
        sha256=file.sha256,
        problem=file.problem,
        serves=tuple(role for role in _SETTINGS if _chosen(engine, role) == file.name),
        checked=bool(file.sha256) and not file.problem,
    )


def _served(engine: Engine) -> list[ModelLine]:
    """A line a server, with all the roles that it serves."""
    roles: dict[ModelServer, list[str]] = {}
    for role, server in engine.models.served().items():
        roles.setdefault(server, []).append(role)
    return [
        ModelLine(
            server.written,
            "answer",
            "served",
            path=server.url,
            fits="yes",
            in_use="answer" in serves,
            source=server.title,
            serves=tuple(serves),
            host=server.host,
            elsewhere=not server.is_here,
        )
        for server, serves in roles.items()
    ]


def _offered(offer: ModelOffer, hardware: Hardware) -> ModelLine:
    return ModelLine(
        name=offer.name,
        role=offer.role,
        state="offered",
        size_bytes=offer.size_bytes,
        memory_bytes=offer.memory_bytes,
        licence=offer.licence,
        languages=offer.languages,
        purpose=offer.purpose,
        fits=hardware.fits(offer.memory_bytes),
        sha256=offer.sha256 or "",
        source=offer.repository,
    )


ROUTES: Routes = {
    PullModel: pull,
    ListModels: all_of_them,
    CheckModels: check,
    AddModel: add,
    RemoveModel: remove,
    UseModel: use,
}
