"""What a person should know of the embedder."""

from __future__ import annotations

from collections.abc import Callable

from desktop_rag.engine.embedding import MeaningTier
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.progress import Progress
from desktop_rag.inference.late_chunking import span_embedder
from desktop_rag.messages.models import ModelStateChanged
from desktop_rag.ports.embedding import Embedder
from desktop_rag.settings import Settings


def tell_embedder(
    meaning: MeaningTier, hub: EventHub, progress: Progress, settings: Callable[[], Settings]
) -> None:
    """Search by meaning is ready, or it is not to be had, or not as it was wished."""
    embedder, problem = meaning.embedder(), meaning.problem
    if embedder is not None:
        hub.publish("models", ModelStateChanged("embed", embedder.name, "ready"))
        _tell_late(embedder, hub, settings().indexing.late_chunking)
    elif problem is not None:
        hub.notice("embedder", problem.message, problem.remedy, "warning")
    progress.changed()


def _tell_late(embedder: Embedder, hub: EventHub, wished: bool) -> None:
    """Say when late chunking is on and the embedder, chosen later, is not fit for it."""
    if not wished or span_embedder(embedder) is not None:
        hub.withdraw("late_chunking")
        return
    hub.notice(
        "late_chunking",
        f"Late chunking is on, but the embedder {embedder.name} is not fit for it: every passage "
        "is embedded by itself.",
        "Choose an embedder that sees 1024 tokens or more, or turn late chunking off.",
        "warning",
    )
