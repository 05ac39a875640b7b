"""Which model serves which role, and how it stands."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from desktop_rag.domain.errors import DesktopRagError, ModelFailure, ModelMissing
from desktop_rag.domain.model_server import ModelServer, read_server
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.model_client import HostedLanguageModel, ModelChoice
from desktop_rag.engine.server_desk import (
    LANGUAGE_ROLES,
    ServerDesk,
    judges_only,
    server_findings,
    server_status,
)
from desktop_rag.host.paths import AppPaths, private_folder
from desktop_rag.inference.cross_encoder import CrossEncoderScorer
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.gguf_scorer import GgufScorer
from desktop_rag.inference.hardware import LlamaProbe
from desktop_rag.inference.late_chunking import why_not_late
from desktop_rag.inference.model_files import ModelFile, ModelShelf, Role
from desktop_rag.messages.library import Finding, LanguageModelStatus
from desktop_rag.messages.models import ModelStateChanged
from desktop_rag.ports.language_model import LanguageModel
from desktop_rag.ports.retrieval import Scorer
from desktop_rag.settings import Settings
from desktop_rag.settings.models import ModelSettings

NONE = "none"


class ModelDesk:
    """Gives out models by role. One model file runs once, whatever roles it serves; a role may
    also be served by a server (`servers`)."""

    def __init__(self, paths: AppPaths, settings: Callable[[], Settings], hub: EventHub) -> None:
        self.shelf = ModelShelf(private_folder(paths.models))
        self.llama = LlamaProbe()
        self.servers = ServerDesk()
        self._settings = settings
        self._hub = hub
        self._guard = threading.Lock()
        self._found: dict[tuple[Role, str], ModelFile] = {}
        self._running: dict[Path, HostedLanguageModel] = {}
        self._scorer: tuple[Path, CrossEncoderScorer] | None = None

    # --- language models ------------------------------------------------------------------------

    def model(self, role: str, settings: Settings | None = None) -> LanguageModel:
        """The language model for a role, by the person's settings or by those of one call. Raises
        `ModelFailure` with what to do."""
        server = self.server(role, settings)
        if server is not None:
            return self.servers.model(server, (settings or self._settings()).models.context)
        return self._run(self.choice(role, settings), "answer")

    def server(self, role: str, settings: Settings | None = None) -> ModelServer | None:
        """The server that serves a role of a language model, or None for a file."""
        models = (settings or self._settings()).models
        return read_server(getattr(models, role, "") or models.answer)

    def served(self) -> dict[str, ModelServer]:
        """All roles that the person gave to a server."""
        models = self._settings().models
        found = {role: read_server(getattr(models, role)) for role in LANGUAGE_ROLES}
        return {role: server for role, server in found.items() if server is not None}

    def choice(self, role: str, settings: Settings | None = None) -> ModelChoice:
        """Which file serves a role (`answer`, `rewrite` …). Raises `ModelFailure`."""
        models = (settings or self._settings()).models
        name = getattr(models, role, "") or models.answer
        if name == NONE:
            raise ModelMissing(
                "No language model is chosen, so the best sentences are quoted.",
                "Choose one under Models.",
            )
        return self._choice_of(name, models)

    @contextmanager
    def lent(self, name: str) -> Iterator[LanguageModel]:
        """The language model called `name` (empty: that for answers) for a short while: one that
        serves no role leaves memory afterwards. Raises `ModelFailure`."""
        models = self._settings().models
        server = read_server(name)
        if server is not None:
            yield self.servers.model(server, models.context)
            return
        if not name:
            yield self.model("answer")
            return
        choice = self._choice_of(name, models)
        with self._guard:
            running = self._running.get(choice.path)
        hosted = running or HostedLanguageModel(choice)
        try:
            yield hosted
        finally:
            if running is None:
                hosted.close()

    def _choice_of(self, name: str, models: ModelSettings) -> ModelChoice:
        self._need_llama()
        file = self._file("answer", name)
        return ModelChoice(
            file.name,
            file.path,
            models.context,
            models.gpu_layers,
            models.threads,
            models.unload_after_s,
            file.starter,
        )

    def is_starter(self, role: str, settings: Settings | None = None) -> bool:
        """True when the model that came with the application serves a role."""
        try:
            return self.choice(role, settings).starter
        except ModelFailure:
            return False

    def status(self) -> LanguageModelStatus:
        """The model for answers and how it stands; never loads it."""
        try:
            server = self.server("answer")
            if server is not None:
                return server_status(server)
            choice = self.choice("answer")
        except DesktopRagError as error:
            return LanguageModelStatus("", "none", problem=error.message, remedy=error.remedy)
        with self._guard:
            hosted = self._running.get(choice.path)
        if hosted is not None:
            return hosted.state()
        size = choice.path.stat().st_size if choice.path.is_file() else 0
        return LanguageModelStatus(choice.name, "available", str(choice.path), size, choice.starter)

    def changed(self) -> None:
        """Settings or files changed: models run anew as they say now, and old crashes are
        forgiven."""
        self.close()
        self._tell("answer", self.status())

    def close(self) -> None:
        """End all model hosts."""
        with self._guard:
            closing = list(self._running.values())
            self._running.clear()
            self._found.clear()
            self._scorer = None
        self.servers.forget()
        for hosted in closing:
            hosted.close()

    def options(self, settings: Settings | None = None) -> Mapping[str, str]:
        """Options for the steps of a search."""
        retrieval = (settings or self._settings()).retrieval
        return {
            "budget_ms": str(retrieval.preprocess_ms),
            "url": retrieval.rerank_url,
            "shape": retrieval.rerank_shape,
            "model": retrieval.rerank_server_model,
            "key": retrieval.rerank_key,
            "per_file": str(retrieval.per_file),
        }

    def used_by(self, step: str, settings: Settings) -> str:
        """The name of the model that a step of a search uses; empty for a step without one."""
        chosen = settings.models
        if step in ("rewrite", "decompose", "hyde"):
            return os.path.basename(getattr(chosen, step) or chosen.answer)
        if step == "llm_judge":
            return os.path.basename(chosen.rerank or chosen.answer)
        return settings.retrieval.rerank_server_model if step == "http_rerank" else ""

    def reranker(self, settings: Settings | None = None) -> Scorer:
        """The reranker that was chosen: a folder is a cross-encoder, a GGUF file ranks by pooling.
        Raises `ModelFailure`."""
        name = (settings or self._settings()).models.rerank
        if not name:
            raise ModelMissing(
                "No model is chosen for reranking.",
                "Choose a cross-encoder folder or a GGUF reranker under Models.",
            )
        server = read_server(name)
        if server is not None:
            raise judges_only(server)
        file = self._file("rerank", name)
        if file.path.is_file():
            return GgufScorer(self._hosted_ranker(file).rank, file.name)
        with self._guard:
            if self._scorer is None or self._scorer[0] != file.path:
                self._scorer = (file.path, CrossEncoderScorer(file.path, file.name))
            return self._scorer[1]

    def _hosted_ranker(self, file: ModelFile) -> HostedLanguageModel:
        """The reranker's own process. Its context is chosen by itself: it holds one pair."""
        models = self._settings().models
        self._need_llama()
        choice = ModelChoice(
            file.name,
            file.path,
            gpu_layers=models.gpu_layers,
            threads=models.threads,
            unload_after_s=models.unload_after_s,
        )
        return self._run(choice, "rerank")

    def _need_llama(self) -> None:
        ready, why = self.llama.available()
        if not ready:
            raise ModelMissing(*_in_two(why))

    def _run(self, choice: ModelChoice, role: Role) -> HostedLanguageModel:
        with self._guard:
            hosted = self._running.get(choice.path)
            if hosted is None:
                hosted = HostedLanguageModel(choice, on_state=partial(self._tell, role))
                self._running[choice.path] = hosted
            return hosted

    def _file(self, role: Role, name: str) -> ModelFile:
        """A model of the shelf; looked at once, because its header and checksum are read."""
        with self._guard:
            file = self._found.get((role, name))
        if file is None or not file.path.exists():
            file = self.shelf.find(role, name)
            with self._guard:
                self._found[(role, name)] = file
        return file

    def _tell(self, role: Role, state: LanguageModelStatus) -> None:
        self._hub.publish(
            "models",
            ModelStateChanged(role, state.name, state.state, state.problem, state.remedy),
        )

    # --- the embedder ---------------------------------------------------------------------------

    def load_embedder(self, name: str) -> SentenceTransformerEmbedder:
        """An embedder, loaded. Raises `ModelMissing` or `ModelBroken`."""
        models = self._settings().models
        file = self._file("embed", name)
        facts = read_embedder_facts(file.path, file.name, self.shelf.hashes)
        embedder = SentenceTransformerEmbedder(facts, threads=models.threads)
        embedder.load()
        return embedder

    def why_not_late(self) -> str:
        """Why late chunking is of no use with the embedder of the settings, or nothing. Raises
        `ModelMissing` or `ModelBroken` when there is no such embedder."""
        file = self._file("embed", self._settings().models.embedder)
        return why_not_late(read_embedder_facts(file.path, file.name, self.shelf.hashes))

    def findings(self) -> list[Finding]:
        """What the doctor should say about models."""
        status, doubts = self.status(), server_findings(self.served(), self.servers)
        if status.state == "none":
            return [Finding("language model", "warning", status.problem, status.remedy)]
        if status.problem:
            return [Finding("language model", "broken", status.problem, status.remedy)]
        return doubts or [Finding("language model", "ok", f"{status.name} is there.")]


def _in_two(text: str) -> tuple[str, str]:
    """A sentence and the remedy that follows it."""
    sentence, _, remedy = text.partition(". ")
    return (f"{sentence}.", remedy) if remedy else (text, "")
