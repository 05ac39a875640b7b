"""The engine's life: take the library, serve callers, end cleanly when nobody needs it."""

from __future__ import annotations

import faulthandler
import json
import logging
import os
import secrets
import shutil
import signal
import threading
import time
from pathlib import Path

from desktop_rag.domain.errors import DesktopRagError, InternalError, LibraryReadOnly
from desktop_rag.engine.routes import engine_handler
from desktop_rag.engine.wiring import Engine, wire
from desktop_rag.host.lock import FileLock
from desktop_rag.host.logs import start_log
from desktop_rag.host.moved import library_at
from desktop_rag.host.paths import LibraryPaths, app_paths, private_folder, socket_address
from desktop_rag.host.restoring import waiting_backup
from desktop_rag.host.spans import write_spans
from desktop_rag.link.attach import Address, read_address, write_address
from desktop_rag.link.channel import Channel
from desktop_rag.link.listening import Listening
from desktop_rag.link.server import Connected
from desktop_rag.stores.backups import take_backup

_LOG = logging.getLogger(__name__)
_TICK_S = 0.25
_PAUSE_FOR_TELLING = 20.0  # times as long as telling took


def run_engine(library: Path, report: Path) -> int:
    """Serve the library until told to end or left alone. A start that fails writes its reason as
    JSON to `report` and returns 3."""
    faulthandler.enable()
    paths = app_paths()
    start_log(paths.logs, "engine")
    lock = FileLock(LibraryPaths(library).lock)
    try:
        _prepare_folder(library)
        lock.acquire()
        _remove_dead_sockets(library)
        _take_restored(LibraryPaths(library))
        engine = wire(library, paths)
    except DesktopRagError as error:
        _write_reason(report, error)
        return 3
    except Exception as error:  # noqa: BLE001 - the border of the process: a bug becomes a sentence
        _LOG.exception("the engine could not start")
        _write_reason(
            report,
            InternalError(
                "The engine could not start because of a fault in the application.",
                "Look into the log, or run `desktop-rag doctor`.",
                detail=repr(error),
            ),
        )
        return 3
    try:
        Serving(engine, LibraryPaths(library)).run()
    finally:
        engine.close()
        _remove_moved(LibraryPaths(library))
        lock.release()
        _LOG.info("the engine ended")
    return 0


class Serving:
    """Accepts callers and watches whether anybody still needs the engine."""

    def __init__(self, engine: Engine, paths: LibraryPaths) -> None:
        self._engine = engine
        self._paths = paths
        self._address = Address(
            socket_address("engine", paths.folder), secrets.token_bytes(32), os.getpid()
        )
        self._listening = Listening(self._address.socket, self._address.key)
        self._guard = threading.Lock()
        self._callers = 0
        self._left_alone_since = time.monotonic()

    def run(self) -> None:
        """Serve until `Shutdown`, a signal, or the linger time is over."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._engine.stopping.set())
        write_address(self._paths.address, self._address)
        threading.Thread(target=self._accept, name="accept", daemon=True).start()
        self._engine.start()
        threading.Thread(
            target=write_spans, args=(app_paths().logs,), name="spans", daemon=True
        ).start()
        try:
            while not self._engine.stopping.is_set() and not self._abandoned():
                if self._engine.progress.take_change(_TICK_S):
                    begun = time.monotonic()
                    self._engine.tell_library()
                    # telling counts the whole ledger: that must not become the work itself
                    pause = max(_TICK_S, _PAUSE_FOR_TELLING * (time.monotonic() - begun))
                    self._engine.stopping.wait(pause)
        finally:
            self._withdraw_address()
            self._listening.close()

    def _accept(self) -> None:
        while (channel := self._listening.accept()) is not None:
            threading.Thread(
                target=self._serve, args=(channel,), name="caller", daemon=True
            ).start()

    def _serve(self, channel: Channel) -> None:
        with self._guard:
            self._callers += 1
        try:
            Connected(channel, engine_handler(self._engine)).run()
        finally:
            with self._guard:
                self._callers -= 1
                self._left_alone_since = time.monotonic()

    def _abandoned(self) -> bool:
        """Nobody is connected, nothing is to be done and the linger time is over; or the library's
        folder was taken away."""
        with self._guard:
            alone = self._callers == 0
            since = self._left_alone_since
        if not self._paths.folder.is_dir():
            _LOG.warning("the library's folder is gone")
            return True
        if not alone or not self._engine.indexer.idle():
            self._left_alone_since = time.monotonic() if not alone else since
            return False
        return time.monotonic() - since > self._engine.settings().application.linger_s

    def _withdraw_address(self) -> None:
        published = read_address(self._paths.address)
        if published is not None and published.pid == os.getpid():
            self._paths.address.unlink(missing_ok=True)


def _prepare_folder(library: Path) -> None:
    try:
        private_folder(library)
    except OSError as error:
        raise LibraryReadOnly(
            f"The library folder {library} cannot be made or written to.",
            "Choose another folder with --library, or make this one writable.",
            detail=str(error),
        ) from error


def _remove_dead_sockets(library: Path) -> None:
    """Delete what engines left that were killed: with the lock held, none of them is alive."""
    for socket in library.glob("engine-*.sock"):
        socket.unlink(missing_ok=True)


def _take_restored(paths: LibraryPaths) -> None:
    """A backup that waits takes the library's place."""
    waiting = waiting_backup(paths.folder)
    if waiting.exists():
        kept = take_backup(waiting, paths.database, paths.vectors)
        _LOG.info("a backup was restored; the library before it: %s", kept)


def _remove_moved(paths: LibraryPaths) -> None:
    """Delete what a library that was moved left in its old folder, but for the word of it."""
    if library_at(paths.folder) == paths.folder:
        return
    shutil.rmtree(paths.vectors, ignore_errors=True)
    for path in paths.folder.glob(f"{paths.database.name}*"):
        path.unlink(missing_ok=True)


def _write_reason(report: Path, error: DesktopRagError) -> None:
    _LOG.error("start failed: %s (%s)", error.message, error.detail)
    data = {
        "code": error.code,
        "message": error.message,
        "remedy": error.remedy,
        "detail": error.detail,
    }
    fresh = report.with_suffix(".new")
    try:
        fresh.write_text(json.dumps(data), encoding="utf-8")
        os.replace(fresh, report)
    except OSError:
        _LOG.exception("the reason could not be handed over")
