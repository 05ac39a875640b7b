"""Passwords are in memory, and in the system's keyring where the person wants it; nowhere else."""

from __future__ import annotations

import sys

import keyring
import keyring.backend
import keyring.backends.fail
import pytest

from desktop_rag.domain.errors import PasswordProtected
from desktop_rag.engine.passwords import NOT_KEPT, SERVICE, Keyring, Passwords, find_keyring

_PATH = "/documents/secret.pdf"


class DictKeyring(keyring.backend.KeyringBackend):
    """A keyring for one test; `broken` makes it fail as one that stays locked does."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.asked = 0
        self.broken = False

    def get_password(self, service: str, username: str) -> str | None:
        self.asked += 1
        self._check()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.kept[service, username]

    def _check(self) -> None:
        if self.broken:
            raise OSError("the keyring is locked")


@pytest.fixture
def ring() -> DictKeyring:
    return DictKeyring()


def _protected(password: str | None) -> str:
    """A file that opens with one password."""
    if password != "open sesame":
        raise PasswordProtected("It is protected.", "Give the password.")
    return "the treasure"


def test_a_password_that_was_given_opens_its_file_and_no_other(ring: DictKeyring) -> None:
    passwords = Passwords(lambda: ring)
    assert passwords.give(_PATH, "open sesame") == ""
    assert passwords.opened(_PATH, _protected) == "the treasure"
    assert ring.kept == {}
    with pytest.raises(PasswordProtected):
        passwords.opened("/documents/other.pdf", _protected)


def test_a_kept_password_opens_the_file_after_the_engine_ended(ring: DictKeyring) -> None:
    assert Passwords(lambda: ring).give(_PATH, "open sesame", keep=True) == ""
    assert ring.kept == {(SERVICE, _PATH): "open sesame"}
    later = Passwords(lambda: ring)
    assert later.opened(_PATH, _protected) == "the treasure"
    asked = ring.asked
    assert later.opened(_PATH, _protected) == "the treasure"
    assert ring.asked == asked
    later.forget(_PATH)
    assert ring.kept == {}
    with pytest.raises(PasswordProtected):
        later.opened(_PATH, _protected)


def test_the_keyring_is_not_asked_for_files_without_a_password(ring: DictKeyring) -> None:
    looked: list[bool] = []

    def find() -> Keyring:
        looked.append(True)
        return ring

    assert Passwords(find).opened(_PATH, lambda password: f"plain {password}") == "plain None"
    assert looked == []


def test_a_locked_keyring_costs_only_the_keeping(ring: DictKeyring) -> None:
    ring.broken = True
    passwords = Passwords(lambda: ring)
    assert passwords.give(_PATH, "open sesame", keep=True) == NOT_KEPT
    assert passwords.opened(_PATH, _protected) == "the treasure"
    with pytest.raises(PasswordProtected):
        Passwords(lambda: ring).opened(_PATH, _protected)


def test_without_a_keyring_it_is_said_why_nothing_is_kept() -> None:
    passwords = Passwords(lambda: None)
    assert "no keyring" in passwords.give(_PATH, "open sesame", keep=True)
    assert passwords.opened(_PATH, _protected) == "the treasure"


def test_a_keyring_that_keeps_nothing_or_writes_files_of_its_own_is_not_used(
    ring: DictKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = keyring.get_keyring()
    try:
        keyring.set_keyring(ring)
        assert find_keyring() is ring
        keyring.set_keyring(keyring.backends.fail.Keyring())
        assert find_keyring() is None
        monkeypatch.setattr(DictKeyring, "__module__", "keyrings.alt.file")
        keyring.set_keyring(ring)
        assert find_keyring() is None
    finally:
        keyring.set_keyring(before)


def test_the_keyring_is_not_loaded_before_it_is_needed() -> None:
    assert "desktop_rag.engine.passwords" in sys.modules
    passwords = Passwords(lambda: pytest.fail("it was looked for"))
    passwords.give(_PATH, "open sesame")
