"""The reader process: reads one file at a time and cuts it into chunks. It may be killed."""

from __future__ import annotations

import faulthandler
import os
import time
from collections.abc import Callable

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.engine.plugins import Parts, load_parts
from desktop_rag.engine.reading_plan import ReadingPlan
from desktop_rag.indexing.preparing import PreparedBatch, prepare
from desktop_rag.link.server import Handle, Reply
from desktop_rag.link.spawn import serve_parent
from desktop_rag.messages import Message
from desktop_rag.messages.common import Done, Ping
from desktop_rag.messages.reader import (
    ChunksPrepared,
    FileRead,
    MeasurePages,
    PageSizes,
    ReadFile,
    StepDone,
)
from desktop_rag.messages.viewer import PageImage, RenderPage
from desktop_rag.ports.reading import ReadLimits, ReadRequest
from desktop_rag.reading.rendering import page_sizes, render_page
from desktop_rag.settings.indexing import IndexingSettings

_STEP_S = 1.0


def run_reader(address: str) -> int:
    """Serve the engine until it goes away."""
    faulthandler.enable()
    if os.name == "posix":
        os.nice(5)  # the person's own work and the answer come first
    serve_parent(address, reader_handler(load_parts()))
    return 0


def reader_handler(parts: Parts) -> Handle:
    """What a reader process does on each message."""

    def handle(message: Message, reply: Reply) -> None:
        if isinstance(message, ReadFile):
            _read(message, reply, parts)
        elif isinstance(message, MeasurePages):
            reply.finish(PageSizes(tuple(page_sizes(message.path, message.password))))
        elif isinstance(message, RenderPage):
            png = render_page(message.path, message.page, message.scale, message.password)
            reply.finish(PageImage(message.page, message.scale, png))
        elif isinstance(message, Ping):
            reply.finish(Done())
        else:
            raise InvalidRequest(f"A reader does not know {type(message).__name__}.")

    return handle


def _read(message: ReadFile, reply: Reply, parts: Parts) -> None:
    settings = IndexingSettings.model_validate_json(message.settings)
    plan = ReadingPlan(parts, settings, message.mode)
    reader = plan.reader_of(message.path)
    request = ReadRequest(
        path=message.path,
        name=os.path.basename(message.path),
        limits=ReadLimits(memory_bytes=settings.file_memory_mb * 1_000_000),
        ocr=settings.ocr,
        flatten=settings.flatten_data,
        template=settings.template,
        password=lambda _path: message.password,
        step=_telling(reply),
    )
    for step in prepare(
        reader.open(request),
        mode=plan.mode,
        settings=settings,
        file_name=request.name,
        chunkers=list(parts.chunkers.values()),
        enrichers=plan.enrichers,
    ):
        if isinstance(step, PreparedBatch):
            reply.event(ChunksPrepared(step.drafts, step.regions))
        else:
            reply.finish(FileRead(step.facts, step.mode, plan.strategy_of(reader), step.chars))


def _telling(reply: Reply) -> Callable[[int, int], None]:
    """Tells the engine of a reader's steps, once a second at most."""
    told = time.monotonic()

    def step(done: int, total: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _STEP_S:
            told = now
            reply.event(StepDone(done, total))

    return step
