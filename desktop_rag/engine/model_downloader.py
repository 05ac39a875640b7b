"""The downloader process: the only one that may use the network, and only when asked to."""

from __future__ import annotations

from collections.abc import Callable

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.host.paths import AppPaths, app_paths, private_folder
from desktop_rag.inference.catalogue import find_offer
from desktop_rag.inference.downloads import download
from desktop_rag.inference.hub import Hub, HuggingFaceHub
from desktop_rag.inference.model_files import ModelShelf
from desktop_rag.link.server import Handle, Reply
from desktop_rag.link.spawn import serve_parent
from desktop_rag.messages import Message
from desktop_rag.messages.common import Done
from desktop_rag.messages.models import PullModel, PullProgressed


def run_downloader(address: str) -> int:
    """Serve the engine until it goes away."""
    serve_parent(address, downloader_handler(app_paths(), HuggingFaceHub))
    return 0


def downloader_handler(paths: AppPaths, connect: Callable[[], Hub]) -> Handle:
    """`PullModel`: downloads, tells `PullProgressed`, puts the model on the list, says `Done`."""

    def handle(message: Message, reply: Reply) -> None:
        if not isinstance(message, PullModel):
            raise InvalidRequest(f"A downloader does not know {type(message).__name__}.")
        offer = find_offer(message.name)
        arrived = download(
            offer,
            private_folder(paths.models),
            connect(),
            on_progress=lambda done, total: reply.event(PullProgressed(offer.name, done, total)),
            cancelled=reply.cancelled,
        )
        shelf = ModelShelf(paths.models)
        shelf.add(arrived.path, sha256=arrived.sha256, licence=offer.licence, name=offer.name)
        reply.finish(Done())

    return handle
