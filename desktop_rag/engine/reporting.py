"""The engine's state in the words of the messages."""

from __future__ import annotations

import os
import time
from pathlib import Path

import psutil

from desktop_rag import __version__
from desktop_rag.domain.source import Root
from desktop_rag.engine.wiring import Engine
from desktop_rag.messages.library import (
    EmbedderStatus,
    LibraryChanged,
    QueueStatus,
    RootStatus,
    Status,
)

_ATTENTION = ("failed", "quarantined", "empty", "partial")


def queue_status(engine: Engine) -> QueueStatus:
    """How much work waits."""
    waiting = engine.catalogue.waiting_count()
    running = engine.indexer.running()
    learning = engine.indexer.learning()
    if waiting == 0 and running == 0 and learning == 0:
        engine.progress.empty()
    done = engine.progress.done
    return QueueStatus(
        waiting=waiting,
        running=max(running, min(learning, 1)),
        eta_s=_seconds_left(engine, waiting, running),
        done=done,
        total=done + waiting + running,
        paused=engine.indexer.paused,
        current=engine.indexer.current(),
        learning=learning,
    )


def _seconds_left(engine: Engine, waiting: int, running: int) -> float | None:
    """Of the files while there are any, then of what is to be learnt."""
    if waiting:
        return engine.progress.seconds_left(waiting)
    return None if running else engine.indexer.learning_seconds_left()


def root_statuses(engine: Engine) -> tuple[RootStatus, ...]:
    """The state of every root."""
    counts = engine.catalogue.root_counts()
    return tuple(
        _root_status(root, counts.get(root.id, {}), engine.indexer.paused)
        for root in engine.catalogue.roots()
    )


def _root_status(root: Root, counts: dict[str, int], paused: bool) -> RootStatus:
    busy = counts.get("waiting", 0) + counts.get("reading", 0)
    if not root.online:
        state = "offline"
    elif busy:
        state = "paused" if paused else "indexing"
    else:
        state = "ready"
    return RootStatus(
        path=root.path,
        state=state,
        files=sum(counts.values()),
        indexed=counts.get("indexed", 0) + counts.get("partial", 0),
        attention=sum(counts.get(name, 0) for name in _ATTENTION),
        watch=root.watch,
        is_file=os.path.isfile(root.path),
        template=dict(root.overrides).get("indexing.template", ""),
    )


def library_changed(engine: Engine) -> LibraryChanged:
    """The event that tells windows of the state."""
    return LibraryChanged(root_statuses(engine), engine.catalogue.counts(), queue_status(engine))


def embedder_status(engine: Engine) -> EmbedderStatus:
    """The embedder, loaded or not."""
    embedder = engine.meaning.embedder()
    if embedder is not None:
        return EmbedderStatus(
            embedder.name, embedder.fingerprint, embedder.dimensions, embedder.window, True
        )
    problem = engine.meaning.problem
    name = engine.settings().models.embedder
    return EmbedderStatus(name, "", 0, 0, False, problem.message if problem else "")


def status(engine: Engine) -> Status:
    """Everything `desktop-rag status` shows."""
    documents, chunks, vectors = engine.documents.counts()
    return Status(
        version=__version__,
        schema=engine.database.schema_version,
        library=str(engine.paths.folder),
        roots=root_statuses(engine),
        files=engine.catalogue.counts(),
        documents=documents,
        chunks=chunks,
        vectors=max(0, vectors - engine.indexer.learning()),
        embedder=embedder_status(engine),
        language_model=engine.models.status(),
        queue=queue_status(engine),
        disk_bytes={
            "sqlite": _size(engine.paths.folder, "library.sqlite3*"),
            "chroma": _size(engine.paths.vectors, "**/*"),
        },
        engine={
            "pid": os.getpid(),
            "rss_bytes": psutil.Process().memory_info().rss,
            "uptime_s": round(time.monotonic() - engine.begun, 1),
        },
        work=engine.catalogue.work(),
        network={"connections_made": engine.models.servers.connections_made},
    )


def _size(folder: Path, pattern: str) -> int:
    if not folder.is_dir():
        return 0
    total = 0
    for path in folder.glob(pattern):
        try:
            if path.is_file():
                total += path.stat().st_size
        except OSError:
            continue  # vanished between listing and looking
    return total
