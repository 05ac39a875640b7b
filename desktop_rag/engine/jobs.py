"""Indexing: files that wait are read one after another, stored, and learnt.

Three threads: the first reads (through reader processes), the second writes, so that the files are
found by words, and the learner embeds what was written, so that they are found by meaning too.
"""

from __future__ import annotations

import hashlib
import logging
import os
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.domain.errors import (
    DesktopRagError,
    DiskFull,
    EmptyFile,
    FileBusy,
    FileForbidden,
    FileMissing,
    NotText,
    ReaderCrashed,
    Stopped,
    UnsupportedFormat,
)
from desktop_rag.domain.source import FileStamp, FileState
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.learning import Learner
from desktop_rag.engine.passwords import Passwords
from desktop_rag.engine.progress import Progress
from desktop_rag.engine.reader_pool import FileReader
from desktop_rag.engine.reading_plan import ReadingPlan
from desktop_rag.engine.scanning import leads_elsewhere, stamp_of
from desktop_rag.engine.storing import Begun, Ended, Item, Parted, Storing, Unread
from desktop_rag.messages import Message
from desktop_rag.messages.reader import ChunksPrepared, FileRead, ReadFile, StepDone
from desktop_rag.stores.catalogue import Catalogue
from desktop_rag.stores.documents import Documents
from desktop_rag.stores.ledger_rows import WaitingFile

_LOG = logging.getLogger(__name__)
_QUEUE_ITEMS = 24
_TAKE = 16
_BUSY_RETRY_S = 2.0
_FULL_S = 10.0

PlanFor = Callable[[WaitingFile], ReadingPlan]


@dataclass(frozen=True, slots=True)
class Work:
    """What the indexer works with."""

    catalogue: Catalogue
    documents: Documents
    storing: Storing
    learner: Learner
    plan_for: PlanFor
    hub: EventHub
    progress: Progress
    passwords: Passwords
    look_again: Callable[[str, float], None]


class Indexer:
    """Takes waiting files until there are none; `wake` says that there may be more."""

    def __init__(self, work: Work, reader: FileReader) -> None:
        self._work = work
        self._reader = reader
        self._items: queue.Queue[Item] = queue.Queue(_QUEUE_ITEMS)
        self._wake = threading.Event()
        self._go = threading.Event()
        self._go.set()
        self._stopping = threading.Event()
        self._guard = threading.Lock()
        self._in_flight: set[str] = set()
        self._step: tuple[str, StepDone] | None = None
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin."""
        self._threads = [
            threading.Thread(target=self._feed, name="index-read", daemon=True),
            threading.Thread(target=self._store, name="index-store", daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._work.learner.start()

    def wake(self) -> None:
        """There may be new files that wait."""
        self._wake.set()

    def pause(self) -> None:
        """Take no new files and learn nothing new."""
        self._go.clear()
        self._work.learner.pause()

    def resume(self) -> None:
        """Go on."""
        self._go.set()
        self._work.learner.resume()
        self.wake()

    @property
    def paused(self) -> bool:
        """True between `pause` and `resume`."""
        return not self._go.is_set()

    def running(self) -> int:
        """Files that are being read or stored."""
        with self._guard:
            return len(self._in_flight)

    def current(self) -> str:
        """One of the files being worked on, or nothing."""
        with self._guard:
            return next(iter(self._in_flight), "")

    def step_of(self, path: str) -> StepDone | None:
        """How far the reader is with a long file, when it is the one being read."""
        step = self._step
        return step[1] if step is not None and step[0] == path else None

    def idle(self) -> bool:
        """True when nothing waits, nothing is being worked on and all is learnt."""
        # in this order: a file leaves the ledger's queue only after it was noted as running, and
        # is no longer running only after the learner has it
        return (
            self._work.catalogue.waiting_count() == 0
            and self.running() == 0
            and self.learning() == 0
        )

    def learning(self) -> int:
        """Passages that are found by words and not yet by meaning."""
        return self._work.learner.waiting()

    def learn_missing(self, fingerprint: str) -> None:
        """Find passages that an embedder has no vectors of, and learn them."""
        self._work.learner.take_up(fingerprint)

    def learning_seconds_left(self) -> float | None:
        """Time that these will take; None when unknown, or when there are none."""
        return self._work.learner.seconds_left() if self.learning() else None

    def stop(self) -> None:
        """End both threads; what was not finished waits for the next start."""
        self._stopping.set()
        self._go.set()
        self._wake.set()
        self._reader.close()
        self._work.learner.stop()
        for thread in self._threads:
            thread.join(timeout=20)

    # --- reading --------------------------------------------------------------------------------

    def _feed(self) -> None:
        self._until_stopped(self._feed_some)

    def _feed_some(self) -> None:
        self._go.wait()
        self._wake.clear()
        with self._guard:
            busy = set(self._in_flight)
        waiting = self._work.catalogue.next_waiting(_TAKE, exclude=busy)
        for file in waiting:
            if self._stopping.is_set() or not self._go.is_set():
                return
            self._take(file)
        if not waiting:
            self._wake.wait(1.0)

    def _until_stopped(self, step: Callable[[], None]) -> None:
        """Run a step again and again. What it raises is said or logged; indexing goes on."""
        while not self._stopping.is_set():
            try:
                step()
            except DiskFull as error:
                self._wait_for_room(error)
            except DesktopRagError as error:
                _LOG.exception("indexing: %s", error.detail)
                self._stopping.wait(1.0)
            except Exception:  # noqa: BLE001 - the thread's border: a bug must not end indexing
                _LOG.exception("bug while indexing")
                self._stopping.wait(1.0)

    def _take(self, file: WaitingFile) -> None:
        with self._guard:
            self._in_flight.add(file.path)
        try:
            self._read(file)
        except Stopped:
            self._done(file.path)
        except DiskFull:
            self._done(file.path)  # it is "reading" still, and waits again when there is room
            raise
        except DesktopRagError as error:
            self._put(Unread(file.path, error))
        except Exception as error:  # noqa: BLE001 - the thread's border: this file says so
            _LOG.exception("bug while reading a file")
            self._put(Unread(file.path, _bug(error)))

    def _read(self, file: WaitingFile) -> None:
        work = self._work
        stamp = _stamp(file.path)
        plan = work.plan_for(file)
        reader = plan.reader_of(file.path)
        content_hash = hash_file(file.path)
        strategy = plan.strategy_of(reader)
        known = work.documents.find(content_hash, strategy)
        if known is not None:
            work.documents.link(file.path, known, stamp, content_hash)
            work.progress.finished(stamp.size)
            self._done(file.path)
            return
        work.catalogue.begin_attempt(file.path)
        self._put(Begun(file.path, content_hash, strategy, stamp, plan.settings.breadcrumbs))

        def part(message: Message) -> None:
            if isinstance(message, ChunksPrepared):
                self._put(Parted(file.path, message.drafts, message.regions))
            elif isinstance(message, StepDone):
                self._step = (file.path, message)

        def with_password(password: str | None) -> FileRead:
            settings = plan.settings.model_dump_json()
            return self._reader.read(
                ReadFile(file.path, settings, plan.mode, password),
                part,
                seconds=plan.settings.file_seconds,
                memory_bytes=plan.settings.file_memory_mb * 1_000_000,
            )

        read = work.passwords.opened(file.path, with_password)
        if _stamp(file.path) != stamp:
            raise FileBusy("The file changed while it was being read.", "It is read again soon.")
        self._put(Ended(file.path, read.facts, read.mode, stamp))

    def _put(self, item: Item) -> None:
        while not self._stopping.is_set():
            try:
                self._items.put(item, timeout=0.2)
                return
            except queue.Full:
                continue
        raise Stopped("The engine is closing.")

    # --- storing --------------------------------------------------------------------------------

    def _store(self) -> None:
        self._until_stopped(self._store_some)

    def _store_some(self) -> None:
        storing = self._work.storing
        try:
            item = self._items.get(timeout=0.05 if storing.pending() else 0.3)
        except queue.Empty:
            self._flush()
            return
        if isinstance(item, Unread):
            self._flush()
            self._unread(item)
        elif storing.take(item):
            self._flush()

    def _flush(self) -> None:
        storing = self._work.storing
        if not storing.pending():
            return
        try:
            finished = storing.flush(self._stopping)
        except Stopped:
            return
        except DiskFull:
            for path in storing.abandon():
                self._done(path)
            raise
        except DesktopRagError as error:
            _LOG.exception("storing failed: %s", error.detail)
            self._fail_all(storing.abandon(), error)
            return
        except Exception as error:  # noqa: BLE001 - these files say so, and work goes on
            _LOG.exception("bug while storing")
            self._fail_all(storing.abandon(), _bug(error))
            return
        self._work.hub.withdraw("disk")
        for path, size in finished:
            self._work.progress.finished(size)
            self._done(path)

    def _unread(self, item: Unread) -> None:
        """A file could not be read: write down why."""
        work = self._work
        work.storing.forget(item.path)
        error = item.error
        if isinstance(error, FileMissing):
            work.catalogue.forget([item.path])
        elif isinstance(error, ReaderCrashed):
            work.catalogue.note_crash(item.path, error)
        elif isinstance(error, FileBusy):
            self._busy(item.path, error)
        else:
            work.catalogue.fail_file(item.path, state_for(error), error)
        work.progress.finished(0)
        self._done(item.path)

    def _busy(self, path: str, error: FileBusy) -> None:
        """It changed under our hands: look again when it is quiet."""
        self._work.catalogue.fail_file(path, "waiting", error)
        self._work.look_again(path, _BUSY_RETRY_S)

    def _fail_all(self, paths: list[str], error: DesktopRagError) -> None:
        for path in paths:
            self._work.catalogue.fail_file(path, "failed", error)
            self._done(path)

    def _wait_for_room(self, error: DesktopRagError) -> None:
        """The disk is full: say so, and take up again what was left when there is room."""
        self._work.hub.notice("disk", error.message, error.remedy, "error")
        while not self._stopping.wait(_FULL_S):
            try:
                self._work.catalogue.recover()
                return
            except DiskFull:
                continue

    def _done(self, path: str) -> None:
        with self._guard:
            self._in_flight.discard(path)
        self._work.progress.changed()


def state_for(error: DesktopRagError) -> FileState:
    """The ledger's state for a file that could not be read."""
    if isinstance(error, EmptyFile):
        return "empty"
    if isinstance(error, UnsupportedFormat | NotText):
        return "skipped"
    return "failed"


def hash_file(path: str) -> str:
    """SHA-256 of a file's bytes, hex. Raises `FileMissing` or `FileForbidden`."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise FileMissing("The file is gone.", "Nothing to do.", detail=str(error)) from error
    except OSError as error:
        raise FileForbidden(
            "The file could not be read.",
            "Check its rights and the drive, then press retry.",
            detail=str(error),
        ) from error


def _stamp(path: str) -> FileStamp:
    if leads_elsewhere(path):
        raise FileMissing("A link stands in the place of the file.", "Links are not followed.")
    try:
        return stamp_of(os.stat(path))
    except FileNotFoundError as error:
        raise FileMissing("The file is gone.", "Nothing to do.", detail=str(error)) from error
    except OSError as error:
        raise FileForbidden(
            "The file could not be reached.", "Check its rights and the drive.", detail=str(error)
        ) from error


def _bug(error: Exception) -> DesktopRagError:
    return DesktopRagError(
        "Something went wrong inside the application with this file.",
        "Press retry; the log has the details.",
        detail=repr(error),
    )
