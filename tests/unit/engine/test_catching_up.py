"""The first questions wait for what changed before the start, but not for ever."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import cast

import pytest

from desktop_rag.engine.catching_up import CatchingUp, Caught
from desktop_rag.engine.following import Follower
from desktop_rag.stores.catalogue import Catalogue


@dataclass
class Disk:
    """A follower and a ledger that say what the test wants."""

    found_at_start: int = 0
    left: list[int] = field(default_factory=lambda: [0])
    compared: threading.Event = field(default_factory=threading.Event)

    def count_files(self, *, state: str, under: str) -> int:
        if state != "waiting":
            return 0
        return self.left.pop(0) if len(self.left) > 1 else self.left[0]

    def catching_up(self) -> CatchingUp:
        return CatchingUp(cast(Follower, self), cast(Catalogue, self))


def never() -> bool:
    return False


def test_a_library_that_did_not_change_costs_no_wait_and_no_word() -> None:
    disk = Disk()
    disk.compared.set()
    caught = disk.catching_up().wait((), 10, never)
    assert (caught.steps(), caught.notices()) == ((), ())


def test_the_question_waits_until_what_changed_was_read() -> None:
    disk = Disk(3, [3, 3, 2, 2, 1, 1, 0])
    disk.compared.set()
    caught = disk.catching_up().wait((), 10, never)
    assert caught.behind == 0
    assert caught.waited_s > 0
    assert caught.notices() == ()


@pytest.mark.parametrize(
    ("left", "word"), [(1, "One changed file is"), (70, "70 changed files are")]
)
def test_what_takes_longer_is_said(left: int, word: str) -> None:
    disk = Disk(left, [left])
    disk.compared.set()
    caught = disk.catching_up().wait((), 0.1, never)
    assert caught.notices()[0].startswith(word)
    assert caught.steps()[0].note == "not all"


def test_a_comparison_that_is_not_done_is_said() -> None:
    caught = Disk(1).catching_up().wait((), 0.1, never)
    assert "compared" in caught.notices()[0]


def test_for_very_many_files_no_question_waits() -> None:
    disk = Disk(5000, [5000])
    disk.compared.set()
    caught = disk.catching_up().wait((), 10, never)
    assert caught.behind == 5000
    assert caught.waited_s < 5


def test_once_caught_up_later_changes_are_not_waited_for() -> None:
    disk = Disk(1, [0])
    disk.compared.set()
    catching_up = disk.catching_up()
    assert catching_up.wait((), 10, never).behind == 0
    disk.left = [9]
    assert catching_up.wait((), 10, never) == Caught(0.0, 0)
