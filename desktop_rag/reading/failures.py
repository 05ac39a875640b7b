"""The reasons why a file cannot be read, each with a sentence and a remedy for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from desktop_rag.domain.errors import (
    DamagedFile,
    EmptyFile,
    NotText,
    PasswordProtected,
    ReadingFailed,
    ScannedWithoutText,
    TooLarge,
    UnsupportedFormat,
)


def damaged(name: str, kind: str, detail: str = "") -> DamagedFile:
    """The file does not hold what a file of this `kind` ("PDF", "Word document") must hold."""
    return DamagedFile(
        f"“{name}” is damaged or is not a {kind}.",
        "Open it in the program it came from and save it again, or replace it by a good copy.",
        detail=detail,
    )


def empty(name: str) -> EmptyFile:
    """The file holds no bytes or no text."""
    return EmptyFile(f"There is no text in “{name}”.", "Nothing needs to be done.")


def scanned(name: str, pages: int, advice: str = "", *, tried: bool = False) -> ScannedWithoutText:
    """The file has pages, and none of them has text. `advice` says what would help; `tried`: text
    recognition looked at them."""
    what = "its page holds" if pages == 1 else f"its {pages} pages hold"
    if tried:
        return ScannedWithoutText(
            f"“{name}” has no text: text recognition found none that it can read.",
            "Nothing needs to be done, unless there is writing: then scan it again more sharply.",
        )
    return ScannedWithoutText(
        f"“{name}” has no text: {what} only pictures or nothing.",
        advice or "Switch on text recognition, or replace the file by one with text.",
    )


def locked(name: str, *, wrong: bool = False) -> PasswordProtected:
    """The file needs a password; `wrong`: one was given and does not open it."""
    if wrong:
        return PasswordProtected(
            f"The password given does not open “{name}”.", "Give the right password for this file."
        )
    return PasswordProtected(
        f"“{name}” is protected by a password.",
        "Give the password for this file, or save a copy without one.",
    )


def sealed(name: str) -> PasswordProtected:
    """The file needs a password, and files of its kind are not opened with one here."""
    return PasswordProtected(
        f"“{name}” is protected by a password.",
        "Save a copy without one: files of this kind are not opened with a password here.",
    )


def too_large(name: str, what: str) -> TooLarge:
    """A limit was passed; `what` names it in words."""
    return TooLarge(
        f"“{name}” is too large to be read: {what}.",
        "Split the file into smaller ones, or raise the limits in the settings.",
    )


def not_text(name: str) -> NotText:
    """The kind of the file is unknown and its bytes are not text."""
    return NotText(
        f"“{name}” is of an unknown kind and does not hold text.",
        "Save it as a document, a PDF or plain text if it should be found.",
    )


def unsupported(name: str, kind: str, remedy: str = "") -> UnsupportedFormat:
    """The kind is known (`kind`: "an archive") and is not read."""
    return UnsupportedFormat(
        f"“{name}” is {kind}, which is not read.",
        remedy or "Nothing needs to be done; the file is only listed.",
    )


@contextmanager
def damage_when(name: str, kind: str, *errors: type[Exception]) -> Iterator[None]:
    """Turn the given exceptions of a parsing library into `DamagedFile`; a passed recursion or
    memory limit into `TooLarge`. Named failures go through."""
    try:
        yield
    except ReadingFailed:
        raise
    except RecursionError as error:
        raise too_large(name, "it is nested too deeply") from error
    except MemoryError as error:
        raise too_large(name, "it needs more memory than there is") from error
    except errors as error:
        raise damaged(name, kind, detail=f"{type(error).__name__}: {error}") from error
