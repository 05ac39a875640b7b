"""Language models on servers that the person named."""

from __future__ import annotations

import os
import threading

from desktop_rag.domain.errors import ModelFailure
from desktop_rag.domain.model_server import ModelServer, is_this_machine
from desktop_rag.inference.served_model import ServedChoice, ServedLanguageModel
from desktop_rag.inference.server_errors import KEY_VARIABLE
from desktop_rag.messages.library import Finding, LanguageModelStatus

LANGUAGE_ROLES = ("answer", "rewrite", "decompose", "hyde", "rerank")


class ServerDesk:
    """Gives out models on servers, one object a server and context, and counts each contact with
    another machine in `connections_made`."""

    def __init__(self) -> None:
        self.connections_made = 0
        self._guard = threading.Lock()
        self._models: dict[tuple[ModelServer, int], ServedLanguageModel] = {}

    def model(self, server: ModelServer, context: int) -> ServedLanguageModel:
        """The model on a server; nothing is sent yet. The key comes from the environment."""
        with self._guard:
            model = self._models.get((server, context))
            if model is None:
                key = os.environ.get(KEY_VARIABLE, "")
                model = ServedLanguageModel(ServedChoice(server, key, context, self.count))
                self._models[(server, context)] = model
            return model

    def count(self) -> None:
        """Something is about to leave this machine."""
        with self._guard:
            self.connections_made += 1

    def count_if_away(self, host: str) -> None:
        """Something is about to be sent to `host`."""
        if host and not is_this_machine(host):
            self.count()

    def forget(self) -> None:
        """Ask the servers anew what they have."""
        with self._guard:
            self._models.clear()


def server_status(server: ModelServer) -> LanguageModelStatus:
    """How a model on a server stands: it is there when it is asked."""
    return LanguageModelStatus(
        server.title, "available", server.url, host=server.host, elsewhere=not server.is_here
    )


def server_findings(servers: dict[str, ModelServer], desk: ServerDesk) -> list[Finding]:
    """A warning for each server that is not this machine, which is not contacted for that, and for
    each on this machine that does not answer; `servers` by role."""
    return [
        finding
        for server in dict.fromkeys(servers.values())
        if (finding := _looked_at(server, desk)) is not None
    ]


def _looked_at(server: ModelServer, desk: ServerDesk) -> Finding | None:
    if not server.is_here:
        return Finding(
            "language model",
            "warning",
            f"{server.title} is not on this machine: questions and passages are sent there.",
            "Choose a model on this machine under Models, if they should not be.",
        )
    try:
        desk.model(server, 0).facts()
    except ModelFailure as error:
        return Finding("language model", "warning", error.message, error.remedy)
    return None


def judges_only(server: ModelServer) -> ModelFailure:
    """A server in the place of a reranker."""
    return ModelFailure(
        f"{server.title} is a language model and gives no scores of its own.",
        "Choose llm_judge as the reranker: then it judges each passage.",
    )
