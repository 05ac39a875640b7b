"""One owner per library, by the operating system."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_rag.domain.errors import LibraryBusy, LibraryReadOnly
from desktop_rag.host.lock import FileLock


def test_a_second_owner_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    first.acquire()
    with pytest.raises(LibraryBusy):
        second.acquire()
    first.release()
    second.acquire()
    second.release()


def test_the_lock_file_is_the_users_own(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    lock.acquire()
    assert (tmp_path / "lock").stat().st_mode & 0o077 == 0
    lock.release()


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(LibraryReadOnly):
        FileLock(tmp_path / "missing" / "lock").acquire()
