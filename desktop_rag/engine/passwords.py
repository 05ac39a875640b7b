"""Passwords of protected files: in memory while the engine runs, and in the system's keyring where
the person wants it and the extra `keyring` is installed. They are written nowhere else."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Callable
from typing import Protocol, TypeVar

from desktop_rag.domain.errors import PasswordProtected

SERVICE = "Desktop RAG"
NOT_INSTALLED = (
    "Passwords can be kept once the extra is installed: pip install 'desktop-rag[keyring]'."
)
NO_KEYRING = "This system has no keyring that passwords could be kept in."
NOT_KEPT = "The system's keyring did not take the password; it counts until the engine ends."
_LOG = logging.getLogger(__name__)
# Back ends that keep nothing, and those that keep passwords in a file of their own.
_UNFIT = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")
T = TypeVar("T")


class Keyring(Protocol):
    """What is used of a keyring. Any method may raise whatever the system raises."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


def find_keyring() -> Keyring | None:
    """The system's keyring, or None when the extra is not installed or there is none that is fit.
    Loading it may take a moment: it looks for a service of the desktop."""
    if importlib.util.find_spec("keyring") is None:
        return None
    import keyring

    found: Keyring = keyring.get_keyring()
    return None if type(found).__module__.startswith(_UNFIT) else found


class Passwords:
    """The passwords of files, by path. Used by several threads; `find` is called once, when a
    keyring is first needed."""

    def __init__(self, find: Callable[[], Keyring | None] = find_keyring) -> None:
        self._find = find
        self._looked = False
        self._keyring: Keyring | None = None
        self._given: dict[str, str] = {}

    def why_not_kept(self) -> str:
        """Why passwords can't be kept beyond the engine's end; empty when they can."""
        if self._ring() is not None:
            return ""
        return NO_KEYRING if importlib.util.find_spec("keyring") else NOT_INSTALLED

    def give(self, path: str, password: str, *, keep: bool = False) -> str:
        """Take a password for a file; `keep`: in the keyring too. Gives a sentence when it could
        not be kept there, else nothing."""
        self._given[path] = password
        if not keep:
            return ""
        problem = self.why_not_kept()
        ring = self._ring()
        if ring is None:
            return problem
        try:
            ring.set_password(SERVICE, path, password)
        except Exception as error:  # noqa: BLE001 - each system's keyring has its own exceptions
            _LOG.warning("the keyring did not take a password: %s", type(error).__name__)
            return NOT_KEPT
        return ""

    def forget(self, path: str) -> None:
        """Forget a file's password, here and in the keyring."""
        self._given.pop(path, None)
        ring = self._ring()
        if ring is None or self._kept(path) is None:
            return
        try:
            ring.delete_password(SERVICE, path)
        except Exception as error:  # noqa: BLE001 - each system's keyring has its own exceptions
            _LOG.warning("the keyring did not forget a password: %s", type(error).__name__)

    def opened(self, path: str, read: Callable[[str | None], T]) -> T:
        """What `read` gives with the file's password, or with None. The keyring is asked only for
        a file that turns out to be protected: asking may make the system ask the person."""
        given = self._given.get(path)
        try:
            return read(given)
        except PasswordProtected:
            kept = self._kept(path)
            if kept is None or kept == given:
                raise
            done = read(kept)
            self._given[path] = kept
            return done

    def _kept(self, path: str) -> str | None:
        ring = self._ring()
        if ring is None:
            return None
        try:
            return ring.get_password(SERVICE, path)
        except Exception as error:  # noqa: BLE001 - each system's keyring has its own exceptions
            _LOG.warning("the keyring gave no password: %s", type(error).__name__)
            return None

    def _ring(self) -> Keyring | None:
        if not self._looked:
            self._keyring = self._find()
            self._looked = True
        return self._keyring
