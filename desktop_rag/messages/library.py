"""Files, folders and the state of the library."""

from __future__ import annotations

from typing import Any

from desktop_rag.domain.source import FileEntry, Mode
from desktop_rag.messages.base import Base


class AddPaths(Base, frozen=True):
    """Add folders or files and index them. With `wait` the replies are `IndexingProgress` events
    and, when all is searchable, `AddReport`; without, `AddReport` comes at once. `overrides`:
    indexing settings that stay with these roots. `first`: the person waits for these files."""

    paths: tuple[str, ...]
    mode: Mode = "auto"
    ignore: tuple[str, ...] = ()
    watch: bool = True
    overrides: dict[str, str] = {}
    wait: bool = True
    first: bool = False


class AddReport(Base, frozen=True):
    """What an `AddPaths` or `Sync` came to; `problems` are files that are not searchable."""

    roots: tuple[str, ...]
    indexed: int
    unchanged: int
    problems: tuple[FileEntry, ...] = ()
    took_s: float = 0.0


class ChangeRoot(Base, frozen=True):
    """Change indexing settings that stay with one root (`indexing.template`); an empty text takes
    one back. Only files that come out differently are read again. Replies `Done`."""

    path: str
    overrides: dict[str, str]


class RemovePaths(Base, frozen=True):
    """Forget folders or files (they are never touched). Replies `RemoveReport`."""

    paths: tuple[str, ...]


class RemoveReport(Base, frozen=True):
    """How many files were forgotten, and which paths were not in the library."""

    forgotten: int
    unknown: tuple[str, ...] = ()


class Sync(Base, frozen=True):
    """Make the library equal to the disk once. Replies like `AddPaths`."""

    overrides: dict[str, str] = {}
    wait: bool = True


class PauseIndexing(Base, frozen=True):
    """Stop taking new files until `ResumeIndexing`. Replies `Done`."""


class ResumeIndexing(Base, frozen=True):
    """Go on. Replies `Done`."""


class RetryFiles(Base, frozen=True):
    """Read these files again though they failed (all that failed when empty). Replies `Done`."""

    paths: tuple[str, ...] = ()


class GivePassword(Base, frozen=True):
    """The password for a protected file, which is read again. It is kept in memory; with `keep` in
    the system's keyring too. An empty one forgets what was given and kept. Replies
    `PasswordGiven`."""

    path: str
    password: str
    keep: bool = False


class PasswordGiven(Base, frozen=True):
    """The password counts. `problem`: why it could not be kept in the keyring, or nothing."""

    problem: str = ""


class GetKeyring(Base, frozen=True):
    """Whether passwords can be kept. Replies `KeyringState`."""


class KeyringState(Base, frozen=True):
    """`problem`: why the system's keyring can't be used, or nothing."""

    problem: str = ""


class ListFiles(Base, frozen=True):
    """A page of the ledger in path order. Replies `FilePage`. `state`: one, or several divided by
    commas. `after`: last path seen."""

    state: str = ""
    under: str = ""
    contains: str = ""
    after: str = ""
    limit: int = 500


class FilePage(Base, frozen=True):
    """Lines of the ledger; `more` says whether another page follows. `total` counts all that
    match, on the first page only (else -1)."""

    files: tuple[FileEntry, ...]
    more: bool
    total: int = -1


class GetStatus(Base, frozen=True):
    """Replies `Status`."""


class RootStatus(Base, frozen=True):
    """One root. `state`: indexing, ready, offline, paused. Counts are of files. `template`: its
    own wording for records, if it has one."""

    path: str
    state: str
    files: int
    indexed: int
    attention: int = 0
    watch: bool = True
    is_file: bool = False
    template: str = ""


class QueueStatus(Base, frozen=True):
    """Work that waits. `eta_s` None when unknown; `done` of `total` files since the queue was
    empty. `learning`: passages that are found by words and not yet by meaning; while there are
    any, `running` is at least 1."""

    waiting: int = 0
    running: int = 0
    eta_s: float | None = None
    done: int = 0
    total: int = 0
    paused: bool = False
    current: str = ""
    learning: int = 0


class EmbedderStatus(Base, frozen=True):
    """The embedder; `ready` once it is loaded, `problem` when it can't be."""

    name: str
    fingerprint: str
    dimensions: int
    window: int
    ready: bool
    problem: str = ""


class LanguageModelStatus(Base, frozen=True):
    """The model for answers. `state`: none, available, loading, ready, failed. `host`: the server
    it runs on, or empty for a file; `elsewhere`: that server is not this machine."""

    name: str
    state: str
    path: str = ""
    size_bytes: int = 0
    starter: bool = False
    problem: str = ""
    remedy: str = ""
    host: str = ""
    elsewhere: bool = False


class Status(Base, frozen=True):
    """Everything `desktop-rag status` shows. Sizes in bytes."""

    version: str
    schema: int
    library: str
    roots: tuple[RootStatus, ...]
    files: dict[str, int]
    documents: int
    chunks: int
    vectors: int
    embedder: EmbedderStatus
    language_model: LanguageModelStatus
    queue: QueueStatus
    disk_bytes: dict[str, int]
    engine: dict[str, Any]
    work: dict[str, int]
    network: dict[str, int]


class LibraryChanged(Base, frozen=True):
    """Event: folders, counts or states changed. At most a few times a second."""

    roots: tuple[RootStatus, ...]
    files: dict[str, int]
    queue: QueueStatus


class IndexingProgress(Base, frozen=True):
    """Event of a running `AddPaths` or `Sync`."""

    queue: QueueStatus
    files: dict[str, int] = {}


class RunDoctor(Base, frozen=True):
    """Check everything; with `repair` mend it. Replies `DoctorReport`."""

    repair: bool = False


class Finding(Base, frozen=True):
    """One thing the doctor looked at. `state`: ok, repaired, warning, broken."""

    what: str
    state: str
    text: str
    remedy: str = ""


class DoctorReport(Base, frozen=True):
    """All findings; `healthy` when nothing is broken."""

    healthy: bool
    findings: tuple[Finding, ...]
