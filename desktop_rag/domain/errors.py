"""Every failure the application knows by name.

An error says whose fault it is, whether trying again can help, what happened in one plain sentence,
and what the person can do. `detail` is for the log only and may hold technical text.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Blame = Literal["world", "bug"]


class DesktopRagError(Exception):
    """Base of all named failures.

    `code` is stable and travels over the wire; `permanent` is true when the same input will fail
    again; `message` and `remedy` are shown to people as they are.
    """

    code: ClassVar[str] = "failed"
    blame: ClassVar[Blame] = "world"
    permanent: ClassVar[bool] = True

    def __init__(self, message: str, remedy: str = "", *, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.detail = detail


class InternalError(DesktopRagError):
    """Something that should be impossible happened: a fault of the application."""

    code = "internal"
    blame = "bug"


class InvalidRequest(DesktopRagError):
    """The caller asked for something that cannot be meant (wrong setting, empty question …)."""

    code = "invalid_request"


class Stopped(DesktopRagError):
    """The person stopped the work."""

    code = "stopped"
    permanent = False


class TimedOut(DesktopRagError):
    """A step took longer than it may."""

    code = "timed_out"
    permanent = False


# --- reading one file -------------------------------------------------------------------------


class ReadingFailed(DesktopRagError):
    """A file could not be read. The subclass is the reason kept in the ledger."""

    code = "unreadable"


class FileMissing(ReadingFailed):
    """The file was gone when it was to be read."""

    code = "missing"
    permanent = False


class FileForbidden(ReadingFailed):
    """The system refuses to let us read the file."""

    code = "forbidden"
    permanent = False


class FileBusy(ReadingFailed):
    """The file changed while it was being read."""

    code = "busy"
    permanent = False


class PasswordProtected(ReadingFailed):
    """The file opens only with a password."""

    code = "password"


class DamagedFile(ReadingFailed):
    """The file is not what its kind promises: truncated, corrupt, or another format."""

    code = "damaged"


class EmptyFile(ReadingFailed):
    """There is no text in the file."""

    code = "empty"


class ScannedWithoutText(EmptyFile):
    """The file has pages but only pictures on them; text recognition is off or failed."""

    code = "scan"


class TooLarge(ReadingFailed):
    """A limit was passed: size, memory, nesting, inflation ratio or number of parts."""

    code = "too_large"


class UnsupportedFormat(ReadingFailed):
    """The kind of file is known and is not read (archives, video, programs)."""

    code = "unsupported"


class NotText(ReadingFailed):
    """The kind of file is unknown and its bytes are not text."""

    code = "not_text"


class ReaderCrashed(ReadingFailed):
    """The reader process died, hung or grew too big while reading this file."""

    code = "reader_crashed"
    permanent = False


# --- the library -------------------------------------------------------------------------------


class LibraryBusy(DesktopRagError):
    """Another engine owns the library."""

    code = "library_busy"
    permanent = False


class LibraryReadOnly(DesktopRagError):
    """The library's folder cannot be written to."""

    code = "library_read_only"
    permanent = False


class LibraryNewer(DesktopRagError):
    """The library was written by a newer version of the application."""

    code = "library_newer"


class LibraryDamaged(DesktopRagError):
    """The library's truth (SQLite) cannot be opened or is inconsistent."""

    code = "library_damaged"


class DiskFull(DesktopRagError):
    """There is no room left on the disk of the library."""

    code = "disk_full"
    permanent = False


class SearchFailed(DesktopRagError):
    """A search tier failed; never to be shown as "nothing found"."""

    code = "search_failed"
    blame = "bug"
    permanent = False


# --- models --------------------------------------------------------------------------------------


class ModelFailure(DesktopRagError):
    """Something about a model file or the process that runs it."""

    code = "model"


class ModelMissing(ModelFailure):
    """No model is installed for a role, or the library that runs it is not installed."""

    code = "model_missing"


class ModelBroken(ModelFailure):
    """The file is not a model of the kind wanted, is truncated, or its checksum is wrong."""

    code = "model_broken"


class ModelTooLarge(ModelFailure):
    """The machine has not enough free memory for the model."""

    code = "model_too_large"


class ModelCrashed(ModelFailure):
    """The model host died or hung."""

    code = "model_crashed"
    permanent = False


# --- plug-ins --------------------------------------------------------------------------------


class PluginFailed(DesktopRagError):
    """A step that a plug-in brought broke or gave back what makes no sense."""

    code = "plugin_failed"


# --- the wire ------------------------------------------------------------------------------------


class EngineGone(DesktopRagError):
    """The engine's process ended while somebody waited for it."""

    code = "engine_gone"
    permanent = False


class EngineUnavailable(DesktopRagError):
    """The engine could not be started or reached."""

    code = "engine_unavailable"
    permanent = False


class ProtocolMismatch(DesktopRagError):
    """The engine and the caller are different versions."""

    code = "protocol_mismatch"


def _all_kinds(kind: type[DesktopRagError]) -> list[type[DesktopRagError]]:
    return [kind] + [deeper for child in kind.__subclasses__() for deeper in _all_kinds(child)]


def error_from_code(code: str, message: str, remedy: str = "", detail: str = "") -> DesktopRagError:
    """Make the error again that crossed a process border as data. Unknown codes become the base."""
    for kind in _all_kinds(DesktopRagError):
        if kind.code == code:
            return kind(message, remedy, detail=detail)
    return DesktopRagError(message, remedy, detail=detail)
