"""Files, folders, status."""

from __future__ import annotations

import time
from dataclasses import replace

from desktop_rag.domain.source import FileEntry, Root
from desktop_rag.engine.comparing import Comparison
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.library import AddRequest
from desktop_rag.engine.reporting import queue_status, status
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages.common import Done
from desktop_rag.messages.library import (
    AddPaths,
    AddReport,
    ChangeRoot,
    DoctorReport,
    FilePage,
    Finding,
    GetKeyring,
    GetStatus,
    GivePassword,
    IndexingProgress,
    KeyringState,
    ListFiles,
    PasswordGiven,
    PauseIndexing,
    RemovePaths,
    RemoveReport,
    ResumeIndexing,
    RetryFiles,
    RunDoctor,
    Sync,
)
from desktop_rag.stores.health import examine


def add(engine: Engine, message: AddPaths, reply: Reply) -> None:
    """Add folders or files; with `wait`, until they are searchable."""
    begun = time.time()
    request = AddRequest(
        message.paths,
        message.mode,
        message.ignore,
        message.watch,
        message.overrides,
        message.first,
    )
    roots, comparison = engine.library.add(request)
    _report(engine, roots, comparison, message.wait, reply, begun)


def sync(engine: Engine, message: Sync, reply: Reply) -> None:
    """Make the library equal to the disk."""
    begun = time.time()
    roots, comparison = engine.library.sync(message.overrides)
    _report(engine, roots, comparison, message.wait, reply, begun)


def _report(
    engine: Engine,
    roots: list[Root],
    comparison: Comparison,
    wait: bool,
    reply: Reply,
    begun: float,
) -> None:
    engine.progress.changed()
    problems: list[FileEntry] = []
    if wait:
        engine.library.wait(
            roots,
            lambda: reply.event(IndexingProgress(queue_status(engine), engine.catalogue.counts())),
            reply.cancelled,
        )
        problems = engine.library.problems(roots)
    reply.finish(
        AddReport(
            tuple(root.path for root in roots),
            engine.library.indexed_since(roots, begun),
            comparison.unchanged + comparison.moved,
            tuple(problems),
            time.time() - begun,
        )
    )


def change_root(engine: Engine, message: ChangeRoot, reply: Reply) -> None:
    """Change settings of one folder or file."""
    engine.library.change(message.path, message.overrides)
    engine.progress.changed()
    reply.finish(Done())


def remove(engine: Engine, message: RemovePaths, reply: Reply) -> None:
    """Forget folders or files."""
    forgotten, unknown = engine.library.remove(message.paths)
    engine.apply_outbox()
    engine.progress.changed()
    reply.finish(RemoveReport(forgotten, tuple(unknown)))


def pause(engine: Engine, message: PauseIndexing, reply: Reply) -> None:
    """Take no new files."""
    engine.indexer.pause()
    engine.progress.changed()
    reply.finish(Done())


def resume(engine: Engine, message: ResumeIndexing, reply: Reply) -> None:
    """Go on with indexing."""
    engine.indexer.resume()
    engine.progress.changed()
    reply.finish(Done())


def retry(engine: Engine, message: RetryFiles, reply: Reply) -> None:
    """Read files again that failed."""
    engine.catalogue.retry(message.paths or None)
    engine.indexer.wake()
    engine.progress.changed()
    reply.finish(Done())


def give_password(engine: Engine, message: GivePassword, reply: Reply) -> None:
    """Take a password and read the file again; an empty one forgets it."""
    if not message.password:
        engine.passwords.forget(message.path)
        reply.finish(PasswordGiven())
        return
    problem = engine.passwords.give(message.path, message.password, keep=message.keep)
    if problem:
        engine.hub.notice("keyring", problem, "", "warning")
    engine.catalogue.retry([message.path])
    engine.indexer.wake()
    engine.progress.changed()
    reply.finish(PasswordGiven(problem))


def get_keyring(engine: Engine, message: GetKeyring, reply: Reply) -> None:
    """Whether passwords can be kept."""
    reply.finish(KeyringState(engine.passwords.why_not_kept()))


def _with_step(engine: Engine, file: FileEntry) -> FileEntry:
    """The ledger's line; of a long file that is being read it says how far."""
    step = engine.indexer.step_of(file.path) if file.state == "reading" else None
    if step is None or not step.total:
        return file
    return replace(file, reason=f"Page {step.done + 1} of {step.total} is being read.")


def list_files(engine: Engine, message: ListFiles, reply: Reply) -> None:
    """A page of the ledger."""
    files, more = engine.catalogue.files(
        state=message.state,
        under=message.under,
        contains=message.contains,
        after=message.after,
        limit=message.limit,
    )
    total = -1
    if not message.after:
        total = engine.catalogue.count_files(
            state=message.state, under=message.under, contains=message.contains
        )
    reply.finish(FilePage(tuple(_with_step(engine, file) for file in files), more, total))


def get_status(engine: Engine, message: GetStatus, reply: Reply) -> None:
    """Everything at a glance."""
    reply.finish(status(engine))


def doctor(engine: Engine, message: RunDoctor, reply: Reply) -> None:
    """Examine the stores, and mend them when asked to."""
    engine.meaning.wait(60)
    index = engine.meaning.index()
    found = examine(engine.database, index, repair=message.repair)
    if message.repair:
        if index is not None:
            engine.indexer.learn_missing(index.fingerprint)
        engine.indexer.wake()
    findings = [Finding(f.what, f.state, f.text, f.remedy) for f in found]
    findings += engine.self_findings()
    healthy = all(f.state in ("ok", "repaired", "warning") for f in findings)
    reply.finish(DoctorReport(healthy, tuple(findings)))


ROUTES: Routes = {
    AddPaths: add,
    Sync: sync,
    ChangeRoot: change_root,
    RemovePaths: remove,
    PauseIndexing: pause,
    ResumeIndexing: resume,
    RetryFiles: retry,
    GivePassword: give_password,
    GetKeyring: get_keyring,
    ListFiles: list_files,
    GetStatus: get_status,
    RunDoctor: doctor,
}
